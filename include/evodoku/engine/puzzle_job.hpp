// One puzzle as it is handed to an evolution.
#pragma once

#include <cstdint>

#include "evodoku/core/grid.hpp"
#include "evodoku/core/presolve.hpp"

namespace evodoku {

/// Its answer depends on this, the configuration and nothing else. Plain data, copied to the device as it is.
struct PuzzleJob {
    Grid givens;  ///< that do not conflict
    PresolveLevel presolve = PresolveLevel::full;
    std::uint32_t place = 0;  ///< in the input, from 0
    std::uint64_t seed = 0;
};

}  // namespace evodoku
