// The outcome of a puzzle from the answer of a device. Host code.
#pragma once

#include "evodoku/backend/solve.hpp"

namespace evodoku {

/// Everything but the times. A solution has passed logic::verify. `abandoned`: the puzzle had not ended by itself.
/// Throws VerificationError.
Outcome outcome_of(const Answer& answer, const Grid& puzzle, bool abandoned);

}  // namespace evodoku
