// Mutation `swap-each`.
#pragma once

#include "operators/context.hpp"
#include "operators/parameter.hpp"
#include "representation/cell_board.hpp"

namespace evodoku {

/// Exchanges every gene, with probability `each`, with a random gene, possibly itself. Pyevolve does this if its rate
/// times the number of genes is below one; otherwise it makes a fixed number of exchanges: see `swap-cells`.
///
///   for each gene, row by row:  with probability each: exchange it with a random one
///
/// Keeps: cells that are not genes; how often each digit occurs.
struct SwapEach {
    static constexpr const char* name = "swap-each";
    static constexpr const char* help = "exchanges each gene with another one, with some probability";
    static constexpr Representations supports = cell_board;
    static constexpr OperatorNeeds needs = {};
    std::uint32_t rate = whole;
    std::uint32_t each = percent(4);

    static constexpr auto parameters() {
        using Self = SwapEach;
        return std::array{rate_parameter<Self>("share of children that are mutated"),
                          Parameter<Self>{"each", &Self::each, ParameterKind::share, 0, whole,
                                          "probability that a gene is exchanged"}};
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
