// Initialisation `row-candidates`.
#pragma once

#include "evodoku/operators/context.hpp"
#include "evodoku/operators/knob.hpp"
#include "evodoku/representation/cell_board.hpp"

namespace evodoku {

/// Rows filled from candidates, as the system of that name does: free cells from left to right, each with a random
/// digit of those of its candidates that the row still misses, or of all its candidates where none is left. So a row
/// may hold duplicates, but every digit is one that the givens allow there (with --presolve givens or higher).
///
/// Keeps: fixed cells; every free cell within its candidates.
struct RowCandidates {
    static constexpr const char* name = "row-candidates";
    static constexpr const char* help = "rows filled from candidates that the row still misses";
    static constexpr unsigned suits = suits_cell_board;
    static constexpr Genes genes = Genes::free_cells;

    template <class MutableView>
    EVODOKU_HD void operator()(MutableView board, const Context& context, Draws& draws) const {
        for (int row = 0; row < 9; ++row) board.set_row(row, fresh_row(context.puzzle, row, draws));
    }

    EVODOKU_HD static CellBoard::Row fresh_row(const Puzzle& puzzle, int row, Draws& draws) {
        std::uint32_t used = puzzle.fixed_in_row[row];
        CellBoard::Row fresh = {};
        for (int stack = 0; stack < 3; ++stack) {
            for (int k = 0; k < 3; ++k) {
                const int cell = cell_at(row, stack * 3 + k);
                std::uint32_t choice = puzzle.candidates[cell];
                if (puzzle.fixed[cell] == 0) {
                    if ((choice & ~used) != 0) choice &= ~used;
                    choice = only_nth_bit(choice, draws.below_small(static_cast<std::uint32_t>(count_bits(choice))));
                    used |= choice;
                }
                fresh.triple[stack] |= choice << k * 9;
            }
        }
        return fresh;
    }
};

}  // namespace evodoku
