// Crossover `two-point`.
#pragma once

#include "operators/context.hpp"
#include "operators/crossover/segments.hpp"
#include "operators/parameter.hpp"

namespace evodoku {

/// Segments between two random cuts come from the second parent, the others from the first (De Jong, 1975). A copy of
/// the first parent where there are fewer than three cells to change.
template <Segments S>
struct TwoPoint {
    static constexpr const char* name = "two-point";
    static constexpr const char* help = "segments between two cuts from one parent, the rest from the other";
    static constexpr Representations supports = S::board;
    static constexpr OperatorNeeds needs = {};
    std::uint32_t rate = percent(80);

    static constexpr auto parameters() {
        using Self = TwoPoint;
        return std::array{rate_parameter<Self>("share of children made by crossover; the others copy one parent"),
                          segment_parameter<Self, S>()};
    }

    template <class View, class MutableView>
    EVODOKU_HD void operator()(View a, View b, MutableView child, const Context& context, Draws& draws) const {
        const std::uint32_t count = S::count_in(context.puzzle);
        if constexpr (!NineSegments<S>) {
            if (count < 3) return copy_cells(a, child);
        }
        const SegmentRange cuts = two_cuts(count, draws);
        cross_range<S>(a, b, child, context.puzzle, NineSegments<S> ? cuts : in_order(cuts));
    }
};

}  // namespace evodoku
