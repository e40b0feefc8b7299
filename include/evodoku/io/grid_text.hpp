// Writes grids for people and for files. Reading them is puzzle_reader.hpp's part.
#pragma once

#include <string>

#include "evodoku/core/grid.hpp"

namespace evodoku::io {

/// How to_boxed shows a grid.
struct GridStyle {
    bool color = false;                ///< ANSI colours; without, no control code is written at all
    const Grid* givens = nullptr;      ///< dims these cells; needs color
    const bool* conflicted = nullptr;  ///< 81 flags: shown red, or followed by a ! without color
};

/// 81 characters, row by row, '.' for a blank; no line end.
std::string to_line(const Grid& grid);

/// Thirteen lines, each ended by a newline. Without marks or colours PuzzleReader reads them back.
///
///     +-------+-------+-------+
///     | 5 3 . | . 7 . | . . . |
///     | 6!. 6!| 1 9 5 | . . . |
std::string to_boxed(const Grid& board, const GridStyle& style = {});

}  // namespace evodoku::io
