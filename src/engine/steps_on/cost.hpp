// Cost, compiled: boards scored.
#pragma once

#include "engine/phases/score.hpp"
#include "engine/steps_on.hpp"
#include "engine/with_operator.hpp"
#include "operators/cost/costs.hpp"

namespace evodoku {

template <PhaseExecutor E, class Board>
void StepsOn<E, Board>::add_score(const Cost& chosen) {
    with_operator<Costs, Board>(chosen, [&]<class Op>(const Op& op) { individuals(ScorePhase<Op, Board>{pool_, op}); });
}

template <PhaseExecutor E, class Board>
void StepsOn<E, Board>::add_score_rejected(const Cost& chosen) {
    with_operator<Costs, Board>(chosen, [&]<class Op>(const Op& op) {
        individuals(ScorePhase<Op, Board, true>{pool_, op});
    });
}

template <PhaseExecutor E, class Board>
void StepsOn<E, Board>::add_keep_better(const Cost& chosen) {
    with_operator<Costs, Board>(chosen, [&]<class Op>(const Op& op) {
        individuals(KeepBetterPhase<Op, Board>{pool_, op});
    });
}

}  // namespace evodoku
