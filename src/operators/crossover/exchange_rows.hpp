// Crossover `exchange-rows`.
#pragma once

#include "operators/context.hpp"
#include "operators/crossover/segments.hpp"
#include "operators/parameter.hpp"

namespace evodoku {

/// The two parents exchange a random row 1 to `most` times; a second exchange of a row undoes the first. The child is
/// the changed first parent; the other child of a pair (Config::pairs) is the changed second parent.
///
/// `inner` never exchanges the first and the last row, as in row-candidates, which also has `most` 6.
struct ExchangeRows {
    static constexpr const char* name = "exchange-rows";
    static constexpr const char* help = "exchanges random rows of two parents";
    static constexpr Representations supports = cell_board;
    static constexpr OperatorNeeds needs = {};
    std::uint32_t rate = percent(80);
    std::uint32_t most = 6;
    std::uint32_t inner = 1;

    static constexpr auto parameters() {
        using Self = ExchangeRows;
        return std::array{
            rate_parameter<Self>("share of children made by crossover; the others copy one parent"),
            Parameter<Self>{"most", &Self::most, ParameterKind::count, 1, 100, "exchanges: 1 to this many"},
            Parameter<Self>{"inner", &Self::inner, ParameterKind::count, 0, 1, "1: never the first or the last row"}};
    }

    template <class View, class MutableView>
    EVODOKU_HD void operator()(View a, View b, MutableView child, const Context&, Draws& draws) const {
        const SegmentSet from_b = exchanged_segments(most, inner != 0, draws);
        cross_rows(a, b, child, ~from_b);
    }
};

}  // namespace evodoku
