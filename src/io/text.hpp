// The text of an input, in bounded memory: lines, with look-ahead. Independent of cells.
#pragma once

#include <cstddef>
#include <istream>
#include <string>
#include <string_view>

#include "io/input_bytes.hpp"

namespace evodoku::io {

/// Longer lines are cut. A puzzle of 81 numbers, widely spaced, has some 500 bytes; a table may hold more next to it.
inline constexpr std::size_t longest_line = 16384;

struct Line {
    std::string raw;         ///< without its line end; unusual spaces and box drawings are converted to ASCII, and line
                             ///< breaks within it to spaces
    std::string text;        ///< `raw` without a comment and surrounding blanks
    std::size_t number = 0;  ///< from 1
    bool commented = false;  ///< a comment was removed
    bool too_long = false;   ///< `raw` was cut
};

/// Line ends are converted to LF (from LF, CRLF or CR); a UTF-8 byte-order mark is removed.
class Text {
public:
    /// `input` must outlive the text.
    explicit Text(std::istream& input) : bytes_(input) {}

    /// The next line without taking it; false at the end of the input. A line that is too long is cut.
    bool peek(Line& line) { return Ahead(*this).next(line); }
    /// Takes the next line. Requires one.
    void take_line();

    /// From now on lines are rows of a table: a line break between quotation marks belongs to its field. Where the
    /// marks are not closed within longest_line bytes, it ends the row.
    void read_rows(char separator) { separator_ = separator, seen_ = {}; }

    /// The next line as it is written, without taking it.
    std::string_view written_line();

    /// Looks at one line after another, takes none.
    class Ahead {
    public:
        explicit Ahead(Text& text) : text_(&text), number_(text.number_) {}
        /// False at the end of the input, and if the look-ahead would be too long.
        bool next(Line& line);

    private:
        Text* text_;
        std::size_t offset_ = 0;
        std::size_t number_;
    };

    /// The next bytes: `want` of them, or fewer at the end of the input.
    std::string_view bytes(std::size_t want);
    /// The available ones of the next bytes, at least one except at the end of the input.
    std::string_view head() { return bytes(1).empty() ? "" : std::string_view(buffer_).substr(at_); }
    /// Takes bytes that were looked at.
    void skip(std::size_t count);
    /// The line of the next byte, from 1.
    std::size_t number() const { return number_; }
    bool at_end() { return bytes(1).empty(); }
    /// Discards the rest of the input.
    void abandon();

    /// The first line that is not UTF-8; 0 if there is none so far.
    std::size_t not_utf8() const { return not_utf8_; }

    /// The input could not be read to its end; fault(): the reason, if known.
    bool failed() const { return bytes_.failed(); }
    const std::string& fault() const { return bytes_.fault(); }

private:
    /// A line that was looked at, with its end: so that it is decoded once, however often it is looked at.
    struct Seen {
        std::size_t place = std::string::npos;  ///< in the input; npos: none, or a line without an end
        std::size_t length = 0, lines = 0;      ///< as it is written, and the lines that it has
        Line line = {};
    };
    /// Null unless it was the line that begins so far behind the read position.
    const Seen* seen_at(std::size_t offset) const { return seen_.place == gone_ + at_ + offset ? &seen_ : nullptr; }

    bool fill();
    std::size_t find_line_end(std::size_t from, std::size_t limit);
    std::size_t find_row_end(std::size_t from, std::size_t limit);

    InputBytes bytes_;
    std::string buffer_;
    std::size_t at_ = 0;    // what is before was taken
    std::size_t gone_ = 0;  // bytes that were before the buffer
    Seen seen_;
    std::size_t number_ = 1;
    std::size_t not_utf8_ = 0;
    bool after_return_ = false;  // the last byte read was a CR: a following LF belongs to it
    char separator_ = '\0';      // of fields, in a table
    bool begun_ = false;
    bool ended_ = false;
};

}  // namespace evodoku::io
