// Lines of an input, comments taken off, in bounded memory. Knows nothing of cells.
#pragma once

#include <array>
#include <cstddef>
#include <istream>
#include <string>

namespace evodoku::io {

/// A puzzle of 81 numbers, widely spaced, is some 500 bytes.
inline constexpr std::size_t longest_line = 4096;

struct Line {
    std::string text;        ///< without comment, line end and trailing blanks; cut at longest_line
    std::size_t number = 0;  ///< from 1
    bool commented = false;  ///< a comment was taken off
    bool too_long = false;   ///< the text was cut
    bool utf16 = false;      ///< a UTF-16 byte-order mark: nothing that follows can be read
};

class LineSource {
public:
    explicit LineSource(std::istream& input) : input_(input) {}

    /// False at the end of the input.
    bool next(Line& line);

    /// The input could not be read to its end.
    bool failed() const { return failed_; }
    /// Lines given so far.
    std::size_t count() const { return count_; }

private:
    static constexpr int end_of_input = -1;

    int get();
    bool fill();
    void take_mark(Line& line);

    std::istream& input_;
    std::array<char, 65536> chunk_{};
    std::size_t at_ = 0;
    std::size_t filled_ = 0;
    std::size_t count_ = 0;
    bool after_return_ = false;  // the line before ended with CR: an LF now belongs to it
    bool ended_ = false;
    bool failed_ = false;
};

}  // namespace evodoku::io
