// Sets of puzzles to solve: hard ones with their only solutions, built into the program, and those of the caller.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "evodoku/core/grid.hpp"

namespace evodoku::bench {

/// One puzzle per line of 81 characters; `solutions` in the same order.
struct PuzzleText {
    std::string_view name, puzzles, solutions;
};
const std::vector<PuzzleText>& puzzle_texts();

struct PuzzleSet {
    std::string name;  ///< "hardest"
    std::vector<Grid> puzzles;
    std::vector<Grid> solutions = {};  ///< of each the only one; empty: they are not known
};

/// Throws std::invalid_argument unless every line is a grid and there is a solution for each puzzle.
PuzzleSet read_puzzle_set(const PuzzleText& text);

/// Names of the sets of hard puzzles: clue17, top1465, hardest; 100 puzzles each.
std::vector<std::string> puzzle_set_names();

}  // namespace evodoku::bench
