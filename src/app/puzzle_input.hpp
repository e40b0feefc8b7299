// The puzzles of a run, from files, standard input and the command line, checked before any search.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "evodoku/core/grid.hpp"
#include "solve_options.hpp"

namespace evodoku::app {

struct InputPuzzle {
    Grid grid;
    std::string source;    ///< file name, "standard input" or "--puzzle"
    std::size_t line = 0;  ///< where it begins
};

struct PuzzleInput {
    std::vector<InputPuzzle> puzzles;
    std::vector<std::string> errors;  ///< one a bad puzzle: malformed, or givens that conflict
};

/// Reads everything. Throws InputOutputError for a file that can't be read.
PuzzleInput read_puzzles(const SolveSettings& settings);

}  // namespace evodoku::app
