// A swap of two free cells of a box of a larger board, tried and perhaps taken back. Not an operator.
#pragma once

#include <cstdint>

#include "operators/mutation/large_walk.hpp"

namespace evodoku {

/// Two different free cells of a box; the same cell twice if no swap was found.
struct LargeSwap {
    int first = 0, second = 0;

    /// In a random box with two free cells or more. `directed`: the first cell clashes in its row or column, if any of
    /// the box does. Requires an open box.
    template <int order>
    EVODOKU_HD static LargeSwap random(const LargeWalk<order>& walk, const LargePuzzle<order>& puzzle, bool directed,
                                       Draws& draws) {
        const int box = puzzle.open_box[draws.below_small(puzzle.open_boxes)];
        const std::uint32_t free = puzzle.free_count[box];
        std::uint64_t from = (std::uint64_t{1} << free) - 1;  // bit k: free cell k may be the first
        for (std::uint32_t k = 0; directed && k < free; ++k) {
            const int cell = puzzle.free_cell[box][k];
            const bool clashes = walk.count(cell, walk.digit(cell)) > 2;  // it counts twice itself
            from &= ~(std::uint64_t{!clashes} << k);
        }
        if (from == 0) return {};
        const std::uint32_t nth = draws.below_small(static_cast<std::uint32_t>(count_bits(from)));
        const auto first = static_cast<std::uint32_t>(nth_bit(from, static_cast<int>(nth)));
        std::uint32_t second = draws.below_small(free - 1);
        second += second >= first;
        return {puzzle.free_cell[box][first], puzzle.free_cell[box][second]};
    }

    /// Makes the swap and takes it back unless accepts(change of cost).
    template <int order, class Accepts>
    EVODOKU_HD void attempt(LargeWalk<order>& walk, const Accepts& accepts) const {
        if (first == second) return;
        const std::uint32_t before = walk.cost();
        walk.swap(first, second);
        if (!accepts(static_cast<int>(walk.cost()) - static_cast<int>(before))) walk.swap(first, second);
    }
};

}  // namespace evodoku
