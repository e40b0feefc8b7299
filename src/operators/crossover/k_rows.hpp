// Crossover `k-rows`.
#pragma once

#include "operators/context.hpp"
#include "operators/crossover/segments.hpp"
#include "operators/parameter.hpp"

namespace evodoku {

/// 1 to `most` random rows come from the first parent, the others from the second: `k-boxes`, the crossover of
/// restart-roulette, on rows. All sets of k rows are equally likely.
struct KRows {
    static constexpr const char* name = "k-rows";
    static constexpr const char* help = "a random number of random rows from one parent, the rest from the other";
    static constexpr Representations supports = cell_board;
    static constexpr OperatorNeeds needs = {};
    std::uint32_t rate = percent(80);
    std::uint32_t most = 7;

    static constexpr auto parameters() {
        using Self = KRows;
        return std::array{rate_parameter<Self>("share of children made by crossover; the others copy one parent"),
                          Parameter<Self>{"most", &Self::most, ParameterKind::count, 1, 8,
                                          "rows from the first parent: 1 to this many"}};
    }

    template <class View, class MutableView>
    EVODOKU_HD void operator()(View a, View b, MutableView child, const Context&, Draws& draws) const {
        const SegmentSet from_a = some_segments(most, draws);
        cross_rows(a, b, child, from_a);
    }
};

}  // namespace evodoku
