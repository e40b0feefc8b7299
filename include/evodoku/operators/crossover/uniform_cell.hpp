// Crossover `uniform-cell`.
#pragma once

#include "evodoku/operators/context.hpp"
#include "evodoku/operators/crossover/cells.hpp"
#include "evodoku/operators/knob.hpp"

namespace evodoku {

/// Each cell comes from either parent by a random bit (Syswerda, 1989). Draws 81 bits, three a triple.
struct UniformCell {
    static constexpr const char* name = "uniform-cell";
    static constexpr const char* help = "each cell from either parent, by a coin toss";
    static constexpr unsigned suits = suits_cell_board;
    std::uint32_t rate = percent(80);

    static constexpr auto knobs() {
        using Self = UniformCell;
        return std::array{rate_knob<Self>("children made by crossover; the others copy one parent")};
    }

    template <class View, class MutableView>
    EVODOKU_HD void operator()(View a, View b, MutableView child, const Context&, Draws& draws) const {
        for (int k = 0; k < CellBoard::triples; ++k) {
            const std::uint32_t coins = draws.bits(3);
            const std::uint32_t spread = (coins & 1) | (coins & 2) << 8 | (coins & 4) << 16;
            const std::uint32_t take = spread * CellBoard::digits_mask;  // nine bits a coin
            child.set_triple(k, a.triple(k) ^ ((a.triple(k) ^ b.triple(k)) & take));
        }
    }
};

}  // namespace evodoku
