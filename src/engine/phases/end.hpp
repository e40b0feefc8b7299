// The phases after the ranking of the children: parents may compete with them; then each island ends its generation.
#pragma once

#include <cstdint>

#include "engine/island.hpp"
#include "engine/phase.hpp"
#include "operators/temperature.hpp"

namespace evodoku {

/// Gathers the r-th best of parents and children into spare board r. The parents are in order of cost after the last
/// merge; the children have just been ranked.
///
///   of the r best, `low` are parents: found by binary search, where the two sorted lists cross on diagonal r
template <class Board>
struct MergePhase {
    static constexpr const char* name = "merge";
    static constexpr PhaseTraits traits = {};
    Pool<Board> pool;

    struct Body {
        const Pool<Board>& pool;
        std::uint32_t first;
        const Island& island;
        std::uint32_t children = pool.island_size, size = pool.size_of(island);
        std::uint32_t parents = pool.rules.elites_only ? pool.competing(island) : island.fresh ? 0 : pool.island_size;
        std::uint64_t staying = 0;  ///< bit i: elite i stays; only where each must beat a child
        EVODOKU_HD bool active() const { return island.running(); }

        EVODOKU_HD void operator()(std::uint32_t rank) const {
            std::uint32_t low = rank > children ? rank - children : 0;
            std::uint32_t high = rank < parents ? rank : parents;
            while (low < high) {
                const std::uint32_t middle = low + (high - low) / 2;
                if (parent_first(middle, rank - 1 - middle)) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            const bool is_parent = low < parents && (rank - low >= children || parent_first(low, rank - low));
            const std::uint32_t from = is_parent ? old(low) : child(rank - low);
            const std::uint32_t buffer = is_parent ? island.front : island.back();
            pool.spare[first + rank] = pool.boards[buffer][from];
            pool.spare_costs[first + rank] = rank < size ? pool.costs[buffer][from] : pool.highest_cost + 1;
        }

    private:
        EVODOKU_HD std::uint32_t old(std::uint32_t island_index) const {
            return first + (pool.rules.must_beat ? nth_staying(island_index) : island_index);
        }
        EVODOKU_HD std::uint32_t nth_staying(std::uint32_t island_index) const {
            std::uint64_t left = staying;
            for (; island_index != 0; --island_index) left &= left - 1;
            return static_cast<std::uint32_t>(lowest_bit(left));
        }
        EVODOKU_HD std::uint32_t child(std::uint32_t rank) const { return first + pool.order[first + rank]; }
        EVODOKU_HD bool parent_first(std::uint32_t parent, std::uint32_t child_rank) const {
            const std::uint32_t old_cost = pool.costs[island.front][old(parent)];
            const std::uint32_t new_cost = pool.costs[island.back()][child(child_rank)];
            return pool.rules.children_first ? old_cost < new_cost : old_cost <= new_cost;
        }
    };
    EVODOKU_HD Body operator()(std::uint32_t island_index) const {
        Body body{pool, pool.first_individual(island_index), pool.islands[island_index]};
        if (pool.rules.must_beat) {
            body.staying = those_that_stay(body);
            body.parents = static_cast<std::uint32_t>(count_bits(body.staying));
        }
        return body;
    }

private:
    /// Elite i stays if it is better than the child that has rank i among the children and the elites that stay: that
    /// is child number i less those that stay before it.
    EVODOKU_HD std::uint64_t those_that_stay(const Body& body) const {
        std::uint64_t staying = 0;
        std::uint32_t child = 0;
        for (std::uint32_t elite = 0; elite < body.parents; ++elite) {
            const std::uint32_t old_cost = pool.costs[body.island.front][body.first + elite];
            const std::uint32_t new_cost = pool.costs[body.island.back()][body.first + pool.order[body.first + child]];
            if (old_cost < new_cost) {
                staying |= std::uint64_t{1} << elite;
            } else {
                ++child;
            }
        }
        return staying;
    }
};

/// Puts the merged population over the children, in order: rank and index are then equal.
template <class Board>
struct SettlePhase {
    static constexpr const char* name = "settle";
    static constexpr PhaseTraits traits = {};
    Pool<Board> pool;

