// Boards of another order than 3: the types that go with their grids. Everything that is a template on the grid takes
// LargeGrid: BackendOf, SolveOptionsOf, OutcomeOf, SolverOf, solve().
#pragma once

#include <cstdint>

#include "evodoku/backend/backend.hpp"
#include "evodoku/core/large_grid.hpp"

namespace evodoku {

/// See PuzzleJob.
struct LargePuzzleJob {
    LargeGrid givens;  ///< must not conflict
    PresolveLevel presolve = PresolveLevel::full;
    std::uint32_t puzzle_index = 0;
    std::uint64_t seed = 0;
};

/// See Presolved.
struct LargeLogic {
    LargeGrid grid;
    int filled = 0, struck = 0;
    bool contradiction = false;
    int cell = -1, unit = -1, digit = 0;
};

template <>
struct TypesOf<LargeGrid> {
    using Job = LargePuzzleJob;
    using Logic = LargeLogic;
};

}  // namespace evodoku
