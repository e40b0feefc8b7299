// A 9x9 grid as people write it: 81 digits, row by row, 0 for a blank. Not a chromosome: see representation/. And the
// row, column and box of a cell: this arithmetic is in this file alone.
//
//   cells are numbered row by row, 0..80; boxes likewise:   0 1 2   a band  = three boxes side by side,
//   inside a box, `within` counts row by row, 0..8          3 4 5   a stack = three boxes one above another
//                                                           6 7 8
#pragma once

#include <cstdint>

#include "evodoku/core/hd.hpp"

namespace evodoku {

inline constexpr int cell_count = 81;
inline constexpr int unit_count = 27;  ///< 9 rows, then 9 columns, then 9 boxes

EVODOKU_HD constexpr int cell_at(int row, int column) { return row * 9 + column; }
EVODOKU_HD constexpr int row_of(int cell) { return cell / 9; }
EVODOKU_HD constexpr int column_of(int cell) { return cell % 9; }
EVODOKU_HD constexpr int band_of_box(int box) { return box / 3; }
EVODOKU_HD constexpr int stack_of_box(int box) { return box % 3; }
EVODOKU_HD constexpr int box_at(int band, int stack) { return band * 3 + stack; }
EVODOKU_HD constexpr int box_of(int cell) { return box_at(row_of(cell) / 3, column_of(cell) / 3); }
EVODOKU_HD constexpr int within_box(int cell) { return row_of(cell) % 3 * 3 + column_of(cell) % 3; }
EVODOKU_HD constexpr int cell_in_box(int box, int within) {
    return cell_at(band_of_box(box) * 3 + within / 3, stack_of_box(box) * 3 + within % 3);
}

/// Cell number `k` (0..8) of unit `unit` (0..26: rows, columns, boxes).
EVODOKU_HD constexpr int cell_of_unit(int unit, int k) {
    if (unit < 9) return cell_at(unit, k);
    if (unit < 18) return cell_at(k, unit - 9);
    return cell_in_box(unit - 18, k);
}

/// 81 cells, row by row: 1..9, or 0 for a blank.
struct Grid {
    std::uint8_t digit[cell_count] = {};

    EVODOKU_HD constexpr std::uint8_t& operator[](int cell) { return digit[cell]; }
    EVODOKU_HD constexpr const std::uint8_t& operator[](int cell) const { return digit[cell]; }
    bool operator==(const Grid&) const = default;
};

/// Which cells a chromosome of single cells may change: the free ones, or all of them, fixed cells included.
enum class Genes : std::uint8_t { free_cells, all_cells };

}  // namespace evodoku
