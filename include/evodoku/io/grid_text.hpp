// Writes grids for people and for files. puzzle_reader.hpp reads them.
#pragma once

#include <string>

#include "evodoku/core/grid.hpp"

namespace evodoku::io {

/// Options of to_boxed.
struct GridStyle {
    bool color = false;                ///< ANSI colours; false: no control codes
    const Grid* givens = nullptr;      ///< dims these cells; needs color
    const bool* conflicted = nullptr;  ///< 81 flags: these cells are red, or followed by a ! without color
};

/// 81 characters, row by row, '.' for a blank, without a line end.
std::string to_line(const Grid& grid);

/// Thirteen lines, each ended by a newline. PuzzleReader reads them back, unless they have marks or colours.
///
///     +-------+-------+-------+
///     | 5 3 . | . 7 . | . . . |
///     | 6!. 6!| 1 9 5 | . . . |
std::string to_boxed(const Grid& board, const GridStyle& style = {});

}  // namespace evodoku::io
