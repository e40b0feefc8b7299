// Crossover `one-point-cell`.
#pragma once

#include "evodoku/operators/context.hpp"
#include "evodoku/operators/crossover/cells.hpp"
#include "evodoku/operators/knob.hpp"

namespace evodoku {

/// Genes, numbered row by row, before a random cut come from the first parent, the others from the second (Holland,
/// 1975). A copy of the first parent where there are fewer than two genes.
struct OnePointCell {
    static constexpr const char* name = "one-point-cell";
    static constexpr const char* help = "genes before a random cut from one parent, the rest from the other";
    static constexpr unsigned suits = suits_cell_board;
    std::uint32_t rate = percent(80);

    static constexpr auto knobs() {
        using Self = OnePointCell;
        return std::array{rate_knob<Self>("children made by crossover; the others copy one parent")};
    }

    template <class View, class MutableView>
    EVODOKU_HD void operator()(View a, View b, MutableView child, const Context& context, Draws& draws) const {
        const std::uint32_t genes = context.puzzle.gene_count;
        if (genes < 2) return copy_cells(a, child);
        const std::uint32_t cut = 1 + draws.below_small(genes - 1);
        cross_cells(a, b, child, stretch_of_genes(context.puzzle, cut, genes));
    }
};

}  // namespace evodoku
