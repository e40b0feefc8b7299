// Sets of puzzles that are solved end to end: hard ones, built into the program, and those of the caller.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bench/timing.hpp"
#include "evodoku/backend/backend.hpp"
#include "evodoku/core/grid.hpp"

namespace evodoku::bench {

/// One puzzle per line of 81 characters; `solutions` in the same order.
struct PuzzleText {
    std::string_view name, puzzles, solutions;
};
/// The sets of hard puzzles: clue17, top1465, hardest; 100 puzzles each.
const std::vector<PuzzleText>& puzzle_texts();

struct PuzzleSet {
    std::string name;  ///< "hardest"
    std::vector<Grid> puzzles;
    std::vector<Grid> solutions = {};  ///< of each the only one; empty: they are not known
};

/// Throws io::ParseError for a line that is not a puzzle, and std::invalid_argument unless each has a solution.
PuzzleSet read_puzzle_set(const PuzzleText& text);

struct Solved {
    std::uint64_t puzzles = 0, solved = 0, redraws = 0;
    std::uint64_t fingerprint = 0;
    double seconds = 0;
};
/// Solves the set `times` times, from presolve to verification as `evodoku solve` does. A repeated puzzle has another
/// index in the input, so it evolves differently. Every answer is compared with the known solution, or verified where
/// none is known. Throws BenchError if one is wrong, or if nothing of a set with known solutions is solved; its message
/// begins with `who`. Throws Stopped.
Solved solve_set(Backend& backend, const PuzzleSet& set, std::uint32_t times, std::uint64_t seed,
                 const Patience& patience, const std::string& who);

}  // namespace evodoku::bench
