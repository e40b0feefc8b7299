// Rows, columns, boxes and units of a board of any order, known when compiling. The 9 x 9 board has its own in
// grid.hpp.
//
//   order 4: size 16, boxes of 4 x 4; cells row by row, boxes likewise, units: rows, columns, boxes
#pragma once

#include <cstdint>

#include "evodoku/core/hd.hpp"

namespace evodoku {

template <int order_>
struct LargeGeometry {
    static_assert(order_ >= 2 && order_ <= 7, "a set of digits is one word of 64 bits, and 7 x 7 is 49");
    static constexpr int order = order_, size = order * order, cells = size * size, units = 3 * size;
    /// Bit d - 1 stands for digit d.
    static constexpr std::uint64_t all_digits = (std::uint64_t{1} << size) - 1;

    EVODOKU_HD static constexpr int row_of(int cell) { return cell / size; }
    EVODOKU_HD static constexpr int column_of(int cell) { return cell % size; }
    EVODOKU_HD static constexpr int box_of(int cell) { return row_of(cell) / order * order + column_of(cell) / order; }
    EVODOKU_HD static constexpr int cell_in_box(int box, int within) {
        return (box / order * order + within / order) * size + box % order * order + within % order;
    }
    EVODOKU_HD static constexpr int cell_of_unit(int unit, int k) {
        if (unit < size) return unit * size + k;
        if (unit < 2 * size) return k * size + unit - size;
        return cell_in_box(unit - 2 * size, k);
    }
};

}  // namespace evodoku
