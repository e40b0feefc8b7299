// Puzzles of any order from a seed, by the method of Lewis (2007): a solved grid with cells blanked.
#pragma once

#include <cstdint>
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

struct GeneratedPuzzle {
    Grid puzzle;
    Grid solution;  ///< one of its solutions: uniqueness is not guaranteed
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
