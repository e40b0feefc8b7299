// Which puzzles of a test set a training set has. 9 x 9.
#pragma once

#include <cstddef>
#include <string>

#include "evodoku/io/puzzle_reader.hpp"
#include "logic/canonical.hpp"

namespace evodoku::scoring {

/// The functions throw ParseError for givens that conflict. Memory: about 130 bytes per test puzzle.
class Leaks {
public:
    void add_test(const io::ReadPuzzle& puzzle);
    /// Marks the test puzzles that this one equals, as it is or up to symmetry.
    void look_for(const io::ReadPuzzle& training);

    struct Leak {
        std::string kind;      ///< equal, symmetric, or none
        std::size_t line = 0;  ///< of the first such training puzzle
    };
    /// Of a test puzzle, after all training puzzles.
    Leak of(const Grid& test);
    /// "2 of 7 puzzles in train.csv, and 1 more up to symmetry": once of() was called for each.
    std::string text(const std::string& training) const;

private:
    logic::SymmetryClasses tests_;  ///< with lines of training puzzles
    std::size_t equal_ = 0, symmetric_ = 0;
};

}  // namespace evodoku::scoring
