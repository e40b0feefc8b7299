// The outcome of a puzzle from its answer, verified. Host code.
#pragma once

#include <cstdint>
#include <string>

#include "backend/contradiction.hpp"
#include "core/bits.hpp"
#include "evodoku/backend/solve.hpp"
#include "evodoku/logic/verifier.hpp"

namespace evodoku {

/// The fingerprint of a puzzle that logic settled before the search.
inline std::uint64_t hash_of(const Grid& grid) {
    std::uint64_t sum = 0;
    for (const std::uint8_t digit : grid.digit) sum = mix(sum ^ digit);
    return sum;
}

/// Completes an outcome with its answer; false if the answer claims a wrong solution. `abandoned`: the run was stopped
/// before the puzzle had ended.
inline bool complete_outcome(Outcome& outcome, const Answer& answer, bool abandoned) {
    outcome.filled = answer.logic.filled;
    outcome.struck = answer.logic.struck;
    if (answer.evolved) {
        outcome.board = answer.board;
        outcome.cost = answer.cost;
        outcome.generations = answer.generations;
        outcome.evaluations = answer.evaluations;
        outcome.effort = answer.effort;
        outcome.restarts = answer.restarts;
        outcome.fingerprint = answer.fingerprint;
        outcome.stopped = abandoned && !answer.solved;
    } else {
        outcome.board = answer.logic.grid;
        outcome.fingerprint = hash_of(answer.logic.grid);
    }
    if (answer.logic.contradiction) {
        outcome.status = Status::unsatisfiable;
        outcome.reason = describe_contradiction(answer.logic);
    } else if (answer.solved || !answer.evolved) {
        if (!logic::verify(outcome.puzzle, outcome.board).valid) return false;
        outcome.status = Status::solved;
    }
    return true;
}

/// What is wrong with such a claim.
inline VerificationError wrong_solution(const Outcome& outcome) {
    return VerificationError(
        "puzzle " + std::to_string(outcome.puzzle_index + 1) +
        ": the search reports a wrong solution: " + logic::verify(outcome.puzzle, outcome.board).reason);
}

}  // namespace evodoku
