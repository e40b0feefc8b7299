// Boards for properties.
#pragma once

#include <rapidcheck.h>

#include <algorithm>
#include <memory>
#include <string>

#include "core/geometry.hpp"
#include "operators/bases.hpp"
#include "operators/initialisation/initialisations.hpp"
#include "operators/mutation/alleles.hpp"
#include "representation/box_board.hpp"
#include "representation/cell_board.hpp"
#include "support/puzzles.hpp"

namespace evodoku::test {

/// A puzzle with all that an operator may want to know of it.
struct PreparedPuzzle {
    explicit PreparedPuzzle(const Puzzle& of) : puzzle(of), alleles(std::make_unique<Alleles>()) {
        for (int box = 0; box < 9; ++box) alleles->count_box(puzzle, box);
        for (int box = 0; box < 9; ++box) alleles->list_box(puzzle, box);
        for (std::uint32_t pair = 0; pair < 36; ++pair) {
            for (std::uint32_t part = 0; part < 2; ++part) alleles->make_rows(pair / 4, pair % 4, part, 2);
        }
    }
    Context context() const { return {puzzle, alleles.get()}; }

    Puzzle puzzle;
    std::unique_ptr<Alleles> alleles;
};

/// A board of a puzzle, made from a number.
template <class Representation = BoxBoard>
typename Representation::Stored board_of(const Puzzle& puzzle, std::uint32_t number) {
    typename Representation::Stored board;
    Draws draws({99, 0, number, 0}, Purpose::initialise);
    if constexpr (Representation::flag == box_board) {
        RandomBoxes{}(BoxBoard::view(board), Context{puzzle}, draws);
    } else if (puzzle.genes == Genes::all_cells) {
        AllCells{}(CellBoard::view(board), Context{puzzle}, draws);
    } else {
        FreeCells{}(CellBoard::view(board), Context{puzzle}, draws);
    }
    return board;
}

/// Calls visit<Operator, Representation>() for every operator of a kind on every representation that it supports.
template <class List, class Visit>
void for_each_pairing(const Visit& visit) {
    List::for_each([&]<class Operator>(const Operator&) {
        if constexpr (supports<Operator>(box_board)) visit.template operator()<Operator, BoxBoard>();
        if constexpr (supports<Operator>(cell_board)) visit.template operator()<Operator, CellBoard>();
    });
}
template <class Operator, class Representation>
std::string pairing() {
    std::string name = Operator::name;
    for (const Parameter<Operator>& parameter : parameters_of<Operator>()) {
        if (parameter.is_of_type()) name += " " + std::to_string(parameter.min);
    }
    return name + " on a " + to_text(Representation::flag);
}

/// An operator with every parameter at an end of its range or in between. Inside rc::check only, as what follows.
template <class Operator>
Operator with_arbitrary_parameters() {
    Operator op;
    for (const Parameter<Operator>& parameter : parameters_of<Operator>()) {
        if (parameter.is_of_type()) continue;
        op.*parameter.member = *rc::gen::oneOf(rc::gen::just(parameter.min), rc::gen::just(parameter.max),
                                               rc::gen::inRange(parameter.min, parameter.max));
    }
    return op;
}

/// One of the test puzzles. Inside rc::check only, as what follows.
inline Puzzle arbitrary_puzzle() { return make_puzzle(*rc::gen::elementOf(batch_puzzles())); }
template <class Representation = BoxBoard>
typename Representation::Stored arbitrary_board_of(const Puzzle& puzzle) {
    return board_of<Representation>(puzzle, *rc::gen::arbitrary<std::uint32_t>());
}
/// One of the test puzzles, for boards of single cells sometimes with all cells as genes.
template <class Representation>
Puzzle arbitrary_puzzle_for() {
    Puzzle puzzle = arbitrary_puzzle();
    if (Representation::flag == cell_board && *rc::gen::arbitrary<bool>()) {
        choose_genes(puzzle, Genes::all_cells);
    }
    return puzzle;
}
inline Draws arbitrary_draws(Purpose purpose) {
    return Draws({*rc::gen::arbitrary<std::uint64_t>(), 0, *rc::gen::arbitrary<std::uint32_t>(), 0}, purpose);
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

/// True if the grid can be a chromosome of a representation: digits everywhere, cells that are not genes fixed, and on
/// a box-board every box a permutation.
template <class Representation>
bool is_chromosome(const Puzzle& puzzle, const Grid& grid) {
    for (int cell = 0; cell < cell_count; ++cell) {
        if (grid[cell] < 1 || grid[cell] > 9) return false;
        const bool is_gene = puzzle.fixed[cell] == 0 || puzzle.genes == Genes::all_cells;
        if (!is_gene && grid[cell] != puzzle.fixed[cell]) return false;
    }
    return Representation::flag != box_board || boxes_are_permutations(grid);
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

/// A full grid as a board; for a BoxBoard each box must be a permutation of 1..9.
template <class Board>
typename Board::Stored board_of(const Grid& grid) {
    typename Board::Stored board;
    BoxBoard::Box boxes[9] = {};
    for (int cell = 0; cell < cell_count; ++cell) {
        if constexpr (std::is_same_v<Board, CellBoard>) {
            Board::view(board).set_cell(cell, 1u << grid[cell] >> 1);
        } else {
            boxes[box_of(cell)] |= Board::place(within_box(cell), grid[cell]);
        }
    }
    if constexpr (std::is_same_v<Board, BoxBoard>) Board::view(board).set_boxes(boxes);
    return board;
}

}  // namespace evodoku::test
