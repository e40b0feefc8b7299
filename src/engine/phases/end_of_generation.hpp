// The end-of-generation phase: the state of an island after its generation.
#pragma once

#include <cstdint>

#include "engine/island.hpp"
#include "operators/stagnation/growing.hpp"

namespace evodoku {

/// Ends a generation of an island: keeps the champion, detects stagnation and the end, swaps the buffers.
template <class Representation>
struct EndOfGenerationPhase {
    static constexpr const char* name = "end of generation";
    Pool<Representation> pool;

    EVODOKU_HD void operator()(std::uint32_t island_index) const {
        Island island = pool.islands[island_index];
        if (!island.running()) return;
        const std::uint32_t first = pool.first_individual(island_index);
        const std::uint32_t index = pool.order[first];
        const std::uint32_t cost = pool.costs[island.back()][first + index];
        const std::uint32_t generation = island.next_generation;

        const Layout layout = pool.layout_of(island);
        island.evaluations += scored(island, layout, island_index);
        if (pool.distinct.seen != nullptr) remember(island, layout);
        const std::uint32_t size = pool.size_of(island);
        if (island.fresh) island.begun = generation, island.growth.restart();
        // Parents and children together may be fewer than an island that has grown can hold.
        const std::uint32_t candidates = pool.replacement.merges ? layout.size + layout.end : size;
        const std::uint32_t left = candidates - (pool.distinct.drops ? pool.distinct.rejected[island_index] : 0);
        island.size = left < size ? left : size;
        island.extent = pool.replacement.merges ? island.size : size;  // a merged population has no gaps
        island.growth.keep_size(size);
        island.front = island.back();
        island.receives = false;
        island.next_generation = generation + 1;

        Champion<Representation>& champion = pool.champions[island_index];
        if (cost < champion.cost) {
            champion.board = pool.boards[island.front][first + index];
            champion.cost = cost, champion.generation = generation, champion.index = index;
        }
        const std::uint32_t earlier = island.fresh ? generation : island.improved;
        const bool is_better = island.fresh || cost < island.best;
        if (is_better) island.improved = generation;
        if (is_better || pool.stagnation.reheats) island.best = cost;
        island.fresh = false;
        if (cost == 0) {
            island.state = IslandState::solved;
        } else if (generation == island.limit) {
            island.state = IslandState::exhausted;
        } else if (pool.restart_after != 0 && generation - since(island, earlier) >= pool.restart_after) {
            answer_stall(island, generation);
        }
        pool.islands[island_index] = island;
    }

private:
    EVODOKU_HD std::uint64_t scored(const Island& island, const Layout& layout, std::uint32_t island_index) const {
        const std::uint32_t migrants = island.receives && !island.fresh ? pool.migrants : 0;
        std::uint64_t boards = layout.end - layout.kept - migrants;
        if (!island.fresh) boards += std::uint64_t{pool.tries - 1} * (layout.first_migrant - layout.kept);
        const bool again = pool.distinct.keys != nullptr && !pool.distinct.drops;
        return boards + (again ? pool.distinct.rejected[island_index] : 0);
    }

    /// A half with enough notes becomes the older one, and the previous older one is cleared.
    EVODOKU_HD void remember(Island& island, const Layout& layout) const {
        if (island.fresh || island.forgets) island.remembered = 0;
        island.forgets = false;
        island.remembered += layout.end - layout.kept;
        if (island.remembered < pool.distinct.seen_boards) return;
        island.half = 1 - island.half;
        island.forgets = true;
    }

    /// `earlier`: when the best board before this generation was found.
    EVODOKU_HD std::uint32_t since(const Island& island, std::uint32_t earlier) const {
        if (pool.stagnation.growth.every) return earlier;
        return pool.stagnation.since_restart ? island.begun : island.improved;
    }

    EVODOKU_HD void answer_stall(Island& island, std::uint32_t generation) const {
        const StagnationRule& rule = pool.stagnation;
        if (rule.grows) {
            grow(island.growth, rule.growth, pool.island_size,
                 Draws({island.seed, island.puzzle_index, island.island_of_puzzle, generation}, Purpose::stagnate));
            if (!rule.growth.every) island.improved = generation;  // the count begins anew
        } else if (rule.reheats) {
            island.begun = island.improved = generation;
            island.fresh = rule.fresh;
            ++island.restarts;
        } else if (rule.limit != 0 && island.restarts == rule.limit) {
            island.state = IslandState::exhausted;
        } else {
            island.fresh = true;
            ++island.restarts;
        }
    }
};

}  // namespace evodoku
