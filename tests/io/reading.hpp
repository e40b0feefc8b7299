// Reads a whole text as a caller would that collects errors too; and what a text with puzzles must be read as.
#pragma once

#include <gtest/gtest.h>

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

inline Found read_all(std::istream& input, const std::string& source = "test", int order = 3) {
    Found found;
    PuzzleReader reader(input, source, order);
    ReadPuzzle job;
    while (true) {
        try {
            if (!reader.next(job)) return found;
            found.puzzles.push_back(to_line(job.grid));
            found.lines.push_back(job.line);
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

inline void expect_puzzles(const std::string& text, const std::vector<std::string>& puzzles = {wikipedia}) {
    const Found found = read_all(text);
    EXPECT_EQ(found.puzzles, puzzles) << text;
    for (const ParseError& error : found.errors) ADD_FAILURE() << error.what() << "\n" << text;
}

/// The first error of a text. `part`: of its message.
inline void expect_error(const std::string& text, std::size_t line, const std::string& cell, const std::string& part) {
    const Found found = read_all(text);
    ASSERT_FALSE(found.errors.empty()) << text;
    EXPECT_EQ(found.errors[0].line(), line) << found.errors[0].what() << "\n" << text;
    EXPECT_EQ(found.errors[0].cell(), cell) << found.errors[0].what() << "\n" << text;
    EXPECT_NE(found.errors[0].message().find(part), std::string::npos) << found.errors[0].what() << "\n" << part;
    EXPECT_TRUE(is_printable(found.errors[0].what()));
}

}  // namespace evodoku::io
