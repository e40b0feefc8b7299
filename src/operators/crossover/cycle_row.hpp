// Crossover `cycle-row`.
#pragma once

#include "core/geometry.hpp"
#include "operators/context.hpp"
#include "operators/crossover/cells.hpp"
#include "operators/parameter.hpp"

namespace evodoku {

/// Cycle crossover (Oliver, Smith and Holland, 1987) in each row, as Moraglio, Togelius and Lucas (2006) have it:
///
///   in each row: begin at the leftmost cell left; from a cell go to the one where a has b's digit of that cell, until
///   there is none left: that is a cycle
///   the cycles come from the two parents in turn; a coin toss per row says which parent gives the first
///
/// Keeps: each cell's digit is that of one parent there; rows that are permutations in both parents stay permutations.
struct CycleRow {
    static constexpr const char* name = "cycle-row";
    static constexpr const char* help = "in each row the cycles between the parents, from each in turn";
    static constexpr Representations supports = cell_board;
    static constexpr OperatorNeeds needs = {};
    std::uint32_t rate = percent(80);

    static constexpr auto parameters() {
        return std::array{rate_parameter<CycleRow>("children made by crossover; the others copy one parent")};
    }

    template <class View, class MutableView>
    EVODOKU_HD void operator()(View a, View b, MutableView child, const Context&, Draws& draws) const {
        std::uint32_t from_a = draws.bits(9);
        copy_cells(a, child);
        for (int row = 0; row < 9; ++row, from_a >>= 1) {
            std::uint32_t left = CellBoard::digits_mask;  // columns in no cycle yet
            for (bool of_a = (from_a & 1) != 0; left != 0; of_a = !of_a) {
                for (int column = lowest_bit(left); column >= 0;) {
                    left &= ~(1u << column);
                    const std::uint32_t digit = b.digit_bit(cell_at(row, column));
                    if (!of_a) child.set_cell(cell_at(row, column), digit);
                    column = column_of_digit(a, row, left, digit);
                }
            }
        }
    }

private:
    /// The first of some columns in which a row has a digit; -1 where none has.
    template <class View>
    EVODOKU_HD static int column_of_digit(View board, int row, std::uint32_t columns, std::uint32_t digit) {
        for (; columns != 0; columns &= columns - 1) {
            const int column = lowest_bit(columns);
            if (board.digit_bit(cell_at(row, column)) == digit) return column;
        }
        return -1;
    }
};

}  // namespace evodoku
