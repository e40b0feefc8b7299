// Reads puzzles out of text, one at a time, in the forms that people write. Whether the givens clash is not asked here.
//
//   81 cells a line            53..7....6..195....98....6.8...  (.sdm), cells parted by spaces or commas or not at all
//   nine lines of nine         5 3 . . 7 . . . .   or with commas, tabs, | bars and ---+--- rules (.ss, boxed grids);
//                              blank lines after every row, or after every third, are part of the grid
//   lists                      [5,3,0, ...]  [[5 3 0 ...]\n [6 0 0 ...]]  name = [...], on one line or over several
//   tables                     name TAB 81 cells; id,puzzle,solution with a line of names or without
//   .sdk                       # lines, [Puzzle] read, [State] left out
//
// Blanks are . 0 x X * _ ; a # begins a comment; line ends are LF, CRLF or CR; a UTF-8 byte-order mark is passed over.
#pragma once

#include <cstddef>
#include <istream>
#include <memory>
#include <string>
#include <string_view>

#include "evodoku/core/grid.hpp"
#include "evodoku/io/parse_error.hpp"

namespace evodoku::io {

struct PuzzleEntry {
    Grid grid;
    std::size_t line = 0;  ///< where the puzzle begins, from 1
};

/// Memory is bounded whatever the input: 81-cell lines stream, and a block of rows without a blank line may hold
/// 100,000 grids.
///
/// After a throw, next() goes on with what follows the bad puzzle. Rows that cannot be told apart from the remains of
/// a bad grid are refused with it: no puzzle is ever put together out of two.
class PuzzleReader {
public:
    /// `source` names the input in errors; `input` must outlive the reader.
    PuzzleReader(std::istream& input, std::string source);
    ~PuzzleReader();
    PuzzleReader(PuzzleReader&&) noexcept;
    PuzzleReader& operator=(PuzzleReader&&) noexcept;

    /// Writes the next puzzle to `entry`; false at the end of the input.
    /// Throws ParseError for a bad puzzle, and at the end of an input in which nothing at all was found.
    bool next(PuzzleEntry& entry);

private:
    class Reading;
    std::unique_ptr<Reading> reading_;
};

/// Reads `text`, which must hold exactly one puzzle in any of the forms above. Throws ParseError.
Grid parse_puzzle(std::string_view text, std::string source);

}  // namespace evodoku::io
