// Crossover `uniform-box`.
#pragma once

#include "evodoku/operators/context.hpp"
#include "evodoku/operators/knob.hpp"
#include "evodoku/representation/box_board.hpp"

namespace evodoku {

/// Each whole box comes from either parent by one bit of a random 9-bit mask (Mantere and Koljonen, 2007).
struct UniformBox {
    static constexpr const char* name = "uniform-box";
    static constexpr const char* help = "each box from either parent, by a coin toss";
    static constexpr unsigned suits = suits_box_board;
    std::uint32_t rate = percent(80);

    static constexpr auto knobs() {
        return std::array{rate_knob<UniformBox>("children made by crossover; the others copy one parent")};
    }

    template <class View, class MutableView>
    EVODOKU_HD void operator()(View a, View b, MutableView child, const Context&, Draws& draws) const {
        child.set_crossed(a, b, draws.bits(9));
    }
};

}  // namespace evodoku