    struct Body {
        const Pool<Board>& pool;
        std::uint32_t first;
        const Island& island;
        const typename Board::Stored* spare = pool.spare + first;
        const std::uint32_t* spare_costs = pool.spare_costs + first;
        typename Board::Stored* boards = pool.boards[island.back()] + first;
        std::uint32_t *costs = pool.costs[island.back()] + first, *order = pool.order + first;
        EVODOKU_HD bool active() const { return island.running(); }
        EVODOKU_HD void operator()(std::uint32_t index) const {
            boards[index] = spare[index];
            costs[index] = spare_costs[index];
            order[index] = index;
        }
    };
    EVODOKU_HD Body operator()(std::uint32_t island_index) const {
        return {pool, pool.first_individual(island_index), pool.islands[island_index]};
    }
};

/// Annealing: a child is of the family of its parent.
struct InheritPhase {
    static constexpr const char* name = "inherit";
    static constexpr PhaseTraits traits = {};
    PopulationArrays pool;

    struct Body {
        const Island& island;
        const Plan* plans;
        const std::uint32_t* parents;  ///< of all islands
        std::uint32_t* children;
        EVODOKU_HD bool active() const { return island.running(); }
        EVODOKU_HD void operator()(std::uint32_t index) const {
            children[index] = island.fresh ? index : parents[plans[index].parent_a()];
        }
    };
    EVODOKU_HD Body operator()(std::uint32_t island_index) const {
        const Island& island = pool.islands[island_index];
        const std::uint32_t first = pool.first_individual(island_index);
        return {island, pool.plans + first, pool.families[island.front], pool.families[island.back()] + first};
    }
};

/// Ends a generation of an island: keeps the champion, detects stagnation and the end, swaps the buffers.
template <class Board>
struct EndOfGenerationPhase {
    static constexpr const char* name = "end of generation";
    Pool<Board> pool;

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
        if (pool.schedule != nullptr && !island.fresh) weigh(island, first);
        const std::uint32_t size = pool.size_of(island);
        if (island.fresh) island.begun = generation, island.growth.has_grown = 0;
        // Parents and children together may be fewer than an island that has grown can hold.
        const std::uint32_t candidates = pool.rules.merges ? layout.size + layout.end : size;
        const std::uint32_t left = candidates - (pool.distinct.drops ? pool.distinct.rejected[island_index] : 0);
        island.size = left < size ? left : size;
        island.extent = pool.rules.merges ? island.size : size;  // a merged population has no gaps
        island.growth.next_size = size;
        island.front = island.back();
        island.receives = false;
        island.next_generation = generation + 1;

        Champion<Board>& champion = pool.champions[island_index];
        if (cost < champion.cost) {
            champion.board = pool.boards[island.front][first + index];
            champion.cost = cost, champion.generation = generation, champion.index = index;
        }
        const std::uint32_t earlier = island.fresh ? generation : island.stalled_since;
        const bool is_better = island.fresh || cost < island.best_cost;
        if (is_better) island.stalled_since = generation;
        if (is_better || pool.rules.reheats || pool.schedule != nullptr) island.best_cost = cost;
        island.fresh = false;
        if (cost == 0 && pool.schedule == nullptr) {
            island.state = IslandState::solved;
        } else if (generation == island.limit || island.evaluations >= pool.max_evaluations) {
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

    /// Adds the mean weight of the parents. Their weights are on the wheel, relative to that of their best.
    EVODOKU_HD void weigh(Island& island, std::uint32_t first) const {
        const std::uint64_t* const wheel = pool.wheel + first;
        const std::uint64_t total = wheel[island.size - 1] - wheel[0] + boltzmann_weight(0, 0);
        const std::uint64_t of_best = std::uint64_t{pool.colder(island)} * island.best_cost;  // in units of 2^-16
        island.log_weight += log2_of(total) - log2_of(std::uint64_t{island.size} * boltzmann_weight(0, 0)) -
                             static_cast<std::int64_t>(of_best << 16);
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
        if (pool.rules.grows_each_generation) return earlier;
        return pool.rules.since_restart ? island.begun : island.stalled_since;
    }

    EVODOKU_HD void answer_stall(Island& island, std::uint32_t generation) const {
        const Rules& rules = pool.rules;
        if (rules.grows) {
            island.growth.grow(
                rules, pool.island_size,
                Draws({island.seed, island.puzzle_index, island.island_of_puzzle, generation}, Purpose::stagnate));
            if (!rules.grows_each_generation) island.stalled_since = generation;  // the count begins anew
        } else if (rules.reheats) {
            island.begun = island.stalled_since = generation;
            island.fresh = rules.fresh;
            ++island.restarts;
        } else if (rules.limit != 0 && island.restarts == rules.limit) {
            island.state = IslandState::exhausted;
        } else {
            island.fresh = true;
            ++island.restarts;
        }
    }
};

}  // namespace evodoku
