// Mutation `inversion`.
#pragma once

#include "operators/context.hpp"
#include "operators/parameter.hpp"
#include "representation/cell_board.hpp"

namespace evodoku {

/// Reverses a random segment of the list of genes (Holland, 1975) between two different genes. With `open` 1 the higher
/// one stays in place, as in charles.
///
/// Keeps: cells that are not genes; how often each digit occurs. Does nothing with fewer than two genes.
struct Inversion {
    static constexpr const char* name = "inversion";
    static constexpr const char* help = "a segment of genes reversed";
    static constexpr Representations supports = cell_board;
    static constexpr OperatorNeeds needs = {};
    std::uint32_t rate = percent(30);
    std::uint32_t open = 0;

    static constexpr auto parameters() {
        using Self = Inversion;
        return std::array{rate_parameter<Self>("children that are mutated"),
                          Parameter<Self>{"open", &Self::open, ParameterKind::count, 0, 1,
                                          "1: the last gene of the segment stays in its place"}};
    }

    template <class MutableView>
    EVODOKU_HD void operator()(MutableView board, const Context& context, Draws& draws) const {
        const Puzzle& puzzle = context.puzzle;
        const std::uint32_t genes = puzzle.gene_count;
        if (genes < 2) return;
        const std::uint32_t one = draws.below_small(genes);
        std::uint32_t other = draws.below_small(genes - 1);
        other += other >= one;
        std::uint32_t low = one < other ? one : other, high = one < other ? other : one;
        high -= open;
        for (; low < high; ++low, --high) board.swap_cells(puzzle.gene_cell[low], puzzle.gene_cell[high]);
    }
};

}  // namespace evodoku
