// Initialisation, compiled: fresh boards.
#pragma once

#include "engine/phases/initialise.hpp"
#include "engine/steps_on.hpp"
#include "engine/with_operator.hpp"
#include "operators/initialisation/initialisations.hpp"

namespace evodoku {

template <PhaseExecutor E, class Board>
void StepsOn<E, Board>::add_initialise(const Initialisation& chosen, std::uint32_t wanted) {
    with_operator<Initialisations, Board>(chosen, [&]<class Op>(const Op& op) {
        individuals(InitialisePhase<Op, Board>{pool_, op, wanted});
    });
}

}  // namespace evodoku
