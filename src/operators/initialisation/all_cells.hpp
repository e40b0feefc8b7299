// Initialisation `all-cells`.
#pragma once

#include "operators/context.hpp"
#include "operators/parameter.hpp"
#include "representation/cell_board.hpp"

namespace evodoku {

/// Every cell gets a uniform digit of 1..9, including fixed cells: they are genes like the others, so the cost must
/// count changed givens (`duplicates`). The chromosome of pyevolve. A board with a changed given never counts as
/// solved.
struct AllCells {
    static constexpr const char* name = "all-cells";
    static constexpr const char* help = "any digit in every cell, including givens";
    static constexpr Representations supports = cell_board;
    static constexpr OperatorNeeds needs = {};
    static constexpr Genes genes = Genes::all_cells;
    static constexpr std::uint32_t blocks = 1;

    static constexpr auto parameters() { return no_parameters<AllCells>; }

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
