// Mutation `swap-each`.
#pragma once

#include "evodoku/operators/context.hpp"
#include "evodoku/operators/knob.hpp"
#include "evodoku/representation/cell_board.hpp"

namespace evodoku {

/// Every gene is, with probability `each`, exchanged with a random gene, perhaps itself. So does Pyevolve where its
/// rate times the number of genes is below one; else it makes a fixed number of exchanges: see `swap-cells`.
///
///   for each gene, row by row:  with probability each: exchange it with a random one
///
/// Keeps: cells that are no genes; how often each digit is there.
struct SwapEach {
    static constexpr const char* name = "swap-each";
    static constexpr const char* help = "each gene, at a rate, exchanged with another";
    static constexpr unsigned suits = suits_cell_board;
    std::uint32_t rate = whole;
    std::uint32_t each = percent(4);

    static constexpr auto knobs() {
        using Self = SwapEach;
        return std::array{
            rate_knob<Self>("children that are mutated"),
            Knob<Self>{"each", &Self::each, KnobKind::share, 0, whole, "chance of a gene to be exchanged"}};
    }

    template <class MutableView>
    EVODOKU_HD void operator()(MutableView board, const Context& context, Draws& draws) const {
        const Puzzle& puzzle = context.puzzle;
        const std::uint32_t genes = puzzle.gene_count;
        for (std::uint32_t k = 0; k < genes; ++k) {
            if (!draws.chance(each)) continue;
            const std::uint32_t other = draws.below_small(genes);
            board.swap_cells(puzzle.gene_cell[k], puzzle.gene_cell[other]);
        }
    }
};

}  // namespace evodoku
