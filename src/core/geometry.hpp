// Rows, columns, boxes and units of a board whose order is known when compiling; and its cells as plain data.
//
//   order 3: size 9, boxes of 3 x 3     0 1 2   a band  = boxes side by side
//   cells and boxes row by row:         3 4 5   a stack = boxes one above another
//   units: rows, columns, boxes         6 7 8
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <type_traits>

#include "evodoku/core/grid.hpp"
#include "evodoku/core/hd.hpp"

namespace evodoku {

template <int order_>
struct Geometry {
    static_assert(order_ >= smallest_order && order_ <= largest_order,
                  "a set of digits is one word of 64 bits, and 7 x 7 is 49");
    static constexpr int order = order_, size = order * order, cells = size * size, units = 3 * size;
    /// A set of digits: bit d - 1 stands for digit d.
    using Digits = std::conditional_t<order <= 3, std::uint16_t, std::uint64_t>;
    static constexpr std::uint64_t all_digits = (std::uint64_t{1} << size) - 1;

    EVODOKU_HD static constexpr int row_of(int cell) { return cell / size; }
    EVODOKU_HD static constexpr int column_of(int cell) { return cell % size; }
    EVODOKU_HD static constexpr int box_of(int cell) { return row_of(cell) / order * order + column_of(cell) / order; }
    EVODOKU_HD static constexpr int within_box(int cell) {
        return row_of(cell) % order * order + column_of(cell) % order;
    }
    /// `within` counts row by row in the box.
    EVODOKU_HD static constexpr int cell_in_box(int box, int within) {
        return (box / order * order + within / order) * size + box % order * order + within % order;
    }
    EVODOKU_HD static constexpr int cell_of_unit(int unit, int k) {
        if (unit < size) return unit * size + k;
        if (unit < 2 * size) return k * size + unit - size;
        return cell_in_box(unit - 2 * size, k);
    }
};

/// The digit, 0..size - 1, of a solution in which each row is the one above, moved.
constexpr int root_digit(int order, int row, int column) {
    return (order * (row % order) + row / order + column) % (order * order);
}

/// True for 1..size.
template <int order>
EVODOKU_HD bool is_digit(std::uint8_t number) {
    return static_cast<std::uint8_t>(number - 1) < Geometry<order>::size;
}

/// True if every cell of a board is a digit. Eight cells at a time: a sum sets the highest bit of a byte that is above
/// the size, or of all that are not below 1. Only bytes above 127 carry into the next, and those are not digits.
template <int order>
EVODOKU_HD bool are_digits(const std::uint8_t* cells) {
    constexpr std::uint64_t ones = ~std::uint64_t{0} / 255, highest = 128 * ones;
    constexpr std::uint64_t above = (127 - Geometry<order>::size) * ones, not_below = 127 * ones;
    constexpr int count = Geometry<order>::cells, whole = count / 8 * 8;
    std::uint64_t wrong = 0;
    for (int cell = 0; cell < whole; cell += 8) {
        std::uint64_t eight = 0;
        std::memcpy(&eight, cells + cell, sizeof eight);
        wrong |= (eight + above) | ~(eight + not_below);
    }
    for (int cell = whole; cell < count; ++cell) wrong |= is_digit<order>(cells[cell]) ? 0 : highest;
    return (wrong & highest) == 0;
}

/// True if every cell has the digit that `fixed` has there; 0 there: any. Eight cells at a time: a sum sets the highest
/// bit of a byte that is not 0.
template <int order>
EVODOKU_HD bool keeps_fixed(const std::uint8_t* cells, const std::uint8_t* fixed) {
    constexpr std::uint64_t ones = ~std::uint64_t{0} / 255;
    constexpr int count = Geometry<order>::cells, whole = count / 8 * 8;
    std::uint64_t wrong = 0;
    for (int cell = 0; cell < whole; cell += 8) {
        std::uint64_t given = 0, wanted = 0;
        std::memcpy(&given, cells + cell, sizeof given);
        std::memcpy(&wanted, fixed + cell, sizeof wanted);
        wrong |= (given ^ wanted) & ((wanted + 127 * ones) >> 7 & ones) * 255;
    }
    for (int cell = whole; cell < count; ++cell) wrong |= fixed[cell] != 0 && fixed[cell] != cells[cell];
    return wrong == 0;
}

/// Calls work.operator()<order>() for an order known at run time.
void with_order(int order, const auto& work) {
    const bool is_known = [&]<int... k>(std::integer_sequence<int, k...>) {
        return ((order == smallest_order + k && (work.template operator()<smallest_order + k>(), true)) || ...);
    }
    (std::make_integer_sequence<int, largest_order - smallest_order + 1>());
    if (!is_known) throw std::invalid_argument("boards have the orders 2 to 7");
}

/// A grid on a device: 1..size, or 0 for a blank.
template <int order>
struct GridCells {
    std::uint8_t digit[Geometry<order>::cells] = {};

    EVODOKU_HD constexpr std::uint8_t& operator[](int cell) { return digit[cell]; }
    EVODOKU_HD constexpr const std::uint8_t& operator[](int cell) const { return digit[cell]; }
    bool operator==(const GridCells&) const = default;
};

/// Requires a grid of this order.
template <int order>
GridCells<order> cells_of(const Grid& grid) {
    GridCells<order> cells;
    std::ranges::copy(grid.cells(), cells.digit);
    return cells;
}
template <int order>
Grid grid_of(const GridCells<order>& cells) {
    Grid grid(order);
    std::ranges::copy(cells.digit, grid.cells().begin());
    return grid;
}
/// From the view of a board of this order.
template <int order, class View>
Grid grid_of(const View& board) {
    Grid grid(order);
    for (int cell = 0; cell < grid.cell_count(); ++cell) grid[cell] = static_cast<std::uint8_t>(board.digit(cell));
    return grid;
}

// For 9 x 9:
inline constexpr int cell_count = 81;
inline constexpr unsigned all_digits = 0x1FF;  ///< bit d-1 = digit d
EVODOKU_HD constexpr int cell_at(int row, int column) { return row * 9 + column; }
EVODOKU_HD constexpr int row_of(int cell) { return cell / 9; }
EVODOKU_HD constexpr int column_of(int cell) { return cell % 9; }
EVODOKU_HD constexpr int band_of_box(int box) { return box / 3; }
EVODOKU_HD constexpr int stack_of_box(int box) { return box % 3; }
EVODOKU_HD constexpr int box_at(int band, int stack) { return band * 3 + stack; }
EVODOKU_HD constexpr int box_of(int cell) { return Geometry<3>::box_of(cell); }
EVODOKU_HD constexpr int within_box(int cell) { return Geometry<3>::within_box(cell); }
EVODOKU_HD constexpr int cell_in_box(int box, int within) { return Geometry<3>::cell_in_box(box, within); }
EVODOKU_HD constexpr int cell_of_unit(int unit, int k) { return Geometry<3>::cell_of_unit(unit, k); }

}  // namespace evodoku
