// The census phase: what a deme makes of its generation.
#pragma once

#include <cstdint>

#include "evodoku/engine/deme.hpp"

namespace evodoku {

/// Closes a generation of a deme: keeps the champion, sees stagnation and the end, turns the buffers.
template <class Representation>
struct CensusPhase {
    static constexpr const char* name = "census";
    Pool<Representation> pool;

    EVODOKU_HD void operator()(std::uint32_t number) const {
        Deme deme = pool.demes[number];
        if (!deme.running()) return;
        const std::uint32_t first = pool.first_slot(number);
        const std::uint32_t index = pool.order[first] & pool.order_mask;
        const std::uint32_t cost = pool.costs[deme.back()][first + index];
        const std::uint32_t generation = deme.next_generation;

        const std::uint32_t carried = pool.elites + (deme.receives ? pool.migrants : 0);
        deme.evaluations += pool.deme_size - (deme.fresh ? 0 : carried);
        deme.front = deme.back();
        deme.receives = false;
        deme.next_generation = generation + 1;

        Champion<Representation>& champion = pool.champions[number];
        if (cost < champion.cost) {
            champion.board = pool.boards[deme.front][first + index];
            champion.cost = cost, champion.generation = generation, champion.index = index;
        }
        if (deme.fresh || cost < deme.best) deme.best = cost, deme.improved = generation;
        deme.fresh = false;
        if (cost == 0) {
            deme.state = DemeState::solved;
        } else if (generation == deme.limit) {
            deme.state = DemeState::exhausted;
        } else if (pool.stall != 0 && generation - deme.improved >= pool.stall) {
            deme.fresh = true;
            ++deme.restarts;
        }
        pool.demes[number] = deme;
    }
};

}  // namespace evodoku
