// Reads a whole text as a caller would that collects errors too.
#pragma once

#include <istream>
#include <sstream>
#include <string>
#include <vector>

#include "evodoku/io/grid_text.hpp"
#include "evodoku/io/puzzle_reader.hpp"

namespace evodoku::io {

struct Found {
    std::vector<std::string> puzzles;  // as to_line() writes them
    std::vector<std::size_t> lines;
    std::vector<ParseError> errors;
};

inline Found read_all(std::istream& input, const std::string& source = "test") {
    Found found;
    PuzzleReader reader(input, source);
    PuzzleEntry entry;
    while (true) {
        try {
            if (!reader.next(entry)) return found;
            found.puzzles.push_back(to_line(entry.grid));
            found.lines.push_back(entry.line);
        } catch (const ParseError& error) {
            found.errors.push_back(error);
        }
    }
}

inline Found read_all(const std::string& text) {
    std::istringstream input(text);
    return read_all(input);
}

inline bool is_printable(const std::string& text) {
    for (const char c : text)
        if (c < 0x20 || c > 0x7E) return false;
    return true;
}

/// The nine rows of an 81-character line, each ended by `end`, with `between` after each but the last.
inline std::string as_rows(const std::string& line, const std::string& end = "\n", const std::string& between = "") {
    std::string text;
    for (std::size_t row = 0; row < 9; ++row) {
        if (row > 0) text += between;
        text += line.substr(row * 9, 9) + end;
    }
    return text;
}

/// The characters of a text with `separator` between them.
inline std::string parted(const std::string& text, const std::string& separator) {
    std::string result;
    for (std::size_t at = 0; at < text.size(); ++at) result += (at > 0 ? separator : "") + text[at];
    return result;
}

inline const std::string wikipedia =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
inline const std::string escargot = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";

inline const std::string solution(81, '9');  // full, as far as a reader cares

/// `wikipedia` with something else for its blanks.
inline std::string with_blanks(const std::string& blank) {
    std::string text;
    for (const char c : wikipedia) text += c == '.' ? blank : std::string(1, c);
    return text;
}

}  // namespace evodoku::io
