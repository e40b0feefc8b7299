// Selection, compiled: the plan of every child.
#pragma once

#include <bit>

#include "engine/phases/plan.hpp"
#include "engine/phases/ranking.hpp"
#include "engine/steps_on.hpp"
#include "engine/with_operator.hpp"
#include "operators/selection/all.hpp"

namespace evodoku {

/// The pool for planning. Planning looks at no digits of larger boards.
template <class Board>
auto planned(const Pool<Board>& pool) {
    if constexpr (is_large(Board::flag)) {
        static_assert(sizeof(Pool<Board>) == sizeof(Pool<AnyBoard>));
        return std::bit_cast<Pool<AnyBoard>>(pool);  // pointers to the same memory
    } else {
        return pool;
    }
}

template <PhaseExecutor E, class Board>
void StepsOn<E, Board>::add_plan(const Selection& chosen, const MixTable& crossovers, const MixTable& mutations,
                                 std::uint32_t wave, std::uint32_t waves) {
    if (wave != 0) executor_.add_barrier(pipeline_);
    const auto pool = planned(pool_);
    using Planned = typename decltype(planned(pool_))::Board;
    with_operator<Selections, Board>(chosen, [&]<class Op>(const Op& op) {
        if constexpr (Op::needs.wheel) {
            individuals(WeighPhase<Op, Planned>{pool, op});
            executor_.add_scan(pipeline_, pool_.wheel, pool_.island_count, pool_.island_size);
        }
        individuals(PlanPhase<Op, Planned>{pool, op, crossovers, mutations, wave, waves});
    });
}

}  // namespace evodoku
