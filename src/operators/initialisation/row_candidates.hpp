// Initialisation `row-candidates`.
#pragma once

#include "core/geometry.hpp"
#include "operators/context.hpp"
#include "operators/parameter.hpp"
#include "representation/cell_board.hpp"

namespace evodoku {

/// Rows filled from candidates, as the system of that name does: free cells from left to right (`order` left), each
/// with a random digit of those of its candidates that the row still misses, or of all its candidates where none is
/// left. So a row may hold duplicates, but every digit is one that the givens allow there (with --presolve givens or
/// higher).
///
/// `order` fewest fills the cell with the fewest such digits next, the leftmost of several: what the authors of the
/// system wished to try.
///
/// Keeps: fixed cells; every free cell within its candidates.
struct RowCandidates {
    static constexpr const char* name = "row-candidates";
    static constexpr const char* help = "rows filled from candidates that the row still misses";
    static constexpr Representations supports = cell_board;
    static constexpr OperatorNeeds needs = {};
    static constexpr Genes genes = Genes::free_cells;
    static constexpr std::uint32_t blocks = 1;

    static constexpr std::uint32_t left = 0, fewest = 1;
    std::uint32_t order = left;

    /// Also that of the mutation that fills rows afresh.
    template <class Self>
    static constexpr Parameter<Self> order_parameter(std::uint32_t Self::*member) {
        return {
            "order",      member, ParameterKind::name,
            left,         fewest, "cells filled first: the leftmost, or those with the fewest digits to choose from",
            "left|fewest"};
    }
    static constexpr auto parameters() { return std::array{order_parameter(&RowCandidates::order)}; }

    template <class MutableView>
    EVODOKU_HD void operator()(MutableView board, const Context& context, Draws& draws) const {
        for (int row = 0; row < 9; ++row) board.set_row(row, fresh_row(context.puzzle, row, order, draws));
    }

    EVODOKU_HD static CellBoard::Row fresh_row(const Puzzle& puzzle, int row, std::uint32_t order, Draws& draws) {
        if (order == fewest) return fewest_first(puzzle, row, draws);
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

private:
    /// The digits to choose from: those that the row still misses, or all candidates where none of them is left.
    EVODOKU_HD static std::uint32_t choice_of(std::uint32_t candidates, std::uint32_t used) {
        return (candidates & ~used) != 0 ? candidates & ~used : candidates;
    }

    /// Without an array that a variable indexes: a GPU would keep it in local memory.
    EVODOKU_HD static void put(CellBoard::Row& row, int column, std::uint32_t digits) {
        for (int stack = 0; stack < 3; ++stack) {
            row.triple[stack] |= stack == column / 3 ? digits << column % 3 * 9 : 0;
        }
    }

    EVODOKU_HD static CellBoard::Row fewest_first(const Puzzle& puzzle, int row, Draws& draws) {
        std::uint32_t used = puzzle.fixed_in_row[row];
        CellBoard::Row fresh = {};
        std::uint32_t open = 0;  // columns to fill
        for (int column = 0; column < 9; ++column) {
            const int cell = cell_at(row, column);
            if (puzzle.fixed[cell] == 0) {
                open |= 1u << column;
            } else {
                put(fresh, column, puzzle.candidates[cell]);
            }
        }
        while (open != 0) {
            int next = 0, fewest_digits = 10;
            for (std::uint32_t left_open = open; left_open != 0; left_open &= left_open - 1) {
                const int column = lowest_bit(left_open);
                const int digits = count_bits(choice_of(puzzle.candidates[cell_at(row, column)], used));
                if (digits < fewest_digits) next = column, fewest_digits = digits;
            }
            const std::uint32_t digits = choice_of(puzzle.candidates[cell_at(row, next)], used);
            const std::uint32_t chosen =
                only_nth_bit(digits, draws.below_small(static_cast<std::uint32_t>(fewest_digits)));
            used |= chosen, open &= ~(1u << next);
            put(fresh, next, chosen);
        }
        return fresh;
    }
};

}  // namespace evodoku
