// One form for all 9 x 9 grids that are equal up to symmetry.
#pragma once

#include "evodoku/core/grid.hpp"

namespace evodoku::logic {

/// The least of all grids, read row by row with a blank as 0, that the symmetries of Sudoku make of a 9 x 9 grid: rows
/// and columns swapped as a whole, bands, stacks, rows in a band and columns in a stack in another order, other digits.
/// So two grids have the same form exactly if a symmetry leads from one to the other. Takes about 0.1 ms for a puzzle,
/// and 0.1 s for a board without clues.
Grid canonical_form(const Grid& grid);

}  // namespace evodoku::logic
