// The answer of a puzzle from its islands. Host code.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

#include "engine/island.hpp"
#include "engine/reading.hpp"
#include "evodoku/backend/backend.hpp"

namespace evodoku {

/// The solution of the earliest generation, then the lowest island, then the lowest index; or the lowest cost.
template <class Representation>
Answer answer_of(std::span<const Island> islands, std::span<const Reading<Representation>> readings) {
    Answer answer;
    answer.puzzle_index = islands.front().puzzle_index;
    answer.logic = logic_of(readings.front().logic);
    if (islands.front().state == IslandState::settled) return answer;
    answer.evolved = true;
    Champion<Representation> best;
    for (std::size_t k = 0; k < islands.size(); ++k) {
        const Island& island = islands[k];
        if (island.next_generation == 0) continue;  // stopped before its first generation was complete
        const Champion<Representation>& champion = readings[k].champion;
        if (std::pair(champion.cost, champion.generation) < std::pair(best.cost, best.generation)) best = champion;
        answer.evaluations += island.evaluations;
        answer.effort.add(readings[k].effort);
        answer.restarts += island.restarts;
        answer.generations = std::max(answer.generations, island.next_generation - 1);
        answer.fingerprint = mix(answer.fingerprint ^ readings[k].fingerprint);
    }
    answer.solved = best.cost == 0;
    answer.cost = best.cost;
    answer.board = Representation::to_grid(best.board);
    if (answer.solved) answer.generations = best.generation;
    return answer;
}

}  // namespace evodoku
