// Reads puzzles from text, one at a time, in many formats (docs/formats.md). Does not check whether givens conflict.
//
//   one puzzle per line    53..7....6..195....98....6.8...  bare, or among other fields: names, ratings, tables, HoDoKu
//   nine lines of nine     5 3 . . 7 . . . .   commas, tabs, bars, rules; spaces or empty fields as blanks
//   lists                  [5,3,0, ...]  [[5 3 0 ...]\n [6 0 0 ...]]  name = [...]
//   JSON, XML              objects, lists, one object per line; OpenSudoku
//   .sdk                   [Puzzle] read, the other sections left out
//   gzip, zstd             any of these, compressed
//
// Blanks are . 0 x X * _; a # begins a comment; line ends are LF, CRLF or CR; a UTF-8 byte-order mark is ignored.
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

/// Memory is bounded for any input, compressed or not: puzzles are streamed, and a block of rows without a blank line
/// may hold 100,000 grids.
///
/// After an exception, next() continues behind the bad puzzle. Rows that may belong to a bad grid are rejected with it:
/// no puzzle is ever assembled from two.
class PuzzleReader {
public:
    /// `source` names the input in errors; `input` must outlive the reader.
    PuzzleReader(std::istream& input, std::string source);
    ~PuzzleReader();
    PuzzleReader(PuzzleReader&&) noexcept;
    PuzzleReader& operator=(PuzzleReader&&) noexcept;

    /// Writes the next puzzle to `entry`; returns false at the end of the input. Throws ParseError for a bad puzzle,
    /// and at the end of an input without any puzzle.
    bool next(PuzzleEntry& entry);

private:
    class Reading;
    std::unique_ptr<Reading> reading_;
};

/// Reads `text`, which must hold exactly one puzzle in any of the forms above. Throws ParseError.
Grid parse_puzzle(std::string_view text, std::string source);

}  // namespace evodoku::io
