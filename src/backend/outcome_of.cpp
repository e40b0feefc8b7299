// The state of a puzzle, and the check of its solution.
#include "backend/outcome_of.hpp"

#include <string>

#include "core/bits.hpp"
#include "evodoku/logic/verifier.hpp"
#include "logic/logic.hpp"

namespace evodoku {
namespace {

/// The fingerprint of a puzzle that logic settled before the search.
std::uint64_t hash_of(const Grid& grid) {
    std::uint64_t sum = 0;
    for (const std::uint8_t digit : grid.cells()) sum = mix(sum ^ digit);
    return sum;
}

}  // namespace

bool complete_outcome(Outcome& outcome, const Answer& answer, bool abandoned) {
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
        outcome.reason = logic::describe_contradiction(answer.logic);
    } else if (answer.solved || !answer.evolved) {
        if (!logic::verify(outcome.puzzle, outcome.board).valid) return false;
        outcome.status = Status::solved;
    }
    return true;
}

VerificationError wrong_solution(const Outcome& outcome) {
    return VerificationError(
        "puzzle " + std::to_string(outcome.puzzle_index + 1) +
        ": the search reports a wrong solution: " + logic::verify(outcome.puzzle, outcome.board).reason);
}

Outcome outcome_of(const Answer& answer, const Grid& puzzle, bool abandoned) {
    Outcome outcome;
    outcome.puzzle_index = answer.puzzle_index;
    outcome.puzzle = puzzle;
    if (!complete_outcome(outcome, answer, abandoned)) throw wrong_solution(outcome);
    return outcome;
}

}  // namespace evodoku
