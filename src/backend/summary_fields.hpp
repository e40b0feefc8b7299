// The fields of a summary in a checkpoint.
#pragma once

#include "evodoku/backend/solve.hpp"

namespace evodoku {

template <class Fields, class Of>
void list_effort(Fields& fields, Of& effort) {
    fields(effort.trials, effort.redraws);
}

template <class Fields, class Of>
void list_summary(Fields& fields, Of& summary) {
    fields(summary.puzzles, summary.solved, summary.unsolved, summary.unsatisfiable, summary.untried, summary.finished,
           summary.by_logic, summary.evaluations, summary.seconds, summary.stopped, summary.fingerprint);
    list_effort(fields, summary.effort);
}

}  // namespace evodoku
