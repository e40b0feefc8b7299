// A grid of any order as people write it: order 4 is 16 x 16, with boxes of 4 x 4. The 9 x 9 grid is grid.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace evodoku {

inline constexpr int smallest_order = 2, largest_order = 7;

/// size() x size() cells, row by row: 1..size(), or 0 for a blank. size() = order^2 is also the number of digits.
struct LargeGrid {
    int order = 0;  ///< 0: no grid
    std::vector<std::uint8_t> digit;

    LargeGrid() = default;
    /// All blank. Requires smallest_order..largest_order.
    explicit LargeGrid(int order_of_grid)
        : order(order_of_grid),
          digit(static_cast<std::size_t>(order_of_grid * order_of_grid) *
                static_cast<std::size_t>(order_of_grid * order_of_grid)) {}

    int size() const { return order * order; }
    int cell_count() const { return size() * size(); }
    std::uint8_t& operator[](int cell) { return digit[static_cast<std::size_t>(cell)]; }
    const std::uint8_t& operator[](int cell) const { return digit[static_cast<std::size_t>(cell)]; }
    bool operator==(const LargeGrid&) const = default;
};

}  // namespace evodoku
