// Mutation `sudoku`.
#pragma once

#include "evodoku/operators/context.hpp"
#include "evodoku/operators/knob.hpp"
#include "evodoku/representation/cell_board.hpp"

namespace evodoku {

/// A random gene gets a random digit of those that its row, its column and its box all lack, if there is one; if not,
/// another gene is tried, `tries` times in all. The Sudoku mutation of charles, which tries one.
///
/// Keeps: cells that are no genes. No unit loses more than the digit overwritten.
struct SudokuMutation {
    static constexpr const char* name = "sudoku";
    static constexpr const char* help = "a gene gets a digit that its row, column and box lack";
    static constexpr unsigned suits = suits_cell_board;
    std::uint32_t rate = percent(30);
    std::uint32_t tries = 4;

    static constexpr auto knobs() {
        using Self = SudokuMutation;
        return std::array{
            rate_knob<Self>("children that are mutated"),
            Knob<Self>{"tries", &Self::tries, KnobKind::count, 1, 81, "genes tried until one can be changed"}};
    }

    template <class MutableView>
    EVODOKU_HD void operator()(MutableView board, const Context& context, Draws& draws) const {
        const Puzzle& puzzle = context.puzzle;
        if (puzzle.gene_count == 0) return;
        for (std::uint32_t k = 0; k < tries; ++k) {
            const int cell = puzzle.gene_cell[draws.below_small(puzzle.gene_count)];
            const std::uint32_t lacking =
                CellBoard::digits_mask &
                ~(board.in_row(row_of(cell)) | board.in_box(box_of(cell)) | board.in_column(column_of(cell)));
            if (lacking == 0) continue;
            const std::uint32_t nth = draws.below_small(static_cast<std::uint32_t>(count_bits(lacking)));
            board.set_cell(cell, only_nth_bit(lacking, nth));
            return;
        }
    }
};

}  // namespace evodoku
