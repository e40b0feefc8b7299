// Crossover `uniform-cell`.
#pragma once

#include "operators/context.hpp"
#include "operators/crossover/cells.hpp"
#include "operators/parameter.hpp"

namespace evodoku {

/// Each cell comes from either parent by a random bit (Syswerda, 1989). Draws 81 bits, three per triple.
struct UniformCell {
    static constexpr const char* name = "uniform-cell";
    static constexpr const char* help = "each cell from either parent, by a coin toss";
    static constexpr Representations supports = cell_board;
    static constexpr OperatorNeeds needs = {};
    std::uint32_t rate = percent(80);

    static constexpr auto parameters() {
        using Self = UniformCell;
        return std::array{rate_parameter<Self>("share of children made by crossover; the others copy one parent")};
    }

    template <class View, class MutableView>
    EVODOKU_HD void operator()(View a, View b, MutableView child, const Context&, Draws& draws) const {
        for (int k = 0; k < CellBoard::triples; ++k) {
            const std::uint32_t coins = draws.bits(3);
            const std::uint32_t spread = (coins & 1) | (coins & 2) << 8 | (coins & 4) << 16;
            const std::uint32_t take = spread * CellBoard::digits_mask;  // nine bits per coin toss
            child.set_triple(k, a.triple(k) ^ ((a.triple(k) ^ b.triple(k)) & take));
        }
    }
};

}  // namespace evodoku
