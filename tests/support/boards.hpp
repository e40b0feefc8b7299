// Boards for properties.
#pragma once

#include <rapidcheck.h>

#include <algorithm>
#include <memory>

#include "evodoku/operators/context.hpp"
#include "evodoku/operators/initialisation/random_boxes.hpp"
#include "evodoku/operators/mutation/alleles.hpp"
#include "evodoku/representation/box_board.hpp"
#include "support/puzzles.hpp"

namespace evodoku::test {

/// A puzzle with all that an operator may want to know of it.
struct PreparedPuzzle {
    explicit PreparedPuzzle(const Puzzle& of) : puzzle(of), alleles(std::make_unique<Alleles>()) {
        for (int box = 0; box < 9; ++box) alleles->prepare(puzzle, box);
    }
    Context context() const { return {puzzle, alleles.get()}; }

    Puzzle puzzle;
    std::unique_ptr<Alleles> alleles;
};

/// A board of a puzzle, made from a number.
inline BoxBoard::Stored board_of(const Puzzle& puzzle, std::uint32_t number) {
    BoxBoard::Stored board;
    Draws draws({99, 0, number, 0}, Purpose::initialise);
    RandomBoxes{}(BoxBoard::view(board), Context{puzzle}, draws);
    return board;
}

/// One of the test puzzles. Inside rc::check only, as what follows.
inline Puzzle arbitrary_puzzle() { return make_puzzle(*rc::gen::elementOf(batch_puzzles())); }
inline BoxBoard::Stored arbitrary_board_of(const Puzzle& puzzle) {
    return board_of(puzzle, *rc::gen::arbitrary<std::uint32_t>());
}
inline BoxBoard::Stored arbitrary_board() { return arbitrary_board_of(make_puzzle(Grid{})); }
inline Grid arbitrary_box_grid() { return BoxBoard::to_grid(arbitrary_board()); }

/// True if every box holds 1..9 once.
inline bool boxes_are_permutations(const Grid& grid) {
    for (int box = 0; box < 9; ++box) {
        unsigned digits = 0;
        for (int within = 0; within < 9; ++within) digits |= 1u << grid[cell_in_box(box, within)];
        if (digits != 0x3FE) return false;
    }
    return true;
}

/// True if every fixed cell of the puzzle has its digit.
inline bool keeps_fixed_cells(const Puzzle& puzzle, const Grid& grid) {
    for (int cell = 0; cell < cell_count; ++cell) {
        if (puzzle.fixed[cell] != 0 && grid[cell] != puzzle.fixed[cell]) return false;
    }
    return true;
}

/// The digits of one box, cell by cell.
inline bool same_box(const Grid& a, const Grid& b, int box) {
    for (int within = 0; within < 9; ++within) {
        if (a[cell_in_box(box, within)] != b[cell_in_box(box, within)]) return false;
    }
    return true;
}

}  // namespace evodoku::test
