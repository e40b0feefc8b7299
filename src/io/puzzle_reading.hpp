// What PuzzleReader keeps between two puzzles.
#pragma once

#include <compare>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "cell_text.hpp"
#include "evodoku/io/puzzle_reader.hpp"
#include "row_block.hpp"

namespace evodoku::io {

/// What parts two pieces. A comment parts more than any number of blank lines.
struct Gap {
    std::size_t comments = 0;
    std::size_t blanks = 0;
    auto operator<=>(const Gap&) const = default;
};

struct Piece {
    RowBlock rows;
    Gap before;
};

class PuzzleReader::Reading {
public:
    Reading(std::istream& input, std::string source) : lines_(input), source_(std::move(source)) {}

    bool next(PuzzleEntry& entry) {
        while (grids_.empty() && errors_.empty() && advance()) {
        }
        if (!grids_.empty()) {
            entry = grids_.front();
            grids_.pop_front();
            return true;
        }
        if (errors_.empty()) return false;
        const ParseError error = std::move(errors_.front());
        errors_.pop_front();
        throw error;
    }

private:
    /// Reads on until there may be a puzzle or an error; false at the end of the input.
    bool advance();
    bool end();
    /// Reads rows as far as they belong together, if rows come next.
    void read_block();
    /// Reads what begins with `first` and is not rows.
    void read_other(ReadLine first);
    std::optional<Piece> take_piece();
    void read_list(ReadLine first, bool amid_rows);
    void read_section(const ReadLine& head);
    bool read_line(ReadLine& read);
    void add_error(std::size_t line, int cell, std::string_view message) {
        errors_.emplace_back(source_, line, cell_name(cell), message);
    }

    LineSource lines_;
    std::string source_;
    std::deque<PuzzleEntry> grids_;
    std::deque<ParseError> errors_;
    std::optional<ReadLine> held_line_;  // read, but part of what comes next
    std::deque<Piece> held_pieces_;
    Gap gap_;                 // since the last line of cells
    bool found_text_ = false;  // a line that is neither blank nor a comment
    bool found_any_ = false;   // a puzzle or an error
    bool last_was_rows_ = false;
    bool after_bad_list_ = false;      // nothing was read since
    bool bad_list_amid_rows_ = false;  // rows stood right before it
    bool in_state_ = false;            // in a section that holds no puzzle
    bool ended_ = false;
};

}  // namespace evodoku::io
