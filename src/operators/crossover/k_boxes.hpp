// Crossover `k-boxes`.
#pragma once

#include "operators/context.hpp"
#include "operators/crossover/segments.hpp"
#include "operators/parameter.hpp"

namespace evodoku {

/// 1 to `most` random boxes come from the first parent, the others from the second: the crossover of restart-roulette.
/// All sets of k boxes are equally likely.
struct KBoxes {
    static constexpr const char* name = "k-boxes";
    static constexpr const char* help = "a random number of random boxes from one parent, the rest from the other";
    static constexpr Representations supports = box_board;
    static constexpr OperatorNeeds needs = {};
    std::uint32_t rate = percent(80);
    std::uint32_t most = 7;

    static constexpr auto parameters() {
        using Self = KBoxes;
        return std::array{rate_parameter<Self>("share of children made by crossover; the others copy one parent"),
                          Parameter<Self>{"most", &Self::most, ParameterKind::count, 1, 8,
                                          "boxes from the first parent: 1 to this many"}};
    }

    template <class View, class MutableView>
    EVODOKU_HD void operator()(View a, View b, MutableView child, const Context&, Draws& draws) const {
        const SegmentSet from_a = some_segments(most, draws);
        cross_boxes(a, b, child, from_a);
    }
};

}  // namespace evodoku
