// Crossover `one-point`.
#pragma once

#include "operators/context.hpp"
#include "operators/crossover/segments.hpp"
#include "operators/parameter.hpp"

namespace evodoku {

/// Segments before a random cut come from the first parent, the others from the second (Holland, 1975). At least
/// `min-second` come from the second: 2 in row-candidates (rows), and in charles, which cuts cells at 1..n-2. A copy of
/// the first parent where there are too few cells for a cut.
template <Segments S>
struct OnePoint {
    static constexpr const char* name = "one-point";
    static constexpr const char* help = "segments before a random cut from one parent, the rest from the other";
    static constexpr Representations supports = of_any_order<S>;
    static constexpr OperatorNeeds needs = {};
    std::uint32_t rate = percent(80);
    std::uint32_t min_second = 1;

    static constexpr auto parameters() {
        using Self = OnePoint;
        return std::array{rate_parameter<Self>("share of children made by crossover; the others copy one parent"),
                          Parameter<Self>{"min-second", &Self::min_second, ParameterKind::count, 1, 8,
                                          "minimum number of segments from the second parent"},
                          segment_parameter<Self, S>()};
    }

    template <class View, class MutableView>
    EVODOKU_HD void operator()(View a, View b, MutableView child, const Context& context, Draws& draws) const {
        const std::uint32_t count = S::count_in(context.puzzle);
        if constexpr (!NineSegments<S>) {
            if (count <= min_second) return copy_cells(a, child);
        }
        const std::uint32_t cut = 1 + draws.below_small(count - min_second);
        cross_range<S>(a, b, child, context.puzzle, {cut, count});
    }

    template <class View, class MutableView, int order>
    EVODOKU_HD void operator()(View a, View b, MutableView child, const ContextFor<LargePuzzle<order>>&,
                               Draws& draws) const {
        constexpr std::uint32_t count = order * order;
        if (count <= min_second) return child.set_crossed(a, b, 0);
        const std::uint32_t cut = 1 + draws.below_small(count - min_second);
        child.set_crossed(a, b, ~((std::uint64_t{1} << cut) - 1));
    }
};

}  // namespace evodoku
