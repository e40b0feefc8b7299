// Mutation `swap-each-box`.
#pragma once

#include "evodoku/operators/context.hpp"
#include "evodoku/operators/knob.hpp"
#include "evodoku/representation/box_board.hpp"

namespace evodoku {

/// In every box with two free cells or more, with probability `each`, two different free cells are exchanged: the
/// mutation of Sato and Inoue (2010), which tries every box.
///
/// Keeps: fixed cells; every box a permutation.
struct SwapEachBox {
    static constexpr const char* name = "swap-each-box";
    static constexpr const char* help = "in each box, at a rate, two free cells exchanged";
    static constexpr unsigned suits = suits_box_board;
    std::uint32_t rate = whole;
    std::uint32_t each = percent(30);

    static constexpr auto knobs() {
        using Self = SwapEachBox;
        return std::array{rate_knob<Self>("children that are mutated"),
                          Knob<Self>{"each", &Self::each, KnobKind::share, 0, whole, "chance of a box to be changed"}};
    }

    template <class MutableView>
    EVODOKU_HD void operator()(MutableView board, const Context& context, Draws& draws) const {
        const Puzzle& puzzle = context.puzzle;
        for (std::uint32_t k = 0; k < puzzle.open_boxes; ++k) {
            if (!draws.chance(each)) continue;
            const int box = puzzle.open_box[k];
            const std::uint32_t free = puzzle.free_count[box];
            const std::uint32_t first = draws.below_small(free);
            std::uint32_t second = draws.below_small(free - 1);
            second += second >= first;
            board.set_box(
                box, BoxBoard::swapped(board.box(box), puzzle.free_cell[box][first], puzzle.free_cell[box][second]));
        }
    }
};

}  // namespace evodoku
