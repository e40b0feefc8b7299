// A grid of any order as people write it: order 3 is 9 x 9 with boxes of 3 x 3, order 4 is 16 x 16 with boxes of 4 x 4.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace evodoku {

inline constexpr int smallest_order = 2, largest_order = 7;

/// size() x size() cells, row by row: 1..size(), or 0 for a blank. Up to 9 x 9 it needs no memory besides itself. One
/// that was moved from may only be assigned to or destroyed.
class Grid {
public:
    /// 9 x 9, all blank.
    constexpr Grid() = default;
    /// All blank. Throws std::invalid_argument unless the order is smallest_order..largest_order: 3 for 9 x 9.
    explicit Grid(int order) : order_(order) {
        if (order < smallest_order || order > largest_order) {
            throw std::invalid_argument("the order of a grid is " + std::to_string(order) + "; allowed: " +
                                        std::to_string(smallest_order) + ".." + std::to_string(largest_order));
        }
        if (order > 3) many_.resize(static_cast<std::size_t>(cell_count()));
    }
    Grid(const Grid& other) { *this = other; }
    Grid(Grid&&) noexcept = default;
    /// A 9 x 9 grid takes a few instructions: a run copies ten per puzzle.
    Grid& operator=(const Grid& other) {
        order_ = other.order_;
        few_ = other.few_;
        if (order_ > 3 || !many_.empty()) many_ = other.many_;
        return *this;
    }
    Grid& operator=(Grid&&) noexcept = default;
    ~Grid() = default;

    int order() const { return order_; }  ///< the side of a box
    /// Cells of a row, and the number of digits: order() squared.
    int size() const { return order_ * order_; }
    int cell_count() const { return size() * size(); }  ///< order^4

    std::uint8_t& operator[](int cell) { return first()[cell]; }
    const std::uint8_t& operator[](int cell) const { return first()[cell]; }
    /// cells: cell_count() digits, row by row; 0 is a blank. Throws nothing.
    std::span<std::uint8_t> cells() { return {first(), static_cast<std::size_t>(cell_count())}; }
    /// The same cells, to read.
    std::span<const std::uint8_t> cells() const { return {first(), static_cast<std::size_t>(cell_count())}; }

    bool operator==(const Grid&) const = default;

private:
    std::uint8_t* first() { return order_ > 3 ? many_.data() : few_.data(); }
    const std::uint8_t* first() const { return order_ > 3 ? many_.data() : few_.data(); }

    int order_ = 3;
    std::array<std::uint8_t, 81> few_ = {};  ///< the cells up to order 3
    std::vector<std::uint8_t> many_;         ///< those of larger orders
};

/// The name of a cell in messages: "r4c7" for row 4, column 7. `size`: cells of a row. Throws nothing.
inline std::string cell_name(int cell, int size) {
    return std::string("r").append(std::to_string(cell / size + 1)).append("c").append(std::to_string(cell % size + 1));
}

}  // namespace evodoku
