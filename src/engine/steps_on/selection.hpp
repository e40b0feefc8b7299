// Selection, compiled: the plan of every child.
#pragma once

#include "engine/phases/plan.hpp"
#include "engine/phases/ranking.hpp"
#include "engine/steps_on.hpp"
#include "engine/with_operator.hpp"
#include "operators/selection/all.hpp"

namespace evodoku {

template <PhaseExecutor E, class Board>
void StepsOn<E, Board>::add_plan(const Selection& chosen, const MixTable& crossovers, const MixTable& mutations,
                                 std::uint32_t wave, std::uint32_t waves) {
    if (wave != 0) executor_.add_barrier(pipeline_);
    with_operator<Selections, Board>(chosen, [&]<class Op>(const Op& op) {
        if constexpr (Op::needs.wheel) {
            individuals(WeighPhase<Op, Board>{pool_, op});
            executor_.add_scan(pipeline_, pool_.wheel, pool_.island_count, pool_.island_size);
        }
        individuals(PlanPhase<Op, Board>{pool_, op, crossovers, mutations, wave, waves});
    });
}

}  // namespace evodoku
