// The host's data about an island besides its state, gathered on the device for a single copy.
#pragma once

#include <cstdint>

#include "engine/island.hpp"
#include "evodoku/core/presolve.hpp"
#include "evodoku/operators/effort.hpp"

namespace evodoku {

template <class Representation>
struct Reading {
    Presolved logic;  ///< of its puzzle
    Champion<Representation> champion;
    std::uint64_t fingerprint = 0, cost_sum = 0;
    std::uint32_t worst = 0;  ///< highest cost of its population
    Effort effort;
};

/// Readings of some islands, side by side: borrowed pointers, as in a Pool.
template <class Representation>
struct Readings {
    const std::uint32_t* islands;  ///< reading -> number of the island
    Reading<Representation>* at;
};

}  // namespace evodoku
