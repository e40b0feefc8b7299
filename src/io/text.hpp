// The text of an input, in bounded memory: its bytes as UTF-8, decompressed if they are gzip or zstd, and converted if
// they are UTF-16; and lines of them, with look-ahead. Independent of cells.
#pragma once

#include <cstddef>
#include <cstdint>
#include <istream>
#include <memory>
#include <string>
#include <string_view>

namespace evodoku::io {

/// Decompresses as it is read, so that a small file that unpacks to terabytes costs no memory.
class InputBytes {
public:
    /// `input` must outlive it. Nothing is read yet.
    explicit InputBytes(std::istream& input) : input_(input) {}

    /// Appends some available bytes, at least one; returns false at the end.
    bool append_to(std::string& text);

    /// The input could not be read to its end.
    bool failed() const { return failed_; }
    /// The fault in compressed data or UTF-16; empty if there is none.
    const std::string& fault() const { return fault_; }

    struct Decoder;

private:
    enum class Encoding { unknown, bytes, utf16_little, utf16_big };

    bool find_encoding(bool at_end);
    void append_utf16(std::string& text);
    bool append_unpacked(std::string& text);
    bool read_chunk();
    std::shared_ptr<Decoder> next_decoder();
    bool begin_next_part();

    std::istream& input_;
    std::string held_;                  ///< bytes that were read and not yet taken
    std::shared_ptr<Decoder> decoder_;  ///< none: the bytes are plain
    std::uint64_t taken_ = 0;           ///< bytes of the compressed parts
    std::string fault_;
    Encoding encoding_ = Encoding::unknown;
    std::string undecoded_;  ///< bytes whose encoding is unknown, or a part of a character
    bool begun_ = false, ended_ = false, failed_ = false;
};

/// Number of bytes from the beginning that refused_kind() needs.
inline constexpr std::size_t head_size = 4096;

/// Why a file with this beginning is not read, and the remedy; empty if it may be read.
std::string_view refused_kind(std::string_view head);

/// Longer lines are cut. A puzzle of 81 numbers, widely spaced, has some 500 bytes; a table may hold more next to it.
inline constexpr std::size_t longest_line = 16384;

/// Converts digits, letters and signs of other scripts to ASCII, as those of lines are; false if it is not UTF-8.
bool make_plain(std::string& text);

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
    /// The next byte; NUL at the end of the input.
    char next() { return at_end() ? '\0' : buffer_[at_]; }
    void skip_while(const auto& is_so) {
        while (!at_end() && is_so(next())) skip(1);
    }
    /// Takes bytes that were looked at.
    void skip(std::size_t count);
    /// The line of the next byte, from 1.
    std::size_t number() const { return number_; }
    bool at_end() { return bytes(1).empty(); }
    /// Discards the rest of the input.
    void abandon();

    /// The first line that is not UTF-8; 0 if there is none so far.
    std::size_t not_utf8() const { return not_utf8_; }

    /// Which says whether it could be read to its end.
    const InputBytes& input() const { return bytes_; }

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
