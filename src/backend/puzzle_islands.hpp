// The islands of one puzzle at the ends of its epochs: how they begin, migrate and end. Host code.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "engine/island.hpp"
#include "evodoku/core/presolve.hpp"
#include "evodoku/engine/config.hpp"

namespace evodoku {

/// `first`: the index of the first of the islands among all.
inline void begin_islands(std::span<Island> islands, const PuzzleJob& job, std::uint32_t puzzle_slot,
                          std::uint32_t first, std::uint32_t generations) {
    const auto count = static_cast<std::uint32_t>(islands.size());
    for (std::uint32_t island_of_puzzle = 0; island_of_puzzle < count; ++island_of_puzzle) {
        Island island;
        island.seed = job.seed;
        island.puzzle_index = job.puzzle_index;
        island.puzzle_slot = puzzle_slot;
        island.island_of_puzzle = island_of_puzzle;
        island.limit = generations;
        island.source = first + (island_of_puzzle + count - 1) % count;  // the ring
        island.state = IslandState::running;
        islands[island_of_puzzle] = island;
    }
}

/// Marks the islands that receive migrants in the next generation; true if there are any. Call it where an epoch
/// begins.
inline bool start_migrations(std::span<Island> islands, const Config& config) {
    if (config.islands == 1 || config.migrants == 0) return false;
    bool any = false;
    for (Island& island : islands) {
        island.receives =
            island.running() && island.next_generation > 0 && island.next_generation % config.migrate_every == 0;
        any = any || island.receives;
    }
    return any;
}

/// True if its puzzle has its answer at the end of an epoch: an island solved it, or none is running.
inline bool has_ended(std::span<const Island> islands) {
    const bool solved = std::ranges::count(islands, IslandState::solved, &Island::state) != 0;
    return solved || std::ranges::none_of(islands, &Island::running);
}

/// The generation at which the present epoch of a puzzle ends: that of its next generation, if it is at an end.
inline std::uint32_t end_of_epoch(std::span<const Island> islands_of_puzzle, std::uint32_t sync_every) {
    std::uint32_t latest = 0;
    for (const Island& island : islands_of_puzzle) latest = std::max(latest, island.next_generation);
    return (latest + sync_every - 1) / sync_every * sync_every;
}

}  // namespace evodoku
