// Crossover `one-point-row`.
#pragma once

#include "operators/context.hpp"
#include "operators/crossover/segments.hpp"
#include "operators/parameter.hpp"

namespace evodoku {

/// Rows before a random cut (1..`last`) come from the first parent, the others from the second (Holland, 1975, on
/// rows). row-candidates has `last` 7.
struct OnePointRow {
    static constexpr const char* name = "one-point-row";
    static constexpr const char* help = "rows before a random cut from one parent, the rest from the other";
    static constexpr Representations supports = cell_board;
    static constexpr OperatorNeeds needs = {};
    std::uint32_t rate = percent(80);
    std::uint32_t last = 8;

    static constexpr auto parameters() {
        using Self = OnePointRow;
        return std::array{
            rate_parameter<Self>("share of children made by crossover; the others copy one parent"),
            Parameter<Self>{"last", &Self::last, ParameterKind::count, 1, 8, "the last place of the cut"}};
    }

    template <class View, class MutableView>
    EVODOKU_HD void operator()(View a, View b, MutableView child, const Context&, Draws& draws) const {
        const SegmentSet from_a = segments_before_cut(last, draws);
        cross_rows(a, b, child, from_a);
    }
};

}  // namespace evodoku
