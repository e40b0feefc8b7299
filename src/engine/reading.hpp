// The host's data about an island besides its state, gathered on the device for a single copy. And the diversity of a
// population, with the memory in which a device counts it.
#pragma once

#include <cstdint>

#include "engine/island.hpp"
#include "evodoku/core/presolve.hpp"
#include "evodoku/operators/operator.hpp"
#include "evodoku/representation/representations.hpp"

namespace evodoku {

/// Costs of a population at some of its ranks. A quantile is the lowest cost that this share of the boards does not
/// exceed.
struct CostRanks {
    std::uint32_t best = 0, q10 = 0, q25 = 0, median = 0, q75 = 0, q90 = 0, worst = 0;
};

/// Numbers about a population of any board.
struct ReadingNumbers {
    CostRanks costs;
    std::uint32_t size = 0;  ///< individuals of the population
    std::uint64_t fingerprint = 0, cost_sum = 0, cost_squares = 0;
    Effort effort;
};

template <class Board>
struct Reading : ReadingNumbers {
    typename Board::Presolved logic;  ///< of its puzzle
    Champion<Board> champion;
    typename Board::Stored best;  ///< the board of rank 0
};

/// The sums over a population that a reading shall have; the others are 0.
struct WantedSums {
    bool fingerprint = false, costs = false, effort = false;
};

/// Readings of some islands, side by side: borrowed pointers, as in a Pool.
template <class Board>
struct Readings {
    const std::uint32_t* islands;  ///< reading -> island_index
    Reading<Board>* at;
};

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
