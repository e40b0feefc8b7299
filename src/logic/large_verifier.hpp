// The rules of Sudoku for grids of any order. Shares no code with the search, so that it is independent.
#pragma once

#include <optional>
#include <string>

#include "evodoku/core/large_grid.hpp"
#include "evodoku/logic/verifier.hpp"

namespace evodoku::logic {

/// The first two equal digits in a unit, in the order rows, columns, boxes: units 0 .. 3 * size - 1. Blanks are
/// ignored.
std::optional<Conflict> first_conflict(const LargeGrid& grid);

/// "digit 12 appears twice in box 3: r2c9 and r4c10"
std::string describe(const Conflict& conflict, int order);

/// Is `answer` a solution of `puzzle`: the same order, each digit once in every unit, givens kept?
Verdict verify(const LargeGrid& puzzle, const LargeGrid& answer);

}  // namespace evodoku::logic
