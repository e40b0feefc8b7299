// Sets of hard puzzles with their only solutions, built into the program. Private to this layer.
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
    std::vector<Grid> puzzles, solutions;
};

/// Throws std::invalid_argument unless every line is a grid and there is a solution for each puzzle.
PuzzleSet read_puzzle_set(const PuzzleText& text);

}  // namespace evodoku::bench
