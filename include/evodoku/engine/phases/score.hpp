// The score phase.
#pragma once

#include <cstdint>

#include "evodoku/engine/deme.hpp"
#include "evodoku/operators/context.hpp"

namespace evodoku {

/// Scores every new board; elites and migrants bring the cost they have.
template <class CostOp, class Representation>
struct ScorePhase {
    static constexpr const char* name = "score";
    static_assert((CostOp::suits & Representation::flag) != 0, "this operator does not suit this representation");
    Pool<Representation> pool;
    CostOp cost;

    struct Body {
        const CostOp& cost;
        const Deme& deme;
        const Puzzle& puzzle;
        const Plan* plans;
        const typename Representation::Stored* boards;
        const std::uint32_t* old_costs;    ///< of the whole population
        std::uint32_t* new_costs;          ///< of this deme
        std::uint32_t first_new, end_new;  ///< the part of the deme that is not carried over
        EVODOKU_HD bool active() const { return deme.running(); }

        EVODOKU_HD void operator()(std::uint32_t index) const {
            const bool carried = index < first_new || (index >= end_new && plans[index].crossover() == Plan::copy);
            if (carried) {
                new_costs[index] = old_costs[plans[index].parent_a()];
            } else {
                const auto& board = fetched(boards[index]);
                new_costs[index] = cost(Representation::view(board), Context{puzzle});
            }
        }
    };

    EVODOKU_HD Body operator()(std::uint32_t number) const {
        const Deme& deme = pool.demes[number];
        const std::uint32_t first = pool.first_slot(number);
        const bool takes_in = deme.receives && !deme.fresh;
        return {cost,
                deme,
                pool.puzzle_of(deme),
                pool.plans + first,
                pool.boards[deme.back()] + first,
                pool.costs[deme.front],
                pool.costs[deme.back()] + first,
                deme.fresh ? 0 : pool.elites,
                pool.deme_size - (takes_in ? pool.immigrants + pool.migrants : 0)};
    }
};

}  // namespace evodoku
