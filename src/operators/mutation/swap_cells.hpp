// Mutation `swap-cells`.
#pragma once

#include "operators/context.hpp"
#include "operators/parameter.hpp"
#include "representation/cell_board.hpp"

namespace evodoku {

/// Exchanges the digits of two different genes anywhere on the board, `min-swaps` to `max-swaps` times. One exchange is
/// the swap of charles. Three exchanges are that of Pyevolve, which makes round(rate x genes) exchanges if that is at
/// least one: 3 of 81 genes at its rate of 0.04. Its two genes are the same one in 81 times.
///
/// Keeps: cells that are not genes; how often each digit occurs. Does nothing with fewer than two genes.
struct SwapCells {
    static constexpr const char* name = "swap-cells";
    static constexpr const char* help = "exchanges any two genes";
    static constexpr Representations supports = cell_board;
    static constexpr OperatorNeeds needs = {};
    std::uint32_t rate = percent(30);
    std::uint32_t min_swaps = 1;
    std::uint32_t max_swaps = 1;

    static constexpr auto parameters() {
        using Self = SwapCells;
        return std::array{rate_parameter<Self>("share of children that are mutated"),
                          Parameter<Self>{"min-swaps", &Self::min_swaps, ParameterKind::count, 1, 100,
                                          "exchanges per mutation: at least this many"},
                          Parameter<Self>{"max-swaps", &Self::max_swaps, ParameterKind::count, 1, 100,
                                          "and at most this many; the number is random"}};
    }

    template <class MutableView>
    EVODOKU_HD void operator()(MutableView board, const Context& context, Draws& draws) const {
        const Puzzle& puzzle = context.puzzle;
        const std::uint32_t genes = puzzle.gene_count;
        if (genes < 2) return;
        const std::uint32_t spread = max_swaps > min_swaps ? max_swaps - min_swaps : 0;
        const std::uint32_t swaps = min_swaps + draws.below_small(spread + 1);
        for (std::uint32_t k = 0; k < swaps; ++k) {
            const std::uint32_t first = draws.below_small(genes);
            std::uint32_t second = draws.below_small(genes - 1);
            second += second >= first;
            board.swap_cells(puzzle.gene_cell[first], puzzle.gene_cell[second]);
        }
    }
};

}  // namespace evodoku
