// Solves exactly, by backtracking: the oracle of the tests. Shares no code with the search.
#pragma once

#include <cstdint>

#include "evodoku/core/grid.hpp"

namespace evodoku::logic {

struct ExactResult {
    std::uint64_t solutions;  ///< counted up to the limit
    Grid first;               ///< the first solution found; all blank if there is none
    std::uint64_t nodes;      ///< positions examined, a measure of difficulty; 1: singles alone solve it
    Grid second;              ///< another solution; all blank if none was found
};

/// Counts the solutions of `puzzle`, up to `max_solutions`; a puzzle with conflicting givens has none. Throws
/// std::invalid_argument if `max_solutions` is 0 or a cell is above 9.
///
///     fill every cell with one candidate, and every digit with one place in a unit, until none is left
///     branch on the cell with the fewest candidates, or on the digit of a unit with the fewest places
ExactResult solve_exactly(const Grid& puzzle, std::uint64_t max_solutions = 2);

}  // namespace evodoku::logic
