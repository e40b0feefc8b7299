// Counts the solutions of a grid of any order by backtracking, up to a limit of positions. Shares no code with the
// search.
#pragma once

#include <cstdint>

#include "evodoku/core/large_grid.hpp"

namespace evodoku::logic {

struct LargeExactResult {
    std::uint64_t solutions = 0;  ///< counted, up to 2
    bool complete = true;         ///< false: the limit ended the search, so there may be more solutions
    std::uint64_t nodes = 0;      ///< positions examined
    LargeGrid first, second;      ///< solutions found
};

/// `max_nodes`: positions after which the search ends undecided. A puzzle with conflicting givens has no solution.
///
///     fill cells with one candidate, and digits with one place in a unit, until none is left
///     branch on the cell with the fewest candidates
LargeExactResult solve_exactly(const LargeGrid& puzzle, std::uint64_t max_nodes);

}  // namespace evodoku::logic
