// Crossover `uniform-box`.
#pragma once

#include "operators/context.hpp"
#include "operators/parameter.hpp"
#include "representation/box_board.hpp"

namespace evodoku {

/// Each whole box comes from either parent by one bit of a random 9-bit mask (Mantere and Koljonen, 2007).
struct UniformBox {
    static constexpr const char* name = "uniform-box";
    static constexpr const char* help = "each box from either parent, by a coin toss";
    static constexpr Representations supports = box_board;
    static constexpr OperatorNeeds needs = {};
    std::uint32_t rate = percent(80);

    static constexpr auto parameters() {
        return std::array{
            rate_parameter<UniformBox>("share of children made by crossover; the others copy one parent")};
    }

    template <class View, class MutableView>
    EVODOKU_HD void operator()(View a, View b, MutableView child, const Context&, Draws& draws) const {
        child.set_crossed(a, b, draws.bits(9));
    }
};

}  // namespace evodoku
