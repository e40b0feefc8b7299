// The diversity of a population in integers, and the memory in which a device counts it.
#pragma once

#include <cstdint>

#include "evodoku/representation/representations.hpp"

namespace evodoku {

/// Counted over the boards of one island, of `size` x `size` cells.
template <int size>
struct DiversityOf {
    static constexpr int cells = size * size, counts = cells * size;
    std::uint64_t distinct = 0;              ///< different boards, notes aside
    std::uint32_t digits[cells][size] = {};  ///< cell, digit - 1 -> boards with this digit in the cell
};

/// Some islands side by side: borrowed pointers, as in a Pool.
template <int size>
struct DiversityRequestOf {
    const std::uint32_t* islands;  ///< position in the list -> island_index
    DiversityOf<size>* at;         ///< position in the list -> result
    std::uint64_t* buckets;        ///< of hash tables, `buckets_per_island` per position
    std::uint32_t buckets_per_island;
};

/// Cells in a row of a representation's boards.
template <class Board>
inline constexpr int board_size = order_of(Board::flag) * order_of(Board::flag);

template <class Board>
using Diversity = DiversityOf<board_size<Board>>;
template <class Board>
using DiversityRequest = DiversityRequestOf<board_size<Board>>;

}  // namespace evodoku
