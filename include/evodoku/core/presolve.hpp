// A puzzle as an evolution receives it: how much logic comes before the search, and what it found.
#pragma once

#include <cstddef>
#include <cstdint>

#include "evodoku/core/grid.hpp"

namespace evodoku {

/// none: nothing, candidates are what a cell's box misses. givens: candidates less what row, column and box hold; a
/// cell that has none left is a contradiction. single-pass: cells that have one candidate then, all at once; not those
/// that get to one by it. single-pass-keep: the same, and no other cell loses a candidate by it (row-candidates).
/// singles: naked and hidden singles, repeated. full: also locked candidates, naked and hidden pairs.
enum class PresolveLevel : std::uint8_t { none, givens, single_pass, single_pass_keep, singles, full };

/// The level's name on the command line.
constexpr const char* to_text(PresolveLevel level) {
    constexpr const char* names[] = {"none", "givens", "single-pass", "single-pass-keep", "singles", "full"};
    return names[static_cast<std::size_t>(level)];
}

/// What logic found. `contradiction`: the puzzle has no solution, because `cell` has no candidate (unit < 0), because
/// `unit` has no place for `digit`, or because the digits that `unit`, a box, misses do not fit (digit 0).
struct LogicFindings {
    int filled = 0;  ///< cells that the logic added to the givens
    int struck = 0;  ///< candidates that locked candidates and pairs removed
    bool contradiction = false;
    int cell = -1, unit = -1, digit = 0;
};

/// What logic made of a puzzle: its grid, and why there is no solution.
struct Logic : LogicFindings {
    Grid grid;
};

/// Which cells a chromosome of single cells may change: the free ones, or all of them, fixed cells included.
enum class Genes : std::uint8_t { free_cells, all_cells };

/// One puzzle for an evolution. Its answer depends only on this and the configuration.
struct PuzzleJob {
    Grid givens;  ///< must not conflict
    PresolveLevel presolve = PresolveLevel::full;
    std::uint32_t puzzle_index = 0;  ///< in the input, from 0
    std::uint64_t seed = 0;
};

}  // namespace evodoku
