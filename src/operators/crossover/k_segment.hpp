// Crossover `k-segment`.
#pragma once

#include "operators/context.hpp"
#include "operators/crossover/segments.hpp"
#include "operators/parameter.hpp"

namespace evodoku {

/// 1 to `max-segments` random segments come from the first parent, the others from the second: the crossover of
/// restart-roulette, on boxes. All sets of k segments are equally likely.
template <NineSegments S>
struct KSegment {
    static constexpr const char* name = "k-segment";
    static constexpr const char* help = "a random number of random segments from one parent, the rest from the other";
    static constexpr Representations supports = S::board;
    static constexpr OperatorNeeds needs = {};
    std::uint32_t rate = percent(80);
    std::uint32_t max_segments = 7;

    static constexpr auto parameters() {
        using Self = KSegment;
        return std::array{rate_parameter<Self>("share of children made by crossover; the others copy one parent"),
                          Parameter<Self>{"max-segments", &Self::max_segments, ParameterKind::count, 1, 8,
                                          "segments from the first parent: 1 to this many"},
                          segment_parameter<Self, S>()};
    }

    template <class View, class MutableView>
    EVODOKU_HD void operator()(View a, View b, MutableView child, const Context&, Draws& draws) const {
        const std::uint32_t count = 1 + draws.below_small(max_segments);
        SegmentSet from_b = 0x1FF;
        for (std::uint32_t k = 0; k < count; ++k) {
            const std::uint32_t nth = draws.below_small(9 - k);
            from_b ^= only_nth_bit(from_b, nth);
        }
        S::cross(a, b, child, from_b);
    }
};

}  // namespace evodoku
