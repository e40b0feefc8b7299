// Crossover `k-rows`.
#pragma once

#include "evodoku/operators/context.hpp"
#include "evodoku/operators/crossover/segments.hpp"
#include "evodoku/operators/knob.hpp"

namespace evodoku {

/// 1 to `most` random rows come from the first parent, the others from the second: `k-boxes`, the crossover of
/// restart-roulette, on rows. Any set of k rows is as likely as another.
struct KRows {
    static constexpr const char* name = "k-rows";
    static constexpr const char* help = "a random number of random rows from one parent, the rest from the other";
    static constexpr unsigned suits = suits_cell_board;
    std::uint32_t rate = percent(80);
    std::uint32_t most = 7;

    static constexpr auto knobs() {
        using Self = KRows;
        return std::array{
            rate_knob<Self>("children made by crossover; the others copy one parent"),
            Knob<Self>{"most", &Self::most, KnobKind::count, 1, 8, "rows from the first parent: 1 to this many"}};
    }

    template <class View, class MutableView>
    EVODOKU_HD void operator()(View a, View b, MutableView child, const Context&, Draws& draws) const {
        const SegmentSet from_a = some_segments(most, draws);
        cross_rows(a, b, child, from_a);
    }
};

}  // namespace evodoku
