// What an outcome adds to the totals of its run.
#pragma once

#include "core/bits.hpp"
#include "evodoku/backend/solve.hpp"

namespace evodoku {

/// Call it in input order: the fingerprint depends on that.
inline void add_to(Summary& summary, const Outcome& outcome) {
    ++summary.puzzles;
    summary.solved += outcome.status == Status::solved;
    const bool was_tried = !outcome.stopped || outcome.evaluations != 0;
    summary.unsolved += outcome.status == Status::unsolved && was_tried;
    summary.untried += outcome.status == Status::unsolved && !was_tried;
    summary.finished += !outcome.stopped;
    summary.unsatisfiable += outcome.status == Status::unsatisfiable;
    summary.evaluations += outcome.evaluations;
    summary.effort.add(outcome.effort);
    summary.by_logic += outcome.status == Status::solved && outcome.evaluations == 0;
    summary.fingerprint = mix(summary.fingerprint ^ outcome.fingerprint);
}

}  // namespace evodoku
