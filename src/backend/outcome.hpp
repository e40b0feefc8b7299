// The outcome of a puzzle from what a backend reports. Host code.
#pragma once

#include "evodoku/backend/solve.hpp"

namespace evodoku {

/// Adds the puzzle and `stopped`; false if it claims a wrong solution. `abandoned`: the puzzle had not ended by
/// itself. Threads may call it side by side.
bool conclude(Outcome& outcome, Grid puzzle, bool abandoned);

/// What is wrong with such a claim.
VerificationError wrong_solution(const Outcome& outcome);

}  // namespace evodoku
