// Mutation, compiled: children changed in place.
#pragma once

#include "engine/phases/mutate.hpp"
#include "engine/steps_on.hpp"
#include "engine/with_operator.hpp"
#include "operators/mutation/all.hpp"

namespace evodoku {

template <PhaseExecutor E, class Board>
void StepsOn<E, Board>::add_mutate(const Mutation& chosen, std::uint32_t entry, std::uint32_t try_number) {
    with_operator<Mutations, Board>(chosen, [&]<class Op>(const Op& op) {
        individuals(MutatePhase<Op, Board>{pool_, op, entry, try_number});
    });
}

}  // namespace evodoku
