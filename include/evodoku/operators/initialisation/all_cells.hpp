// Initialisation `all-cells`.
#pragma once

#include "evodoku/operators/context.hpp"
#include "evodoku/operators/knob.hpp"
#include "evodoku/representation/cell_board.hpp"

namespace evodoku {

/// Every cell gets any digit of 1..9, fixed cells too: they are genes as others are, and the cost has to see that they
/// become what they must (`duplicates`). The chromosome of pyevolve. A board that breaks a given never counts as
/// solved.
struct AllCells {
    static constexpr const char* name = "all-cells";
    static constexpr const char* help = "any digit in every cell, givens too";
    static constexpr unsigned suits = suits_cell_board;
    static constexpr Genes genes = Genes::all_cells;

    template <class MutableView>
    EVODOKU_HD void operator()(MutableView board, const Context& context, Draws& draws) const {
        (void)context;
        for (int number = 0; number < CellBoard::triples; ++number) {
            std::uint32_t cells = 0;
            for (int k = 0; k < 3; ++k) cells |= 1u << draws.below_small(9) << k * 9;
            board.set_triple(number, cells);
        }
    }
};

}  // namespace evodoku
