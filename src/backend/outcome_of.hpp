// The outcome of a puzzle from the answer of a device. Host code.
#pragma once

#include "evodoku/backend/solve.hpp"

namespace evodoku {

/// Completes an outcome that has its puzzle and index, except for the times; false if the answer claims a wrong
/// solution. `abandoned`: the puzzle had not ended by itself. Threads may call it side by side.
bool complete_outcome(Outcome& outcome, const Answer& answer, bool abandoned);

/// What is wrong with such a claim.
VerificationError wrong_solution(const Outcome& outcome);

/// Everything but the times. A solution has passed logic::verify. `abandoned`: the puzzle had not ended by itself.
/// Throws VerificationError.
Outcome outcome_of(const Answer& answer, const Grid& puzzle, bool abandoned);

}  // namespace evodoku
