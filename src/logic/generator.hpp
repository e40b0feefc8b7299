// Puzzles of any order from a seed, by the method of Lewis (2007): a solved grid with cells blanked; and puzzles with
// exactly one solution: clues are taken from a solved grid as long as the solution stays the only one.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "evodoku/core/count_or_share.hpp"
#include "evodoku/core/grid.hpp"

namespace evodoku::logic {

/// random: any cells. balanced: as many in every row, column and box, up to one.
enum class Holes { random, balanced };

struct PuzzleRequest {
    int order = 4;
    Share filled = percent(50);  ///< of all cells; the number of givens is rounded to the nearest
    Holes holes = Holes::random;
    std::uint64_t seed = 0;
    std::uint32_t index = 0;  ///< of the puzzle among those of the seed
};

/// The logic that a puzzle needs. singles and full: the levels of find_by_logic(). search: more than those.
enum class Rating { singles, full, search };

/// What is known of a puzzle that has one solution.
struct PuzzleFacts {
    Rating rating = Rating::search;
    std::optional<bool> is_minimal;          ///< no clue can be taken away; empty: undecided
    std::optional<std::uint64_t> positions;  ///< that the exact solver examines: 1 if singles do; empty: too many
};

struct GeneratedPuzzle {
    Grid puzzle;
    Grid solution;                     ///< one of its solutions
    std::optional<PuzzleFacts> facts;  ///< empty: there may be other solutions
};

/// Depends on the request alone, and on the solved grid if there is one. Without:
///
///     solution <- the root grid, digit of (row, column) = order * (row mod order) + row / order + column, mod size
///     shuffle its bands, the rows of each band, its stacks, the columns of each stack, and its digits
///
/// So all these are of one orbit. Then:
///
///     random:    blank cells drawn without replacement
///     balanced:  blank the cells that hold some digits of a second grid made so; the rest among those of one digit
///     more
GeneratedPuzzle generate_puzzle(const PuzzleRequest& request, const std::optional<Grid>& solution = {});

/// What leaves the pattern of clues as it is: half a turn, a quarter of a turn, a mirror.
enum class Symmetry { none, rotational, quarter_turn, left_right, top_bottom, diagonal };

struct ProperRequest {
    int clues = 0;         ///< exactly; 0: as few as the symmetry and the rating let
    bool minimal = false;  ///< no clue can be taken away
    Symmetry symmetry = Symmetry::none;
    std::optional<Rating> rating = {};  ///< empty: any
    std::uint32_t tries = 1'000;
    std::uint64_t seed = 0;
    std::uint32_t index = 0;  ///< of the puzzle among those of the seed
};

struct Digging {
    std::optional<GeneratedPuzzle> found = {};
    std::uint32_t tries = 0;
    int fewest = 0;  ///< clues, of all tries
};

/// True if some set of `clues` cells has the symmetry.
bool can_have(int order, Symmetry symmetry, int clues);

/// Depends on the solution and the request alone, unless should_stop() is true: then what it returns means nothing.
/// Requires a solved grid. Every removal is proved: with any other digit in the cell there is no solution. From 16 x 16
/// on, a clue also stays where this proof takes more than max_positions.
///
///     repeat, up to `tries` times:
///         for the groups of cells that the symmetry maps to each other, in random order:
///             remove the group, unless fewer than `clues` would be left, or there would be a second solution, or the
///             logic of the rating would no longer solve the puzzle (with `minimal` only the end looks at the rating)
///         it is found if clues, rating and minimality are as requested
Digging dig_puzzle(const Grid& solution, const ProperRequest& request, const std::function<bool()>& should_stop = {});

}  // namespace evodoku::logic
