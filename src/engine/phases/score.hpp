// The phases that score boards.
#pragma once

#include <cstdint>

#include "engine/island.hpp"
#include "engine/phase.hpp"
#include "operators/concepts.hpp"

namespace evodoku {

/// The cost of a board by an operator. Only a solution costs 0: a board without a fault for the operator costs 1 if it
/// changes a given, or if the operator does not check every unit and one is incomplete.
template <class Representation, class CostOp>
EVODOKU_HD std::uint32_t cost_of(const CostOp& cost, const typename Representation::Stored& stored,
                                 const typename Representation::Puzzle& puzzle) {
    const auto& board = fetched<Representation::in_registers>(stored);
    const std::uint32_t sum = cost(Representation::view(board), ContextFor<typename Representation::Puzzle>{puzzle});
    return sum != 0 || Representation::is_solution(Representation::view(board), puzzle) ? sum : 1;
}

/// Scores every new board, or only those that replaced a duplicate (`only_rejected`). Kept boards and migrants keep
/// their cost.
template <class CostOp, class Representation, bool only_rejected = false>
requires CostOperator<CostOp, Representation>
struct ScorePhase {
    static constexpr const char* name = "score";
    static constexpr PhaseTraits traits = {.chooses = only_rejected};
    Pool<Representation> pool;
    CostOp cost;

    struct Body {
        const ScorePhase& phase;
        const Island& island;
        const typename Representation::Puzzle& puzzle;
        const Plan* plans;
        const typename Representation::Stored* boards;
        const std::uint32_t *old_costs, *migrant_costs;  ///< of the whole population; of the migrants' population
        std::uint32_t* new_costs;                        ///< of this island
        Layout layout;
        EVODOKU_HD bool active() const { return island.running(); }

        EVODOKU_HD bool acts_on(std::uint32_t index) const requires only_rejected {
            return plans[index].crossover() == Plan::rejected;
        }
        EVODOKU_HD void operator()(std::uint32_t index) const {
            if (only_rejected && plans[index].crossover() != Plan::rejected) return;
            if (only_rejected && phase.pool.distinct.drops) {
                new_costs[index] = phase.pool.highest_cost + 1;
                return;
            }
            const bool may_be_migrant =
                !island.fresh && island.receives && index >= layout.first_migrant && index < layout.first_immigrant;
            if (index >= layout.end) {
                new_costs[index] = phase.pool.highest_cost + 1;
            } else if (index < layout.kept) {
                const std::uint32_t cost = old_costs[plans[index].parent_a()];
                const bool ages = phase.pool.replacement.ages && cost < phase.pool.highest_cost;
                new_costs[index] = cost + ages;
            } else if (may_be_migrant && plans[index].crossover() == Plan::copy) {
                new_costs[index] = migrant_costs[plans[index].parent_a()];
            } else {
                new_costs[index] = cost_of<Representation>(phase.cost, boards[index], puzzle);
            }
        }
    };

    EVODOKU_HD Body operator()(std::uint32_t island_index) const {
        const Island& island = pool.islands[island_index];
        const std::uint32_t first = pool.first_individual(island_index);
        return {*this,
                island,
                pool.puzzle_of(island),
                pool.plans + first,
                pool.boards[island.back()] + first,
                pool.costs[island.front],
                pool.costs[pool.migrants_front(island)],
                pool.costs[island.back()] + first,
                pool.layout_of(island)};
    }
};

/// Scores the last try of every child and keeps it if it is better than the best before.
template <class CostOp, class Representation>
requires CostOperator<CostOp, Representation>
struct KeepBetterPhase {
    static constexpr const char* name = "keep better";
    static constexpr PhaseTraits traits = {};
    Pool<Representation> pool;
    CostOp cost;

    struct Body {
        const CostOp& cost;
        const Island& island;
        const typename Representation::Puzzle& puzzle;
        const typename Representation::Stored* tries;
        typename Representation::Stored* boards;
        std::uint32_t* costs;
        Layout layout;
        EVODOKU_HD bool active() const { return island.running(); }

        EVODOKU_HD void operator()(std::uint32_t index) const {
            if (index < layout.kept || index >= layout.first_migrant) return;
            const std::uint32_t tried = cost_of<Representation>(cost, tries[index], puzzle);
            if (tried < costs[index]) boards[index] = tries[index], costs[index] = tried;
        }
    };

    EVODOKU_HD Body operator()(std::uint32_t island_index) const {
        const Island& island = pool.islands[island_index];
        const std::uint32_t first = pool.first_individual(island_index);
        return {cost,
                island,
                pool.puzzle_of(island),
                pool.spare + first,
                pool.boards[island.back()] + first,
                pool.costs[island.back()] + first,
                pool.layout_of(island)};
    }
};

}  // namespace evodoku
