// Crossover `two-point-cell`.
#pragma once

#include "operators/context.hpp"
#include "operators/crossover/cells.hpp"
#include "operators/parameter.hpp"

namespace evodoku {

/// Genes, numbered row by row, between two random cuts come from the second parent, the others from the first (De Jong,
/// 1975). A copy of the first parent where there are fewer than three genes.
struct TwoPointCell {
    static constexpr const char* name = "two-point-cell";
    static constexpr const char* help = "genes between two cuts from one parent, the rest from the other";
    static constexpr Representations supports = cell_board;
    static constexpr OperatorNeeds needs = {};
    std::uint32_t rate = percent(80);

    static constexpr auto parameters() {
        using Self = TwoPointCell;
        return std::array{rate_parameter<Self>("share of children made by crossover; the others copy one parent")};
    }

    template <class View, class MutableView>
    EVODOKU_HD void operator()(View a, View b, MutableView child, const Context& context, Draws& draws) const {
        const std::uint32_t genes = context.puzzle.gene_count;
        if (genes < 3) return copy_cells(a, child);
        const GeneCuts cuts(genes, draws);
        cross_cells(a, b, child, stretch_of_genes(context.puzzle, cuts.low, cuts.high));
    }
};

}  // namespace evodoku
