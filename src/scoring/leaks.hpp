// Which puzzles of a test set a training set has. 9 x 9.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <string>

#include "evodoku/io/puzzle_reader.hpp"
#include "io/characters.hpp"
#include "logic/canonical.hpp"
#include "settings/puzzle_settings.hpp"

namespace evodoku::scoring {

/// The functions throw ParseError for givens that conflict. Memory: about 130 bytes per test puzzle.
class Leaks {
public:
    void add_test(const io::ReadPuzzle& puzzle) { refuse_conflict(puzzle), tests_.add(puzzle.grid); }
    /// Marks the test puzzles that this one equals, as it is or up to symmetry.
    void look_for(const io::ReadPuzzle& training) {
        refuse_conflict(training);
        const auto [equal, symmetric] = tests_.find(training.grid);
        for (std::size_t* const line : {equal, symmetric})
            if (line != nullptr && *line == 0) *line = training.line;
    }

    struct Leak {
        std::string kind;      ///< equal, symmetric, or none
        std::size_t line = 0;  ///< of the first such training puzzle
    };
    /// Of a test puzzle, after all training puzzles.
    Leak of(const Grid& test) {
        const auto [equal, symmetric] = tests_.find(test);
        if (*equal != 0) return ++equal_, Leak{"equal", *equal};
        if (*symmetric != 0) return ++symmetric_, Leak{"symmetric", *symmetric};
        return {"none"};
    }
    /// "2 of 7 puzzles in train.csv, and 1 more up to symmetry": once of() was called for each.
    std::string text(const std::string& training) const {
        return fmt::format("{} of {} in {}, and {} more up to symmetry", equal_, io::counted(tests_.count(), "puzzle"),
                           training, symmetric_);
    }

private:
    logic::SymmetryClasses tests_;  ///< with lines of training puzzles
    std::size_t equal_ = 0, symmetric_ = 0;
};

}  // namespace evodoku::scoring
