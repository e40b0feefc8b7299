// Crossover `k-boxes`.
#pragma once

#include "evodoku/operators/context.hpp"
#include "evodoku/operators/crossover/segments.hpp"
#include "evodoku/operators/knob.hpp"

namespace evodoku {

/// 1 to `most` random boxes come from the first parent, the others from the second: the crossover of restart-roulette.
/// Any set of k boxes is as likely as another.
struct KBoxes {
    static constexpr const char* name = "k-boxes";
    static constexpr const char* help = "a random number of random boxes from one parent, the rest from the other";
    static constexpr unsigned suits = suits_box_board;
    std::uint32_t rate = percent(80);
    std::uint32_t most = 7;

    static constexpr auto knobs() {
        using Self = KBoxes;
        return std::array{
            rate_knob<Self>("children made by crossover; the others copy one parent"),
            Knob<Self>{"most", &Self::most, KnobKind::count, 1, 8, "boxes from the first parent: 1 to this many"}};
    }

    template <class View, class MutableView>
    EVODOKU_HD void operator()(View a, View b, MutableView child, const Context&, Draws& draws) const {
        const SegmentSet from_a = some_segments(most, draws);
        cross_boxes(a, b, child, from_a);
    }
};

}  // namespace evodoku
