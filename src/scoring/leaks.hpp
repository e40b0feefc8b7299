// Which puzzles of a test set a training set has. 9 x 9.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "evodoku/core/grid.hpp"
#include "logic/canonical.hpp"

namespace evodoku::scoring {

/// Memory: about 290 bytes per test puzzle. Requires givens that do not conflict.
class Leaks {
public:
    void add_test(const Grid& puzzle) { tests_.add(puzzle), lines_.emplace_back(); }
    /// Marks the test puzzles that this one equals, as it is or up to symmetry.
    void look_for(const Grid& training, std::size_t line);

    struct Leak {
        std::string kind;      ///< equal, symmetric, or none
        std::size_t line = 0;  ///< of the first such training puzzle
    };
    /// Of a test puzzle, after all training puzzles.
    Leak of(const Grid& test) const;

private:
    struct Lines {
        std::size_t equal = 0, symmetric = 0;
    };
    logic::SymmetryClasses tests_;
    std::vector<Lines> lines_;  ///< at the first equal puzzle, and at the first of a class
};

}  // namespace evodoku::scoring
