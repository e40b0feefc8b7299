// Whether a stored board holds what operators rely on: each box has each digit once, or each cell one digit; a larger
// board also has the puzzle's fixed cells. Host code.
#pragma once

#include <cstdint>
#include <type_traits>

#include "core/bits.hpp"
#include "core/geometry.hpp"
#include "representation/every_board.hpp"

namespace evodoku {

/// Operators rely on it: a box of nine cells, as bits, is a permutation.
inline bool is_permutation(BoxBits::Box box) {
    std::uint32_t in_rows = 0, in_columns = 0;
    for (int line = 0; line < 3; ++line) {
        in_rows |= static_cast<std::uint32_t>(box >> 9 * line) & BoxBits::digits_mask;
        in_columns |= static_cast<std::uint32_t>(box >> (27 + 9 * line)) & BoxBits::digits_mask;
    }
    bool one_each = in_rows == BoxBits::digits_mask && in_columns == BoxBits::digits_mask &&
                    count_bits(box & BoxBits::rows_mask) == 9 && count_bits(box & BoxBits::columns_mask) == 9;
    for (int within = 0; within < 9; ++within) one_each = one_each && count_bits(BoxBits::digit_bit(box, within)) == 1;
    return one_each;
}

inline bool is_whole(BoxBoard::View board) {
    for (int box = 0; box < 9; ++box) {
        if (!is_permutation(board.box(box))) return false;
    }
    return true;
}
inline bool is_whole(CellBoard::View board) {
    for (int cell = 0; cell < cell_count; ++cell) {
        if (count_bits(board.digit_bit(cell)) != 1) return false;
    }
    return true;
}
template <int order>
bool is_whole_of_order(const std::uint8_t* digits, const LargePuzzle<order>& puzzle) {
    constexpr int size = order * order;
    for (int box = 0; box < size; ++box) {
        std::uint64_t held = 0;
        for (int within = 0; within < size; ++within) {
            const int row = box / order * order + within / order, column = box % order * order + within % order;
            const std::uint8_t digit = digits[row * size + column], fixed = puzzle.fixed[row * size + column];
            if (digit < 1 || digit > size || (fixed != 0 && digit != fixed)) return false;
            held |= std::uint64_t{1} << (digit - 1);
        }
        if (count_bits(held) != size) return false;
    }
    return true;
}

template <class Board>
bool is_whole_board(const typename Board::Stored& stored, const typename Board::Puzzle& puzzle) {
    if constexpr (std::is_same_v<Board, BoxBoard> || std::is_same_v<Board, CellBoard>) {
        return is_whole(Board::view(stored));
    } else {
        return is_whole_of_order<Board::order>(Board::view(stored).digits(), puzzle);
    }
}

}  // namespace evodoku
