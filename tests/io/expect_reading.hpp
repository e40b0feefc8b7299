// What a text with puzzles must be read as.
#pragma once

#include <gtest/gtest.h>

#include "reading.hpp"

namespace evodoku::io {

inline void expect_puzzles(const std::string& text, const std::vector<std::string>& puzzles) {
    const Found found = read_all(text);
    EXPECT_EQ(found.puzzles, puzzles) << text;
    for (const ParseError& error : found.errors) ADD_FAILURE() << error.what() << "\n" << text;
}

inline void expect_error(const std::string& text, std::size_t line, const std::string& cell, const std::string& part) {
    const Found found = read_all(text);
    ASSERT_FALSE(found.errors.empty()) << text;
    EXPECT_EQ(found.errors[0].line(), line) << found.errors[0].what();
    EXPECT_EQ(found.errors[0].cell(), cell) << found.errors[0].what();
    EXPECT_NE(found.errors[0].message().find(part), std::string::npos) << found.errors[0].what() << "\n" << part;
    EXPECT_TRUE(is_printable(found.errors[0].what()));
}

inline const std::string zeros = with_blanks("0");
inline const std::string full = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

}  // namespace evodoku::io
