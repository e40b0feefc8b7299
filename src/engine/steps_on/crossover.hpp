// Crossover, compiled: children of two parents.
#pragma once

#include "engine/phases/cross.hpp"
#include "engine/steps_on.hpp"
#include "engine/with_operator.hpp"
#include "operators/crossover/all.hpp"

namespace evodoku {

template <PhaseExecutor E, class Board>
void StepsOn<E, Board>::add_cross(const Crossover& chosen, std::uint32_t entry, std::uint32_t try_number) {
    with_operator<Crossovers, Board>(chosen, [&]<class Op>(const Op& op) {
        individuals(CrossPhase<Op, Board>{pool_, op, entry, try_number});
    });
}

}  // namespace evodoku
