// Crossover `exchange-each-row`.
#pragma once

#include "operators/context.hpp"
#include "operators/crossover/segments.hpp"
#include "operators/parameter.hpp"

namespace evodoku {

/// Each row comes from the second parent with a probability of its own, the others from the first: the crossover of
/// LSGA (Wang et al., 2024), which has rate 0.2 and `each` 0.1.
struct ExchangeEachRow {
    static constexpr const char* name = "exchange-each-row";
    static constexpr const char* help = "each row from the second parent with a probability, else from the first";
    static constexpr Representations supports = cell_board;
    static constexpr OperatorNeeds needs = {};
    std::uint32_t rate = percent(80);
    std::uint32_t each = percent(30);

    static constexpr auto parameters() {
        using Self = ExchangeEachRow;
        return std::array{rate_parameter<Self>("children made by crossover; the others copy one parent"),
                          Parameter<Self>{"each", &Self::each, ParameterKind::share, 0, whole,
                                          "the probability of each row to come from the second parent"}};
    }

    template <class View, class MutableView>
    EVODOKU_HD void operator()(View a, View b, MutableView child, const Context&, Draws& draws) const {
        SegmentSet from_b = 0;
        for (int row = 0; row < 9; ++row) from_b |= static_cast<SegmentSet>(draws.chance(each)) << row;
        Rows::cross(a, b, child, from_b);
    }
};

}  // namespace evodoku
