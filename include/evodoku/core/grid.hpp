// A 9x9 grid as people write it: 81 digits, row by row, 0 for a blank. Not a chromosome: see representation/.
#pragma once

#include <cstdint>

#include "evodoku/core/geometry.hpp"

namespace evodoku {

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
