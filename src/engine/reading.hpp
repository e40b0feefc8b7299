// The host's data about an island besides its state, gathered on the device for a single copy.
#pragma once

#include <cstdint>

#include "engine/island.hpp"
#include "evodoku/core/presolve.hpp"
#include "evodoku/operators/operator.hpp"

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

template <class Representation>
struct Reading : ReadingNumbers {
    typename Representation::Presolved logic;  ///< of its puzzle
    Champion<Representation> champion;
    typename Representation::Stored best;  ///< the board of rank 0
};

/// The sums over a population that a reading shall have; the others are 0.
struct WantedSums {
    bool fingerprint = false, costs = false, effort = false;
};

/// Readings of some islands, side by side: borrowed pointers, as in a Pool.
template <class Representation>
struct Readings {
    const std::uint32_t* islands;  ///< reading -> island_index
    Reading<Representation>* at;
};

}  // namespace evodoku
