// The phases that score boards.
#pragma once

#include <cstdint>

#include "engine/island.hpp"
#include "engine/phase.hpp"
#include "operators/bases.hpp"

namespace evodoku {

/// The cost of a board by an operator. Only a solution costs 0: a board without a fault for the operator costs 1 if it
/// changes a given, or if the operator does not check every unit and one is incomplete.
template <class Board, class CostOp>
EVODOKU_HD std::uint32_t cost_of(const CostOp& cost, const typename Board::Stored& stored,
                                 const typename Board::Puzzle& puzzle) {
    const auto& board = fetched<Board::in_registers>(stored);
    const std::uint32_t sum = cost(Board::view(board), ContextFor<typename Board::Puzzle>{puzzle});
    return sum != 0 || Board::is_solution(Board::view(board), puzzle) ? sum : 1;
}

/// Scores every new board, or only those that replaced a duplicate (`only_rejected`). Kept boards and migrants keep
/// their cost.
template <class CostOp, class Board, bool only_rejected = false>
requires CostOperator<CostOp, Board>
struct ScorePhase {
    static constexpr const char* name = "score";
    static constexpr PhaseTraits traits = {.chooses = only_rejected};
    Pool<Board> pool;
    CostOp cost;

    struct Body {
        const ScorePhase& phase;
        const Island& island;
        const typename Board::Puzzle& puzzle;
        const Plan* plans;
        const typename Board::Stored* boards;
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
                const bool ages = phase.pool.rules.ages && cost < phase.pool.highest_cost;
                new_costs[index] = cost + ages;
            } else if (may_be_migrant && plans[index].crossover() == Plan::copy) {
                new_costs[index] = migrant_costs[plans[index].parent_a()];
            } else {
                new_costs[index] = cost_of<Board>(phase.cost, boards[index], puzzle);
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
template <class CostOp, class Board>
requires CostOperator<CostOp, Board>
struct KeepBetterPhase {
    static constexpr const char* name = "keep better";
    static constexpr PhaseTraits traits = {};
    Pool<Board> pool;
    CostOp cost;

    struct Body {
        const CostOp& cost;
        const Island& island;
        const typename Board::Puzzle& puzzle;
        const typename Board::Stored* tries;
        typename Board::Stored* boards;
        std::uint32_t* costs;
        Layout layout;
        EVODOKU_HD bool active() const { return island.running(); }

        EVODOKU_HD void operator()(std::uint32_t index) const {
            if (index < layout.kept || index >= layout.first_migrant) return;
            const std::uint32_t tried = cost_of<Board>(cost, tries[index], puzzle);
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
