// The outcome of a puzzle from the answer of a device. Host code.
#pragma once

#include "backend/large_types.hpp"
#include "evodoku/backend/solve.hpp"

namespace evodoku {

/// Completes an outcome that has its puzzle and index, except for the times; false if the answer claims a wrong
/// solution. `abandoned`: the puzzle had not ended by itself. Threads may call it side by side.
template <class GridType>
bool complete_outcome(OutcomeOf<GridType>& outcome, const AnswerOf<GridType>& answer, bool abandoned);

/// What is wrong with such a claim.
template <class GridType>
VerificationError wrong_solution(const OutcomeOf<GridType>& outcome);

/// Everything but the times. A solution has passed logic::verify. `abandoned`: the puzzle had not ended by itself.
/// Throws VerificationError.
template <class GridType>
OutcomeOf<GridType> outcome_of(const AnswerOf<GridType>& answer, const GridType& puzzle, bool abandoned);

}  // namespace evodoku
