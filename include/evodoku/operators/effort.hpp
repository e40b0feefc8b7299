// The work of a mutation with its own search, counted beside evaluations.
#pragma once

#include <cstdint>

#include "evodoku/core/hd.hpp"

namespace evodoku {

/// Returned by every mutation that needs `effort`.
struct Effort {
    std::uint64_t trials = 0;   ///< swaps judged by their change of cost
    std::uint64_t redraws = 0;  ///< boxes redrawn by the heat bath

    EVODOKU_HD void add(const Effort& more) { trials += more.trials, redraws += more.redraws; }
};

}  // namespace evodoku
