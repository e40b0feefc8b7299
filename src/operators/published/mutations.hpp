// Mutations of published systems (docs/reference/published-systems.md).
#pragma once

#include "core/geometry.hpp"
#include "operators/bases.hpp"
#include "operators/initialisation/initialisations.hpp"
#include "representation/cell_board.hpp"

namespace evodoku {

/// Rows with a gene are filled as `row-candidates` fills them: the mutation of the system of that name. Keeps: cells
/// that are not genes; every gene within its candidates.
struct FreshRow : MutationOn<cell_boards> {
    static constexpr const char* name = "fresh-row";
    static constexpr const char* help = "a random row filled again from its candidates";
    std::uint32_t max_rows = 6;
    std::uint32_t order = RowCandidates::left;
    static constexpr std::array parameters{
        count_parameter("max-rows", &FreshRow::max_rows, 1, 100, "rows filled afresh: 1 to this many, at random"),
        row_order_parameter(&FreshRow::order)};

    EVODOKU_HD void operator()(auto board, const Context& context, Draws& draws) const {
        const Puzzle& puzzle = context.puzzle;
        std::uint32_t rows = 0;  // bit r: row r has a gene
        for (int row = 0; row < 9; ++row) {
            rows |= static_cast<std::uint32_t>(puzzle.first_gene[row + 1] != puzzle.first_gene[row]) << row;
        }
        if (rows == 0) return;
        for (std::uint32_t left = 1 + draws.below_small(max_rows); left != 0; --left) {
            const int row = lowest_bit(random_bit_of(rows, draws));
            board.set_row(row, RowCandidates::row_by(puzzle, row, order, draws));
        }
    }
};

/// The Sudoku mutation of charles, as its text describes it, has `tries` 1. `filter` shipped follows its program: any
/// of the 81 cells is drawn, and nothing happens if it is not a gene. The program removes the digits of a unit from the
/// list 1..9 while it iterates over the list, so it skips the digit after a removed one, which stays. Keeps: cells that
/// are not genes. With `filter` lacking, a unit loses at most the overwritten digit.
struct SudokuMutation : MutationOn<cell_boards> {
    static constexpr const char* name = "sudoku";
    static constexpr const char* help = "a gene receives a digit missing from its row, column and box";
    std::uint32_t tries = 4;
    static constexpr std::uint32_t lacking_only = 0, shipped = 1;
    std::uint32_t filter = lacking_only;
    static constexpr std::array parameters{
        count_parameter("tries", &SudokuMutation::tries, 1, 81, "genes tried until one can be changed"),
        name_parameter("filter", &SudokuMutation::filter, "lacking|shipped",
                       "digits allowed: those that all units lack, or as charles shipped it")};

    EVODOKU_HD void operator()(auto board, const Context& context, Draws& draws) const {
        const Puzzle& puzzle = context.puzzle;
        if (puzzle.gene_count == 0) return;
        for (std::uint32_t k = 0; k < tries; ++k) {
            const bool any_cell = filter == shipped;
            const int cell = any_cell ? static_cast<int>(draws.below_small(cell_count))
                                      : puzzle.gene_cell[draws.below_small(puzzle.gene_count)];
            if (any_cell && puzzle.genes == Genes::free_cells && puzzle.fixed[cell] != 0) continue;
            std::uint32_t lacking = CellBoard::digits_mask & ~(board.in_row(row_of(cell)) | board.in_box(box_of(cell)) |
                                                               board.in_column(column_of(cell)));
            if (any_cell) lacking = with_those_skipped(lacking);
            if (lacking == 0) continue;
            return board.set_cell(cell, random_bit_of(lacking, draws));
        }
    }

private:
    /// Removing a digit from a list while walking over it leaves the next one unseen.
    EVODOKU_HD static std::uint32_t with_those_skipped(std::uint32_t lacking) {
        std::uint32_t left = lacking & 1;
        for (std::uint32_t digit = 2; digit <= CellBoard::digits_mask; digit <<= 1) {
            if ((lacking & digit) != 0 || (left & digit >> 1) == 0) left |= digit;
        }
        return left;
    }
};

}  // namespace evodoku
