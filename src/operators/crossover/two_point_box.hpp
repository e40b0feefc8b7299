// Crossover `two-point-box`.
#pragma once

#include "operators/context.hpp"
#include "operators/crossover/segments.hpp"
#include "operators/parameter.hpp"

namespace evodoku {

/// Boxes between two random cuts (1..8) come from the second parent, the others from the first (De Jong, 1975, on
/// boxes).
struct TwoPointBox {
    static constexpr const char* name = "two-point-box";
    static constexpr const char* help = "boxes between two cuts from one parent, the rest from the other";
    static constexpr Representations supports = box_board;
    static constexpr OperatorNeeds needs = {};
    std::uint32_t rate = percent(80);

    static constexpr auto parameters() {
        using Self = TwoPointBox;
        return std::array{rate_parameter<Self>("share of children made by crossover; the others copy one parent")};
    }

    template <class View, class MutableView>
    EVODOKU_HD void operator()(View a, View b, MutableView child, const Context&, Draws& draws) const {
        const SegmentSet from_b = segments_between_cuts(draws);
        cross_boxes(a, b, child, ~from_b);
    }
};

}  // namespace evodoku
