// One puzzle as an evolution receives it.
#pragma once

#include <cstdint>

#include "evodoku/core/grid.hpp"
#include "evodoku/core/presolve.hpp"

namespace evodoku {

/// Its answer depends only on this and the configuration. Plain data, copied to the device as it is.
struct PuzzleJob {
    Grid givens;  ///< must not conflict
    PresolveLevel presolve = PresolveLevel::full;
    std::uint32_t puzzle_index = 0;  ///< in the input, from 0
    std::uint64_t seed = 0;
};

}  // namespace evodoku
