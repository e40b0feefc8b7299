// The rest of an epoch that ended early: a puzzle saved in the middle of one makes its last generations apart from the
// others. Migrations and answers are at the ends of epochs, so they come at the same generations as without an
// interruption. Host code.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "backend/islands.hpp"
#include "evodoku/checkpoint/state_bytes.hpp"

namespace evodoku {

/// The generation at which the present epoch of a puzzle ends: that of its next generation, if it is at an end.
inline std::uint32_t end_of_epoch(std::span<const Island> islands_of_puzzle, std::uint32_t sync_every) {
    std::uint32_t latest = 0;
    for (const Island& island : islands_of_puzzle) latest = std::max(latest, island.next_generation);
    return (latest + sync_every - 1) / sync_every * sync_every;
}

/// Brings every island to the end of its epoch, generation by generation, while those that are there wait. Islands on
/// the host are up to date before and after. Throws CheckpointError if one is more than an epoch behind. False if
/// `each_generation` returned false, or the run was stopped.
inline bool catch_up(Islands& evolution, std::uint32_t islands_per_puzzle, std::uint32_t sync_every,
                     const std::function<bool()>& each_generation) {
    const std::span<Island> islands = evolution.islands();
    while (true) {
        std::vector<Island*> paused, behind;
        for (std::size_t first = 0; first < islands.size(); first += islands_per_puzzle) {
            const std::span<Island> of_puzzle = islands.subspan(first, islands_per_puzzle);
            const std::uint32_t end = end_of_epoch(of_puzzle, sync_every);
            for (Island& island : of_puzzle) {
                if (!island.running()) continue;
                if (end - island.next_generation > sync_every) {
                    throw CheckpointError("the checkpoint does not fit these settings: the generations of islands");
                }
                (island.next_generation < end ? behind : paused).push_back(&island);
            }
        }
        if (behind.empty()) return true;
        const auto generations_made = [&behind] {
            std::uint64_t sum = 0;
            for (const Island* island : behind) sum += island->next_generation;
            return sum;
        };
        const std::uint64_t before = generations_made();
        for (Island* island : paused) island->state = IslandState::idle;
        evolution.send();
        evolution.run(1, true);
        evolution.fetch();
        evolution.wait();
        for (Island* island : paused) island->state = IslandState::running;
        evolution.send();
        evolution.wait();
        if (generations_made() == before) return false;  // the device makes no more generations
        if (each_generation && !each_generation()) return false;
    }
}

}  // namespace evodoku
