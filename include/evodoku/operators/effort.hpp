// What a mutation that searches by itself has done: its unit of work, beside the evaluation.
#pragma once

#include <cstdint>

#include "evodoku/core/hd.hpp"

namespace evodoku {

/// Such a mutation returns it, and says so by `static constexpr bool counts_effort = true`.
struct Effort {
    std::uint64_t trials = 0;   ///< swaps judged by their change of cost
    std::uint64_t redraws = 0;  ///< boxes drawn afresh by the heat bath

    EVODOKU_HD void add(const Effort& more) { trials += more.trials, redraws += more.redraws; }
};

}  // namespace evodoku
