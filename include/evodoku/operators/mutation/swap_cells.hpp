// Mutation `swap-cells`.
#pragma once

#include "evodoku/operators/context.hpp"
#include "evodoku/operators/knob.hpp"
#include "evodoku/representation/cell_board.hpp"

namespace evodoku {

/// Exchanges the digits of two different genes anywhere on the board, `least` to `most` times. Once: the swap of
/// charles. Three times, always: that of Pyevolve, which makes round(rate x genes) exchanges where that is one or more,
/// 3 of 81 genes at its rate of 0.04 - there of any two genes, which are the same one in 81 times.
///
/// Keeps: cells that are no genes; how often each digit is there. Does nothing where there are fewer than two genes.
struct SwapCells {
    static constexpr const char* name = "swap-cells";
    static constexpr const char* help = "exchange any two genes";
    static constexpr unsigned suits = suits_cell_board;
    std::uint32_t rate = percent(30);
    std::uint32_t least = 1;
    std::uint32_t most = 1;

    static constexpr auto knobs() {
        using Self = SwapCells;
        return std::array{
            rate_knob<Self>("children that are mutated"),
            Knob<Self>{"least", &Self::least, KnobKind::count, 1, 100, "exchanges a mutation: at least this many"},
            Knob<Self>{"most", &Self::most, KnobKind::count, 1, 100, "and at most this many, a random number between"}};
    }

    template <class MutableView>
    EVODOKU_HD void operator()(MutableView board, const Context& context, Draws& draws) const {
        const Puzzle& puzzle = context.puzzle;
        const std::uint32_t genes = puzzle.gene_count;
        if (genes < 2) return;
        const std::uint32_t spread = most > least ? most - least : 0;
        const std::uint32_t swaps = least + draws.below_small(spread + 1);
        for (std::uint32_t k = 0; k < swaps; ++k) {
            const std::uint32_t first = draws.below_small(genes);
            std::uint32_t second = draws.below_small(genes - 1);
            second += second >= first;
            board.swap_cells(puzzle.gene_cell[first], puzzle.gene_cell[second]);
        }
    }
};

}  // namespace evodoku
