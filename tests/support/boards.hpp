// Boards for properties.
#pragma once

#include <rapidcheck.h>

#include <algorithm>
#include <memory>
#include <string>

#include "core/geometry.hpp"
#include "operators/checks.hpp"
#include "representation/box_board.hpp"
#include "representation/cell_board.hpp"
#include "support/puzzles.hpp"

namespace evodoku::test {

/// A puzzle with all that an operator may want to know of it.
struct PreparedPuzzle {
    explicit PreparedPuzzle(const Puzzle& of) : puzzle(of), alleles(checks::prepared_alleles(of)) {}
    Context context() const { return {puzzle, alleles.get()}; }

    Puzzle puzzle;
    std::unique_ptr<Alleles> alleles;
};

/// A board of a puzzle, made from a number.
template <class Representation = BoxBoard>
typename Representation::Stored board_of(const Puzzle& puzzle, std::uint32_t number) {
    return checks::random_board<Representation>(puzzle, Draws({99, 0, number, 0}, Purpose::initialise));
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
    for (const Parameter<Operator>& parameter : parameters_of<Operator>())
        if (parameter.is_of_type()) name += " " + std::to_string(parameter.min);
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
    if (Representation::flag == cell_board && *rc::gen::arbitrary<bool>()) choose_genes(puzzle, Genes::all_cells);
    return puzzle;
}
inline Draws arbitrary_draws(Purpose purpose) {
    return Draws({*rc::gen::arbitrary<std::uint64_t>(), 0, *rc::gen::arbitrary<std::uint32_t>(), 0}, purpose);
}
inline BoxBoard::Stored arbitrary_board() { return arbitrary_board_of(make_puzzle(Grid{})); }
inline Grid arbitrary_box_grid() { return BoxBoard::to_grid(arbitrary_board()); }

/// The digits of one box, cell by cell.
inline bool same_box(const Grid& a, const Grid& b, int box) {
    for (int within = 0; within < 9; ++within)
        if (a[cell_in_box(box, within)] != b[cell_in_box(box, within)]) return false;
    return true;
}

/// A full grid as a board; for a BoxBoard each box must be a permutation of 1..9.
template <class Board>
typename Board::Stored board_of(const Grid& grid) {
    typename Board::Stored board;
    BoxBoard::Box boxes[9] = {};
    for (int cell = 0; cell < cell_count; ++cell)
        if constexpr (std::is_same_v<Board, CellBoard>)
            Board::view(board).set_cell(cell, 1u << grid[cell] >> 1);
        else
            boxes[box_of(cell)] |= Board::place(within_box(cell), grid[cell]);
    if constexpr (std::is_same_v<Board, BoxBoard>) Board::view(board).set_boxes(boxes);
    return board;
}

}  // namespace evodoku::test
