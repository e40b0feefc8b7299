// Crossover `exchange-boxes`.
#pragma once

#include "evodoku/operators/context.hpp"
#include "evodoku/operators/crossover/segments.hpp"
#include "evodoku/operators/knob.hpp"

namespace evodoku {

/// 1 to `most` times the two parents exchange a random box; a box exchanged twice is back. The child is what becomes of
/// the first parent; of a pair (Config::pairs), the other child is what becomes of the second. On boxes what
/// row-candidates does with rows (`exchange-rows`).
///
/// `inner` leaves the first and the last alone.
struct ExchangeBoxes {
    static constexpr const char* name = "exchange-boxes";
    static constexpr const char* help = "a few times two parents exchange a random box";
    static constexpr unsigned suits = suits_box_board;
    std::uint32_t rate = percent(80);
    std::uint32_t most = 6;
    std::uint32_t inner = 1;

    static constexpr auto knobs() {
        using Self = ExchangeBoxes;
        return std::array{
            rate_knob<Self>("children made by crossover; the others copy one parent"),
            Knob<Self>{"most", &Self::most, KnobKind::count, 1, 100, "exchanges: 1 to this many"},
            Knob<Self>{"inner", &Self::inner, KnobKind::count, 0, 1, "1: never the first or the last box"}};
    }

    template <class View, class MutableView>
    EVODOKU_HD void operator()(View a, View b, MutableView child, const Context&, Draws& draws) const {
        const SegmentSet from_b = exchanged_segments(most, inner != 0, draws);
        cross_boxes(a, b, child, ~from_b);
    }
};

}  // namespace evodoku
