// Selection, compiled: the plan of every child.
#pragma once

#include "engine/phases/plan.hpp"
#include "engine/phases/ranking.hpp"
#include "engine/steps_on.hpp"
#include "engine/with_operator.hpp"
#include "operators/selection/selections.hpp"

namespace evodoku {

/// For with_operator(): a selection reads no board, so each supports every board.
struct AnyBoard {
    static constexpr Representations flag = every_board;
};

/// The phases of a selection. `pool` is a Pool or a PoolOfAnyBoard.
template <PhaseExecutor E, class PoolOf>
void add_plan_of(const PoolOf& pool, E& executor, typename E::Pipeline& pipeline, const Selection& chosen,
                 const MixTable& crossovers, const MixTable& mutations, std::uint32_t wave, std::uint32_t waves) {
    with_operator<Selections, AnyBoard>(chosen, [&]<class Op>(const Op& op) {
        if constexpr (Op::needs.wheel) {
            executor.add_individuals(pipeline, WeighPhase<Op>{pool, op}, pool.island_count, pool.island_size);
            executor.add_scan(pipeline, pool.wheel, pool.island_count, pool.island_size);
        }
        executor.add_individuals(pipeline, PlanPhase<Op, PoolOf>{pool, op, crossovers, mutations, wave, waves},
                                 pool.island_count, pool.island_size);
    });
}

template <PhaseExecutor E, class Board>
void StepsOn<E, Board>::add_plan(const Selection& chosen, const MixTable& crossovers, const MixTable& mutations,
                                 std::uint32_t wave, std::uint32_t waves) {
    if (wave != 0) executor_.add_barrier(pipeline_);
    if constexpr (Board::flag != box_board) {
        add_plan_of(PoolOfAnyBoard::of(pool_), executor_, pipeline_, chosen, crossovers, mutations, wave, waves);
    } else {
        add_plan_of(pool_, executor_, pipeline_, chosen, crossovers, mutations, wave, waves);
    }
}

}  // namespace evodoku
