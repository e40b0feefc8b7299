// Initialisation `free-cells`.
#pragma once

#include "evodoku/operators/context.hpp"
#include "evodoku/operators/knob.hpp"
#include "evodoku/representation/cell_board.hpp"

namespace evodoku {

/// Every free cell gets any digit of 1..9, each alike: the chromosome of charles, a list of the free cells' digits.
///
/// Keeps: fixed cells.
struct FreeCells {
    static constexpr const char* name = "free-cells";
    static constexpr const char* help = "any digit in every free cell";
    static constexpr unsigned suits = suits_cell_board;
    static constexpr Genes genes = Genes::free_cells;

    template <class MutableView>
    EVODOKU_HD void operator()(MutableView board, const Context& context, Draws& draws) const {
        for (int number = 0; number < CellBoard::triples; ++number) {
            std::uint32_t cells = 0;
            for (int k = 0; k < 3; ++k) {
                const unsigned fixed = context.puzzle.fixed[number * 3 + k];
                const unsigned digit = fixed != 0 ? fixed - 1 : draws.below_small(9);
                cells |= 1u << digit << k * 9;
            }
            board.set_triple(number, cells);
        }
    }
};

}  // namespace evodoku
