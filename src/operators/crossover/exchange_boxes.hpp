// Crossover `exchange-boxes`.
#pragma once

#include "operators/context.hpp"
#include "operators/crossover/segments.hpp"
#include "operators/parameter.hpp"

namespace evodoku {

/// The two parents exchange a random box 1 to `most` times; a second exchange of a box undoes the first. The child is
/// the changed first parent; the other child of a pair (Config::pairs) is the changed second parent. The box form of
/// the crossover of row-candidates (`exchange-rows`).
///
/// `inner` never exchanges the first and the last box.
struct ExchangeBoxes {
    static constexpr const char* name = "exchange-boxes";
    static constexpr const char* help = "exchanges random boxes of two parents";
    static constexpr Representations supports = box_board;
    static constexpr OperatorNeeds needs = {};
    std::uint32_t rate = percent(80);
    std::uint32_t most = 6;
    std::uint32_t inner = 1;

    static constexpr auto parameters() {
        using Self = ExchangeBoxes;
        return std::array{
            rate_parameter<Self>("share of children made by crossover; the others copy one parent"),
            Parameter<Self>{"most", &Self::most, ParameterKind::count, 1, 100, "exchanges: 1 to this many"},
            Parameter<Self>{"inner", &Self::inner, ParameterKind::count, 0, 1, "1: never the first or the last box"}};
    }

    template <class View, class MutableView>
    EVODOKU_HD void operator()(View a, View b, MutableView child, const Context&, Draws& draws) const {
        const SegmentSet from_b = exchanged_segments(most, inner != 0, draws);
        cross_boxes(a, b, child, ~from_b);
    }
};

}  // namespace evodoku
