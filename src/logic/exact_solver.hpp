// Solves exactly, by backtracking: the oracle of the tests. Shares no code with the search.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "evodoku/core/grid.hpp"

namespace evodoku::logic {

struct ExactResult {
    std::uint64_t solutions = 0;        ///< counted up to the limit
    std::optional<Grid> first, second;  ///< solutions found
    std::uint64_t nodes = 0;            ///< positions examined, a measure of difficulty; 1: singles alone solve it
    bool complete = true;               ///< false: the search was ended early, so there may be more solutions
};

/// Counts the solutions of `puzzle`, up to `max_solutions`, in at most `max_nodes` positions. `should_stop`: called
/// once per 64 positions; true ends the search. `on_solution`: called for each, in an order that the puzzle alone
/// decides. A puzzle with conflicting givens has none. Throws std::invalid_argument if `max_solutions` is 0 or a cell
/// has no digit of the order.
///
///     fill every cell with one candidate, and every digit with one place in a unit, until none is left
///     branch on the cell with the fewest candidates, or on the digit of a unit with the fewest places
ExactResult solve_exactly(const Grid& puzzle, std::uint64_t max_solutions = 2,
                          std::uint64_t max_nodes = ~std::uint64_t{0}, const std::function<bool()>& should_stop = {},
                          const std::function<void(const Grid&)>& on_solution = {});

}  // namespace evodoku::logic
