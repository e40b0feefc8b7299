// Crossover `one-point-box`.
#pragma once

#include "operators/context.hpp"
#include "operators/parameter.hpp"
#include "representation/box_board.hpp"

namespace evodoku {

/// Boxes before a random cut (1..8) come from the first parent, the others from the second (Holland, 1975, on boxes).
struct OnePointBox {
    static constexpr const char* name = "one-point-box";
    static constexpr const char* help = "boxes before a random cut from one parent, the rest from the other";
    static constexpr Representations supports = box_board;
    static constexpr OperatorNeeds needs = {};
    std::uint32_t rate = percent(80);

    static constexpr auto parameters() {
        return std::array{
            rate_parameter<OnePointBox>("share of children made by crossover; the others copy one parent")};
    }

    template <class View, class MutableView>
    EVODOKU_HD void operator()(View a, View b, MutableView child, const Context&, Draws& draws) const {
        const int cut = static_cast<int>(1 + draws.below_small(8));
        child.set_crossed(a, b, 0x1FFu << cut & 0x1FF);
    }
};

}  // namespace evodoku
