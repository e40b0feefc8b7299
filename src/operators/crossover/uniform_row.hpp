// Crossover `uniform-row`.
#pragma once

#include "operators/context.hpp"
#include "operators/crossover/segments.hpp"
#include "operators/parameter.hpp"

namespace evodoku {

/// Each whole row comes from either parent by one bit of a random 9-bit mask (Syswerda, 1989, on rows).
struct UniformRow {
    static constexpr const char* name = "uniform-row";
    static constexpr const char* help = "each row from either parent, by a coin toss";
    static constexpr Representations supports = cell_board;
    static constexpr OperatorNeeds needs = {};
    std::uint32_t rate = percent(80);

    static constexpr auto parameters() {
        using Self = UniformRow;
        return std::array{rate_parameter<Self>("share of children made by crossover; the others copy one parent")};
    }

    template <class View, class MutableView>
    EVODOKU_HD void operator()(View a, View b, MutableView child, const Context&, Draws& draws) const {
        cross_rows(a, b, child, draws.bits(9));
    }
};

}  // namespace evodoku
