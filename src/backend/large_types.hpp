// The way of a larger puzzle to and from the board of an evolution.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>

#include "core/every_order.hpp"
#include "core/large_puzzle.hpp"
#include "evodoku/backend/large_boards.hpp"

namespace evodoku {

/// Grid or LargeGrid.
template <class Representation>
using GridOf = decltype(Representation::to_grid(typename Representation::Stored{}));

/// Calls work.operator()<order>() for an order other than 3.
template <class Work>
void with_order(int order, const Work& work) {
#define EVODOKU_WITH_ORDER(number, ...) \
    if (order == number) return work.template operator()<number>();
    EVODOKU_FOR_EVERY_ORDER(EVODOKU_WITH_ORDER)
#undef EVODOKU_WITH_ORDER
}

/// A puzzle as the device takes it. Throws std::invalid_argument if it is of another order.
template <class Representation>
const PuzzleJob& device_job(const PuzzleJob& job) {
    return job;
}
template <class Representation>
typename Representation::Job device_job(const LargePuzzleJob& job) {
    if (job.givens.order != Representation::order) throw std::invalid_argument("the puzzle is of another order");
    typename Representation::Job made;
    std::ranges::copy(job.givens.digit, made.givens);
    made.presolve = job.presolve, made.puzzle_index = job.puzzle_index, made.seed = job.seed;
    return made;
}

inline const Presolved& logic_of(const Presolved& found) { return found; }
template <int order>
LargeLogic logic_of(const LargePresolved<order>& found) {
    LargeLogic logic{LargeGrid(order), found.filled, found.struck, found.contradiction,
                     found.cell,       found.unit,   found.digit};
    std::ranges::copy(found.grid, logic.grid.digit.begin());
    return logic;
}

}  // namespace evodoku
