// The diversity of a population in integers, and the memory in which a device counts it.
#pragma once

#include <cstdint>

#include "evodoku/core/grid.hpp"

namespace evodoku {

/// Counted over the boards of one island.
struct Diversity {
    std::uint64_t distinct = 0;                ///< different boards, notes aside
    std::uint32_t digits[cell_count][9] = {};  ///< cell, digit - 1 -> boards with this digit in the cell
};

/// Some islands side by side: borrowed pointers, as in a Pool.
struct DiversityRequest {
    const std::uint32_t* islands;  ///< position in the list -> island_index
    Diversity* at;                 ///< position in the list -> result
    std::uint64_t* buckets;        ///< of hash tables, `buckets_per_island` per position
    std::uint32_t buckets_per_island;
};

}  // namespace evodoku
