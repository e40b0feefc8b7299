// Mutation `inversion`.
#pragma once

#include "evodoku/operators/context.hpp"
#include "evodoku/operators/knob.hpp"
#include "evodoku/representation/cell_board.hpp"

namespace evodoku {

/// Turns a random stretch of the list of genes round (Holland, 1975): two different genes are its ends.
///
/// Keeps: cells that are no genes; how often each digit is there. Does nothing where there are fewer than two genes.
struct Inversion {
    static constexpr const char* name = "inversion";
    static constexpr const char* help = "a stretch of genes turned round";
    static constexpr unsigned suits = suits_cell_board;
    std::uint32_t rate = percent(30);

    static constexpr auto knobs() {
        using Self = Inversion;
        return std::array{rate_knob<Self>("children that are mutated")};
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
        for (; low < high; ++low, --high) board.swap_cells(puzzle.gene_cell[low], puzzle.gene_cell[high]);
    }
};

}  // namespace evodoku
