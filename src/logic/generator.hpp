// Puzzles of any order from a seed, by the method of Lewis (2007): a solved grid with cells blanked.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "evodoku/core/count_or_share.hpp"
#include "evodoku/core/grid.hpp"

namespace evodoku {
class Draws;
}
namespace evodoku::logic {

/// 0 .. count - 1 in random order.
std::vector<int> permutation(int count, Draws& draws);

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

}  // namespace evodoku::logic
