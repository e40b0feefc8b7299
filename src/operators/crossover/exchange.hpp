// Crossover `exchange`.
#pragma once

#include "operators/context.hpp"
#include "operators/crossover/segments.hpp"
#include "operators/parameter.hpp"

namespace evodoku {

/// The two parents exchange a random segment 1 to `max-exchanges` times; a second exchange of a segment undoes the
/// first. The child is the changed first parent; the other child of a pair (Config::pairs) is the changed second
/// parent.
///
/// `inner` never exchanges the first and the last segment, as in row-candidates, which exchanges rows, at most 6.
template <NineSegments S>
struct Exchange {
    static constexpr const char* name = "exchange";
    static constexpr const char* help = "exchanges random segments of two parents";
    static constexpr Representations supports = S::board;
    static constexpr OperatorNeeds needs = {};
    std::uint32_t rate = percent(80);
    std::uint32_t max_exchanges = 6;
    std::uint32_t inner = 1;

    static constexpr auto parameters() {
        using Self = Exchange;
        return std::array{rate_parameter<Self>("share of children made by crossover; the others copy one parent"),
                          Parameter<Self>{"max-exchanges", &Self::max_exchanges, ParameterKind::count, 1, 100,
                                          "exchanges: 1 to this many"},
                          Parameter<Self>{"inner", &Self::inner, ParameterKind::count, 0, 1,
                                          "1: never the first or the last segment"},
                          segment_parameter<Self, S>()};
    }

    template <class View, class MutableView>
    EVODOKU_HD void operator()(View a, View b, MutableView child, const Context&, Draws& draws) const {
        const std::uint32_t count = 1 + draws.below_small(max_exchanges);
        SegmentSet from_b = 0;
        for (std::uint32_t k = 0; k < count; ++k) {
            from_b ^= 1u << (inner != 0 ? 1 + draws.below_small(7) : draws.below_small(9));
        }
        S::cross(a, b, child, from_b);
    }
};

}  // namespace evodoku
