// The puzzle as operators see it: its fixed cells, and per box the free cells and the missing digits.
#pragma once

#include <cstdint>
#include <type_traits>

#include "core/presolver.hpp"
#include "evodoku/core/hd.hpp"
#include "evodoku/core/presolve.hpp"

namespace evodoku {

/// Plain data, copied to the device as it is. A cell is fixed (a given, or filled by the presolve) or free.
struct Puzzle {
    GridCells<3> fixed;                         ///< 0 where free
    std::uint16_t candidates[cell_count] = {};  ///< bit d-1 = digit d; a fixed cell has its digit
    std::uint8_t free_count[9] = {};            ///< box -> number of free cells = of missing digits
    std::uint8_t free_cell[9][9] = {};          ///< box -> its free cells, as 0..8 within the box
    std::uint8_t missing[9][9] = {};            ///< box -> the digits (1..9) its free cells must hold
    std::uint8_t open_boxes = 0;                ///< boxes with two free cells or more
    std::uint8_t open_box[9] = {};              ///< their numbers
    std::uint16_t fixed_in_row[9] = {};         ///< bit d-1: the row has digit d in a fixed cell
    std::uint16_t fixed_in_column[9] = {};
    std::uint16_t fixed_in_box[9] = {};
    /// box -> the digits of its fixed cells by row, bit row within box * 9 + d-1, and 27 bits above them by column
    std::uint64_t fixed_lines[9] = {};
    std::uint8_t fixed_count = 0;  ///< fixed cells

    // The following fields are per gene (see Genes); genes are numbered like their cells, row by row.
    Genes genes = Genes::free_cells;
    std::uint8_t gene_count = 0;
    std::uint8_t gene_cell[cell_count] = {};
    std::uint8_t first_gene[10] = {};  ///< row -> its first gene; [9] = gene_count
    std::uint8_t open_rows = 0;        ///< rows with two genes or more
    std::uint8_t open_row[9] = {};     ///< their numbers
};

/// False for a larger board.
template <class PuzzleOfBoard>
inline constexpr bool is_9x9 = std::is_same_v<PuzzleOfBoard, Puzzle>;

/// Says which cells are genes.
EVODOKU_HD inline void choose_genes(Puzzle& puzzle, Genes genes) {
    puzzle.genes = genes;
    puzzle.gene_count = puzzle.open_rows = 0;
    for (int row = 0; row < 9; ++row) {
        puzzle.first_gene[row] = puzzle.gene_count;
        for (int column = 0; column < 9; ++column) {
            const int cell = cell_at(row, column);
            if (genes == Genes::free_cells && puzzle.fixed[cell] != 0) continue;
            puzzle.gene_cell[puzzle.gene_count++] = static_cast<std::uint8_t>(cell);
        }
        if (puzzle.gene_count - puzzle.first_gene[row] < 2) continue;
        puzzle.open_row[puzzle.open_rows++] = static_cast<std::uint8_t>(row);
    }
    puzzle.first_gene[9] = puzzle.gene_count;
}

/// Lists the free cells of a box and the digits that they must hold. The fixed cells of the puzzle are there.
/// `number_of(within)`: the number of a cell of the box, as the puzzle keeps it.
template <int order, class AnyPuzzle, class NumberOf>
EVODOKU_HD void list_free_cells(AnyPuzzle& puzzle, int box, const NumberOf& number_of) {
    using Shape = Geometry<order>;
    std::uint64_t present = 0;
    int free = 0, missing = 0;
    for (int within = 0; within < Shape::size; ++within) {
        const std::uint8_t digit = puzzle.fixed[Shape::cell_in_box(box, within)];
        present |= std::uint64_t{1} << digit;
        if (digit == 0) puzzle.free_cell[box][free++] = number_of(within);
    }
    for (int digit = 1; digit <= Shape::size; ++digit) {
        if ((present >> digit & 1) == 0) puzzle.missing[box][missing++] = static_cast<std::uint8_t>(digit);
    }
    puzzle.free_count[box] = static_cast<std::uint8_t>(free);
    if (free >= 2) puzzle.open_box[puzzle.open_boxes++] = static_cast<std::uint8_t>(box);
}

/// Requires a presolve without contradiction.
EVODOKU_HD inline void make_puzzle_into(Puzzle& result, const Presolved<3>& presolved) {
    Puzzle puzzle;
    puzzle.fixed = presolved.grid;
    const GridCells<3>& fixed = puzzle.fixed;
    for (int cell = 0; cell < cell_count; ++cell) puzzle.candidates[cell] = presolved.candidates[cell];
    for (int box = 0; box < 9; ++box) {
        list_free_cells<3>(puzzle, box, [](int within) { return static_cast<std::uint8_t>(within); });
    }
    for (int cell = 0; cell < cell_count; ++cell) {
        if (fixed[cell] == 0) continue;
        const auto bit = static_cast<std::uint16_t>(1u << (fixed[cell] - 1));
        puzzle.fixed_in_row[row_of(cell)] |= bit;
        puzzle.fixed_in_column[column_of(cell)] |= bit;
        puzzle.fixed_in_box[box_of(cell)] |= bit;
        puzzle.fixed_lines[box_of(cell)] |= std::uint64_t{bit} << (row_of(cell) % 3 * 9);
        puzzle.fixed_lines[box_of(cell)] |= std::uint64_t{bit} << (27 + column_of(cell) % 3 * 9);
        ++puzzle.fixed_count;
    }
    choose_genes(puzzle, Genes::free_cells);
    result = puzzle;
}

/// The puzzle of a larger board. Plain data. A cell is fixed (a given, or filled by logic) or free.
template <int order>
struct LargePuzzle {
    using Shape = Geometry<order>;
    std::uint8_t fixed[Shape::cells] = {};                    ///< 0 where free
    std::uint8_t free_count[Shape::size] = {};                ///< box -> free cells = missing digits
    std::uint16_t free_cell[Shape::size][Shape::size] = {};   ///< box -> its free cells
    std::uint8_t missing[Shape::size][Shape::size] = {};      ///< box -> the digits that they must hold
    std::uint64_t allowed[Shape::size][Shape::size] = {};     ///< box -> free cell -> bit k: missing digit k
    std::uint8_t open_boxes = 0, open_box[Shape::size] = {};  ///< boxes with two free cells or more
};

/// Requires a presolve without contradiction.
template <int order>
EVODOKU_HD void make_puzzle_into(LargePuzzle<order>& puzzle, const Presolved<order>& presolved) {
    using Shape = Geometry<order>;
    for (int cell = 0; cell < Shape::cells; ++cell) puzzle.fixed[cell] = presolved.grid[cell];
    puzzle.open_boxes = 0;
    for (int box = 0; box < Shape::size; ++box) {
        list_free_cells<order>(
            puzzle, box, [box](int within) { return static_cast<std::uint16_t>(Shape::cell_in_box(box, within)); });
        for (int k = 0; k < puzzle.free_count[box]; ++k) {
            const std::uint64_t candidates = presolved.candidates[puzzle.free_cell[box][k]];
            std::uint64_t allowed = 0;
            for (int j = 0; j < puzzle.free_count[box]; ++j) {
                allowed |= (candidates >> (puzzle.missing[box][j] - 1) & 1) << j;
            }
            puzzle.allowed[box][k] = allowed;
        }
    }
}

/// A larger board has no other genes than its free cells.
template <int order>
EVODOKU_HD void choose_genes(LargePuzzle<order>&, Genes) {}

}  // namespace evodoku
