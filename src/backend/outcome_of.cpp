// The state of a puzzle, and the check of its solution.
#include "backend/outcome_of.hpp"

#include <string>

#include "backend/contradiction.hpp"
#include "core/bits.hpp"
#include "evodoku/logic/verifier.hpp"
#include "logic/large_verifier.hpp"

namespace evodoku {
namespace {

/// The fingerprint of a puzzle that logic settled before the search.
template <class GridType>
std::uint64_t hash_of(const GridType& grid) {
    std::uint64_t sum = 0;
    for (const std::uint8_t digit : grid.digit) sum = mix(sum ^ digit);
    return sum;
}

}  // namespace

template <class GridType>
bool complete_outcome(OutcomeOf<GridType>& outcome, const AnswerOf<GridType>& answer, bool abandoned) {
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

template <class GridType>
VerificationError wrong_solution(const OutcomeOf<GridType>& outcome) {
    return VerificationError(
        "puzzle " + std::to_string(outcome.puzzle_index + 1) +
        ": the search reports a wrong solution: " + logic::verify(outcome.puzzle, outcome.board).reason);
}

template <class GridType>
OutcomeOf<GridType> outcome_of(const AnswerOf<GridType>& answer, const GridType& puzzle, bool abandoned) {
    OutcomeOf<GridType> outcome;
    outcome.puzzle_index = answer.puzzle_index;
    outcome.puzzle = puzzle;
    if (!complete_outcome(outcome, answer, abandoned)) throw wrong_solution(outcome);
    return outcome;
}

template bool complete_outcome(Outcome&, const Answer&, bool);
template bool complete_outcome(OutcomeOf<LargeGrid>&, const AnswerOf<LargeGrid>&, bool);
template VerificationError wrong_solution(const Outcome&);
template VerificationError wrong_solution(const OutcomeOf<LargeGrid>&);
template Outcome outcome_of(const Answer&, const Grid&, bool);
template OutcomeOf<LargeGrid> outcome_of(const AnswerOf<LargeGrid>&, const LargeGrid&, bool);

}  // namespace evodoku
