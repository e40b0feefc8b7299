// The lines of a file, decompressed if it is gzip or zstd, in bounded memory.
#pragma once

#include <cstddef>
#include <istream>
#include <string>
#include <string_view>

#include "io/input_bytes.hpp"

namespace evodoku::report {

class Lines {
public:
    /// Longer lines are an error: a result with its history has some thousand bytes.
    static constexpr std::size_t longest = 1 << 20;
    /// The same for a whole file that is one value of JSON.
    static constexpr std::size_t longest_text = 64 << 20;

    /// `input` must outlive the lines.
    explicit Lines(std::istream& input) : bytes_(input) {}

    /// Writes the next line without its end (LF or CRLF); false at the end. Throws std::invalid_argument for a line
    /// that is too long, and for damaged compressed data.
    bool next(std::string& line);
    /// The line that next() wrote or could not read, from 1.
    std::size_t number() const { return number_; }
    /// False if the last line has no end: it may be cut off.
    bool ended_line() const { return ended_line_; }
    /// The first bytes, at most `max_bytes`: call it before next().
    std::string_view head(std::size_t max_bytes);
    /// Everything that is left. Throws std::invalid_argument.
    std::string rest();
    /// The input could not be read to its end.
    bool failed() const { return bytes_.failed(); }

private:
    bool fill();

    io::InputBytes bytes_;
    std::string buffer_;
    std::size_t at_ = 0, number_ = 0;
    bool ended_line_ = true;
};

}  // namespace evodoku::report
