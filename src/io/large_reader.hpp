// Reads puzzles of one order from text, one at a time: for orders other than 3 (docs/formats.md, Larger boards). Does
// not check whether givens conflict.
//
//   one puzzle per line     256 or 625 or 1,296 symbols, or numbers with separators
//   as many lines as rows   symbols, or numbers with separators; frames of - + | are passed over
//   sudoku_acs              a line with the order, a line with 1, rows of numbers with -1 for a blank
//   a row of a table        one field has all cells; CSV, TSV, or other text around it
//   JSON                    texts and lists, alone, in lists and in objects
//
// Titles of puzzles are passed over.
#pragma once

#include <cstddef>
#include <istream>
#include <optional>
#include <string>
#include <string_view>

#include "evodoku/core/grid.hpp"
#include "evodoku/io/puzzle_reader.hpp"
#include "fields.hpp"
#include "large_json.hpp"
#include "text.hpp"

namespace evodoku::io {

using LargeEntry = PuzzleEntry;

class LargeReader {
public:
    /// `source` names the input in errors; `input` must outlive the reader.
    LargeReader(std::istream& input, std::string source, int order);

    /// Writes the next puzzle to `entry`; returns false at the end of the input. Throws ParseError for a bad puzzle,
    /// and at the end of an input without any puzzle. After an exception, next() continues behind the bad puzzle.
    bool next(LargeEntry& entry);

private:
    struct Rows;
    void check_kind();
    bool read_rows(Rows& rows);
    bool read_json(Rows& rows);
    bool take_other(const Line& line);
    bool take_head(const Line& line);
    std::string skip_block(std::size_t first, std::size_t last);
    [[noreturn]] void refuse(std::size_t line, const std::string& cell, const std::string& message);
    Grid grid_of(const Rows& rows);

    Text text_;
    std::string source_;
    int order_, size_;
    LargeJson json_;
    std::optional<TableHead> table_;
    bool opened_ = false;
    bool begun_ = false;  ///< what can only be first was there, or did not come
    bool found_ = false;  ///< a puzzle or an error
    bool ended_ = false;
};

/// The grid of a line that large_line() or to_line() wrote, of any order; 3 is one of them. None for any other text.
std::optional<Grid> grid_of_line(std::string_view line);

struct RecognisedOrder {
    int order = 3;
    std::size_t line = 1;  ///< that shows it
};

/// The order of the puzzles of an input, from its first lines: 3 unless they are a larger board without doubt. A 4 x 4
/// puzzle is never recognised.
RecognisedOrder recognised_order(std::istream& input);

}  // namespace evodoku::io
