// Initialisation `free-cells`.
#pragma once

#include "operators/context.hpp"
#include "operators/parameter.hpp"
#include "representation/cell_board.hpp"

namespace evodoku {

/// Every free cell gets a uniform digit of 1..9: the chromosome of charles, a list of the free cells' digits.
///
/// Keeps: fixed cells.
struct FreeCells {
    static constexpr const char* name = "free-cells";
    static constexpr const char* help = "any digit in every free cell";
    static constexpr Representations supports = cell_board;
    static constexpr OperatorNeeds needs = {};
    static constexpr Genes genes = Genes::free_cells;
    static constexpr std::uint32_t blocks = 1;

    static constexpr auto parameters() { return no_parameters<FreeCells>; }

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
