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
    std::string source;    ///< file name, "standard input", "--puzzle" or "--puzzle[2]"
    std::size_t line = 0;  ///< where it begins
};

struct PuzzleInput {
    std::vector<InputPuzzle> puzzles;
    std::size_t bad = 0;              ///< puzzles that are malformed, or whose givens conflict
    std::vector<std::string> errors;  ///< what is wrong with the first of them, most_errors at most
};

inline constexpr std::size_t most_errors = 20;

/// Reads everything. Throws InputOutputError for a file that can't be read.
PuzzleInput read_puzzles(const std::vector<InputSource>& sources);

}  // namespace evodoku::app
