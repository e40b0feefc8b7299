// Reads puzzles from text, one at a time, in many forms (docs/reference/formats.md). All puzzles of an input have the
// same order. Does not check whether givens conflict.
//
//   one puzzle per line    53..7....6..195....98....6.8...  bare, or among other fields: names, ratings, tables, HoDoKu
//   a line per row         5 3 . . 7 . . . .   commas, tabs, bars, rules; empty fields as blanks
//   lists                  [5,3,0, ...]  [[5 3 0 ...]\n [6 0 0 ...]]  name = [...]
//   JSON, XML              objects, lists, one object per line; OpenSudoku
//   .sdk                   [Puzzle] read, the other sections left out
//   sudoku_acs             a line with the order, a line with 1, rows of numbers with -1 for a blank
//   .npy                   an array of integers, of shape (n, 81) or (n, 9, 9), also (m, n, 81) or (m, n, 9, 9)
//   gzip, zstd             any of these, compressed
//
// Blanks of 9 x 9 are . 0 x X * _ - ?; a # begins a comment; line ends are LF, CRLF or CR; text is UTF-8, or UTF-16
// with a byte-order mark.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <istream>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "evodoku/core/grid.hpp"

namespace evodoku::io {

/// The error for invalid input: the place, the cause and the remedy. what() reads
/// `puzzles/a.txt:3: r4c7: 'A' is not a digit 1-9 or a blank (. 0 x X * _ - ?)`.
/// Safe to print: bytes of the input that are not printable ASCII are described, never repeated.
class ParseError : public std::runtime_error {
public:
    /// `line` counts from 1; `cell` is empty if the error is not in one cell. Throws nothing.
    ParseError(std::string_view source, std::size_t line, std::string_view cell, std::string_view message);

    const std::string& source() const noexcept { return source_; }    ///< name of the input
    std::size_t line() const noexcept { return line_; }               ///< from 1
    const std::string& cell() const noexcept { return cell_; }        ///< "r4c7", or empty
    const std::string& message() const noexcept { return message_; }  ///< without the place

private:
    std::string source_, cell_, message_;
    std::size_t line_;
};

/// A table of an input, of at least two columns.
struct Table {
    std::vector<std::string> columns;  ///< those that the first line names
    std::size_t puzzle = 0;            ///< the column with the puzzles

    /// "column_3" for the third if the first line does not name it: rows may have more fields. Throws nothing.
    std::string name_of(std::size_t column) const {
        return column < columns.size() ? columns[column] : "column_" + std::to_string(column + 1);
    }
};

/// What an input says of a puzzle besides its cells.
struct Notes {
    /// Boards that the input gives as solutions. Whether they solve the puzzle is not checked.
    std::vector<Grid> answers = {};
    std::string bad_answer = {};  ///< what is wrong with one that can't be read: "80 cells, not 81"
    bool lacks_answer = false;    ///< a column or a key for answers has none
    bool is_missing = false;      ///< a - stands for the board
    bool has_others = false;      ///< an object has boards that are neither the puzzle nor answers
};

/// A puzzle of an input.
struct ReadPuzzle {
    Grid grid;
    std::string_view source;  ///< the name of the input; its reader keeps it
    std::size_t line = 0;     ///< where the puzzle begins, from 1
    std::uint64_t index = 0;  ///< among the puzzles of the input, from 0
    /// Where the puzzle is in a row of a table and its reader keeps fields: the table, which the reader keeps, and one
    /// field per column.
    const Table* table = nullptr;
    std::vector<std::string> fields = {};
    std::shared_ptr<Notes> notes = {};  ///< null if there are none, or its reader keeps no fields
    std::uint64_t samples = 1;          ///< of an array: the m of (n, m, 81), boards that belong together
};

/// The order that the first lines of an input show: 3 unless they are another board without doubt. Lines of 4 x 4 that
/// repeat no digit count as order 3.
struct RecognisedOrder {
    int order = 3;
    std::size_t line = 1;  ///< that shows it
};

/// What an input has besides puzzles. Lines count from 1; 0: there is none.
struct Remarks {
    std::size_t skipped = 0, first_skipped = 0;  ///< lines of text
    std::size_t not_utf8 = 0;                    ///< the first line that is not, and is read byte for byte
};

/// How an input is read.
struct ReadOptions {
    int unshown = 3;            ///< the order where it is not given, and the input shows none but 3
    std::string column = {};    ///< of tables, with the puzzles; empty: the names decide
    bool keeps_fields = false;  ///< puzzles have the fields of their rows, and notes
    bool refuses_text = false;  ///< a line of text besides puzzles is an error
    bool has_tokens = false;    ///< numbers of arrays are one above their digits: 1 is a blank, and so is 0
    bool may_lack = false;      ///< a line with - alone is a board that is missing
};

/// Memory is bounded for any input, compressed or not: puzzles are streamed, and a block of rows without a blank line
/// may hold 8,100,000 cells.
///
/// After an exception, next() continues behind the bad puzzle. Rows that may belong to a bad board are rejected with
/// it: no puzzle is ever assembled from two.
class PuzzleReader {
public:
    /// `source` names the input in errors; `input` must outlive the reader. All puzzles have this order; 0: that of a
    /// RecognisedOrder, or `unshown` where that is 3. Throws std::invalid_argument for an order that no Grid has.
    PuzzleReader(std::istream& input, std::string source, int order = 3, const ReadOptions& options = {});
    ~PuzzleReader();

    /// Writes the next puzzle to `job`; returns false at the end of the input. Throws ParseError for a bad puzzle, and
    /// at the end of an input without any puzzle.
    bool next(ReadPuzzle& job);
    /// What was read so far. Throws nothing.
    Remarks remarks() const;
    /// The order of all puzzles, and the line that shows it. Throws nothing: a fault waits for next().
    RecognisedOrder order();

private:
    class Parser;
    std::unique_ptr<Parser> parser_;
};

using OnPuzzle = std::function<void(const ReadPuzzle& job)>;
using OnError = std::function<void(const ParseError& error)>;

/// Calls one of the two for everything that next() gives, in order, which goes on behind a ParseError as that of a
/// reader does; on_error() also for a ParseError that on_puzzle() throws. Where an input has only errors, and many, its
/// rest is not read, which the last error says. Throws what else next() throws.
void visit(const std::function<bool(ReadPuzzle& job)>& next, const OnPuzzle& on_puzzle, const OnError& on_error);

/// Reads `text`, which must hold exactly one puzzle of this order in any of the forms above. Throws as PuzzleReader.
Grid parse_puzzle(std::string_view text, std::string source, int order = 3);

}  // namespace evodoku::io
