// Mutation `swap-each-box`.
#pragma once

#include "operators/context.hpp"
#include "operators/parameter.hpp"
#include "representation/box_board.hpp"

namespace evodoku {

/// In every box with at least two free cells, with probability `each`, exchanges two different free cells: the mutation
/// of Sato and Inoue (2010), which tries every box.
///
/// Keeps: fixed cells; every box a permutation.
struct SwapEachBox {
    static constexpr const char* name = "swap-each-box";
    static constexpr const char* help = "exchanges two free cells in each box, with some probability";
    static constexpr Representations supports = box_board;
    static constexpr OperatorNeeds needs = {};
    std::uint32_t rate = whole;
    std::uint32_t each = percent(30);

    static constexpr auto parameters() {
        using Self = SwapEachBox;
        return std::array{
            rate_parameter<Self>("share of children that are mutated"),
            Parameter<Self>{"each", &Self::each, ParameterKind::share, 0, whole, "probability that a box is changed"}};
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
