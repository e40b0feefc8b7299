// Writes grids for people and for files. puzzle_reader.hpp reads them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "evodoku/core/grid.hpp"

namespace evodoku::io {

/// Options of to_boxed.
struct GridStyle {
    bool color = false;            ///< ANSI colours; false: no control codes
    const Grid* givens = nullptr;  ///< dims these cells; needs color
    /// For each cell: true makes it red, or followed by a ! without color.
    const std::vector<bool>* conflicted = nullptr;
};

/// A sign per cell, row by row, '.' for a blank, without a line end. Numbers and spaces for 49 x 49. Throws nothing.
std::string to_line(const Grid& grid);

/// The grid of a line that to_line() wrote, of any order. None for any other text. Throws nothing.
std::optional<Grid> grid_of_line(std::string_view line);

/// Thirteen lines for 9 x 9, each ended by a newline; numbers for other boards. PuzzleReader reads them back, unless
/// they have colours. Throws nothing.
///
///     +-------+-------+-------+
///     | 5 3 . | . 7 . | . . . |
///     | 6!. 6!| 1 9 5 | . . . |
std::string to_boxed(const Grid& board, const GridStyle& style = {});

}  // namespace evodoku::io
