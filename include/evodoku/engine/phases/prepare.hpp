// The prepare phase: what operators want to know of a puzzle before its first generation.
#pragma once

#include <cstdint>

#include "evodoku/engine/deme.hpp"

namespace evodoku {

/// Lists the alleles of box `task % 9` of puzzle slot `task / 9`, where that slot's puzzle has not begun.
template <class Representation>
struct PreparePhase {
    static constexpr const char* name = "prepare";
    Pool<Representation> pool;
    std::uint32_t demes_a_puzzle;

    EVODOKU_HD void operator()(std::uint32_t task) const {
        const std::uint32_t slot = task / 9;
        const Deme& deme = pool.demes[slot * demes_a_puzzle];
        if (!deme.running() || deme.next_generation != 0) return;
        pool.alleles[slot].list(pool.puzzles[slot], static_cast<int>(task % 9));
    }
};

}  // namespace evodoku
