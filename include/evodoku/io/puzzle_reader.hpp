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
#include <stdexcept>
#include <string>
#include <string_view>

#include "evodoku/core/grid.hpp"

namespace evodoku::io {

/// The error for invalid input: the place, the cause and the remedy. what() reads
/// `puzzles/a.txt:3: r4c7: 'A' is not a digit 1-9 or a blank (. 0 x X * _)`.
/// Safe to print: bytes of the input that are not printable ASCII are described, never repeated.
class ParseError : public std::runtime_error {
public:
    /// `line` counts from 1; `cell` is empty if the error is not in one cell.
    ParseError(std::string_view source, std::size_t line, std::string_view cell, std::string_view message);

    const std::string& source() const noexcept { return source_; }
    std::size_t line() const noexcept { return line_; }
    const std::string& cell() const noexcept { return cell_; }
    const std::string& message() const noexcept { return message_; }

private:
    std::string source_;
    std::size_t line_;
    std::string cell_;
    std::string message_;
};

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
    /// `source` names the input in errors; `input` must outlive the reader. All puzzles have this order.
    PuzzleReader(std::istream& input, std::string source, int order = 3);
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

/// Reads `text`, which must hold exactly one puzzle of this order in any of the forms above. Throws ParseError.
Grid parse_puzzle(std::string_view text, std::string source, int order = 3);

}  // namespace evodoku::io
