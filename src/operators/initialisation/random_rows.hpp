// Initialisation `random-rows`.
#pragma once

#include "core/geometry.hpp"
#include "operators/context.hpp"
#include "operators/parameter.hpp"
#include "representation/cell_board.hpp"

namespace evodoku {

/// Every row gets its missing digits in a random order: rows as permutations (Moraglio, Togelius and Lucas, 2006). They
/// stay permutations under crossovers of whole rows, cycle-row, pmx-row and the mutations swap-row and row-search.
///
/// Keeps: fixed cells. Requires fixed cells that do not conflict in a row.
struct RandomRows {
    static constexpr const char* name = "random-rows";
    static constexpr const char* help = "every row a random permutation of the digits that it misses";
    static constexpr Representations supports = cell_board;
    static constexpr OperatorNeeds needs = {};
    static constexpr Genes genes = Genes::free_cells;
    static constexpr std::uint32_t blocks = 1;

    static constexpr auto parameters() { return no_parameters<RandomRows>; }

    template <class MutableView>
    EVODOKU_HD void operator()(MutableView board, const Context& context, Draws& draws) const {
        for (int row = 0; row < 9; ++row) board.set_row(row, random_row(context.puzzle, row, draws));
    }

    EVODOKU_HD static CellBoard::Row random_row(const Puzzle& puzzle, int row, Draws& draws) {
        std::uint32_t missing = CellBoard::digits_mask & ~std::uint32_t{puzzle.fixed_in_row[row]};
        CellBoard::Row made = {};
        for (int stack = 0; stack < 3; ++stack) {
            for (int k = 0; k < 3; ++k) {
                const unsigned fixed = puzzle.fixed[cell_at(row, stack * 3 + k)];
                std::uint32_t digit = 1u << fixed >> 1;
                if (fixed == 0) {
                    const std::uint32_t nth = draws.below_small(static_cast<std::uint32_t>(count_bits(missing)));
                    digit = only_nth_bit(missing, nth);
                    missing ^= digit;
                }
                made.triple[stack] |= digit << k * 9;
            }
        }
        return made;
    }
};

}  // namespace evodoku
