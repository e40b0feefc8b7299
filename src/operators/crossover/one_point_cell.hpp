// Crossover `one-point-cell`.
#pragma once

#include "operators/context.hpp"
#include "operators/crossover/cells.hpp"
#include "operators/parameter.hpp"

namespace evodoku {

/// Genes, numbered row by row, before a random cut come from the first parent, the others from the second (Holland,
/// 1975). `inner` 1: at least two genes come from the second, as in charles, which cuts at 1..n-2. A copy of the
/// first parent where there is no place for a cut.
struct OnePointCell {
    static constexpr const char* name = "one-point-cell";
    static constexpr const char* help = "genes before a random cut from one parent, the rest from the other";
    static constexpr Representations supports = cell_board;
    static constexpr OperatorNeeds needs = {};
    std::uint32_t rate = percent(80);
    std::uint32_t inner = 0;

    static constexpr auto parameters() {
        using Self = OnePointCell;
        return std::array{rate_parameter<Self>("children made by crossover; the others copy one parent"),
                          Parameter<Self>{"inner", &Self::inner, ParameterKind::count, 0, 1,
                                          "1: at least two genes come from the second parent"}};
    }

    template <class View, class MutableView>
    EVODOKU_HD void operator()(View a, View b, MutableView child, const Context& context, Draws& draws) const {
        const std::uint32_t genes = context.puzzle.gene_count;
        if (genes < 2 + inner) return copy_cells(a, child);
        const std::uint32_t cut = 1 + draws.below_small(genes - 1 - inner);
        cross_cells(a, b, child, stretch_of_genes(context.puzzle, cut, genes));
    }
};

}  // namespace evodoku
