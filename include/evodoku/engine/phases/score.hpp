// The phases that score boards.
#pragma once

#include <cstdint>

#include "evodoku/engine/deme.hpp"
#include "evodoku/operators/registry.hpp"

namespace evodoku {

/// What an operator says a board costs. Only a solution costs nothing: a board that an operator finds nothing wrong
/// with costs 1 if it breaks a given, or if the operator does not look at every unit.
template <class Representation, class CostOp>
EVODOKU_HD std::uint32_t cost_of(const CostOp& cost, const typename Representation::Stored& stored,
                                 const Puzzle& puzzle) {
    const auto& board = fetched<Representation::in_registers>(stored);
    const std::uint32_t sum = cost(Representation::view(board), Context{puzzle});
    return sum != 0 || Representation::is_solution(Representation::view(board), puzzle) ? sum : 1;
}

/// Scores every new board, or those alone that took the place of a duplicate (`only_rejected`); those kept and migrants
/// bring the cost they have.
template <class CostOp, class Representation, bool only_rejected = false>
struct ScorePhase {
    static constexpr const char* name = "score";
    static_assert(does_suit<CostOp>(Representation::flag), "this operator does not suit this representation");
    Pool<Representation> pool;
    CostOp cost;

    struct Body {
        const ScorePhase& phase;
        const Deme& deme;
        const Puzzle& puzzle;
        const Plan* plans;
        const typename Representation::Stored* boards;
        const std::uint32_t* old_costs;  ///< of the whole population
        std::uint32_t* new_costs;        ///< of this deme
        Layout layout;
        EVODOKU_HD bool active() const { return deme.running(); }

        EVODOKU_HD bool acts_on(std::uint32_t index) const requires only_rejected {
            return plans[index].crossover() == Plan::rejected;
        }
        EVODOKU_HD void operator()(std::uint32_t index) const {
            if (only_rejected && plans[index].crossover() != Plan::rejected) return;
            const bool may_be_migrant = !deme.fresh && deme.receives && index >= layout.first_migrant;
            if (index >= layout.end) {
                new_costs[index] = phase.pool.highest_cost + 1;
            } else if (index < layout.kept || (may_be_migrant && plans[index].crossover() == Plan::copy)) {
                new_costs[index] = old_costs[plans[index].parent_a()];
            } else {
                new_costs[index] = cost_of<Representation>(phase.cost, boards[index], puzzle);
            }
        }
    };

    EVODOKU_HD Body operator()(std::uint32_t number) const {
        const Deme& deme = pool.demes[number];
        const std::uint32_t first = pool.first_slot(number);
        return {*this,
                deme,
                pool.puzzle_of(deme),
                pool.plans + first,
                pool.boards[deme.back()] + first,
                pool.costs[deme.front],
                pool.costs[deme.back()] + first,
                pool.layout_of(deme)};
    }
};

/// Scores the last try of every child; if it is better than the best before, it is the child.
template <class CostOp, class Representation>
struct KeepBetterPhase {
    static constexpr const char* name = "keep better";
    Pool<Representation> pool;
    CostOp cost;

    struct Body {
        const CostOp& cost;
        const Deme& deme;
        const Puzzle& puzzle;
        const typename Representation::Stored* tries;
        typename Representation::Stored* boards;
        std::uint32_t* costs;
        Layout layout;
        EVODOKU_HD bool active() const { return deme.running(); }

        EVODOKU_HD void operator()(std::uint32_t index) const {
            if (index < layout.kept || index >= layout.first_migrant) return;
            const std::uint32_t tried = cost_of<Representation>(cost, tries[index], puzzle);
            if (tried < costs[index]) boards[index] = tries[index], costs[index] = tried;
        }
    };

    EVODOKU_HD Body operator()(std::uint32_t number) const {
        const Deme& deme = pool.demes[number];
        const std::uint32_t first = pool.first_slot(number);
        return {cost,
                deme,
                pool.puzzle_of(deme),
                pool.spare + first,
                pool.boards[deme.back()] + first,
                pool.costs[deme.back()] + first,
                pool.layout_of(deme)};
    }
};

}  // namespace evodoku
