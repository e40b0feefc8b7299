// What pairs of files do not show: streams without an end, texts of any size, bytes that no text file holds, one puzzle
// alone. All else is in tests/data/forms: see files_test.cpp.
#include <fstream>

#include "reading.hpp"

namespace evodoku::io {
namespace {

TEST(Reader, OnePuzzleIsParsed) {
    EXPECT_EQ(to_line(parse_puzzle(wikipedia, "--puzzle")), wikipedia);
    EXPECT_EQ(to_line(parse_puzzle(as_rows(wikipedia), "--puzzle")), wikipedia);
    EXPECT_EQ(to_line(parse_puzzle("[" + parted(wikipedia, " ") + "]", "--puzzle")), wikipedia);
    EXPECT_THROW(parse_puzzle("", "--puzzle"), ParseError);
    EXPECT_THROW(parse_puzzle(wikipedia, "--puzzle", 9), std::invalid_argument);
    EXPECT_THROW(parse_puzzle(wikipedia + "\n" + wikipedia, "--puzzle"), ParseError);
    EXPECT_THROW(parse_puzzle(wikipedia + "\n5", "--puzzle"), ParseError);
}

TEST(Reader, InputsOfAnySizeStream) {
    // A stream buffer that makes its parts up: neither side holds them all.
    struct Parts : std::streambuf {
        std::string begin, part, end;
        int left = 1'000'000;
        int_type underflow() override {
            std::string& now = gptr() == nullptr ? begin : left > 0 ? part : end;
            if (left < 0 || now.empty()) return traits_type::eof();
            left -= &now != &begin;
            setg(now.data(), now.data(), now.data() + now.size());
            return traits_type::to_int_type(now[0]);
        }
    } lines, json;
    lines.begin = "# a million lines\n", lines.part = wikipedia + "\n";
    json.begin = "{\"puzzles\": [", json.part = "\"" + wikipedia + "\", ", json.end = "]}", json.left = 300'000;
    for (Parts* const parts : {&lines, &json}) {
        const auto wanted = static_cast<std::uint64_t>(parts->left);
        std::istream input(parts);
        PuzzleReader reader(input, "test");
        ReadPuzzle job;
        std::uint64_t count = 0;
        while (reader.next(job)) ++count;
        EXPECT_EQ(count, wanted);
        EXPECT_EQ(job.index, wanted - 1);
        EXPECT_EQ(job.line, parts == &lines ? 1'000'001u : 1u);
    }
}

TEST(Reader, LongAndDeepTextsAreReadInParts) {
    expect_puzzles("#" + std::string(100'000, '-') + "\n" + wikipedia + "\n");
    std::string deep;
    for (int depth = 0; depth < 100'000; ++depth) deep += "[\"a\",";
    expect_error(deep, 1, "", "brackets in brackets");
    expect_error("<a " + std::string(1'000'000, 'x'), 1, "", "does not end");
}

TEST(Reader, BytesThatAreNoText) {
    const auto wide = [](const std::string& text, bool little) {
        std::string bytes;
        for (const char c : text) bytes += little ? std::string{c, '\0'} : std::string{'\0', c};
        return bytes;
    };
    expect_error(wide(wikipedia + "\r\n", true), 1, "",
                 "UTF-16 without a byte-order mark: convert it with iconv -f UTF-16LE");
    expect_error(wide(wikipedia + "\r\n", false), 1, "",
                 "UTF-16 without a byte-order mark: convert it with iconv -f UTF-16BE");
    expect_puzzles("\xFF\xFE" + wide(wikipedia, true));
    expect_puzzles("\xFE\xFF" + wide(wikipedia, false));
    expect_error(std::string("\xFD") + "7zXZ" + std::string(1, '\0') + "x", 1, "", "xz");
    expect_error(std::string(wikipedia).replace(30, 1, 1, '\0'), 1, "r4c4", "NUL byte");
}

TEST(Reader, BoardsOfOtherSizesAreNamed) {
    expect_error(std::string(256, '.'), 1, "", "a board of another size needs --order");
    expect_error("1..4.4..2..3..21\n1234............\n", 1, "", "a board of another size needs --order");
}

TEST(Errors, WhatIsSourceLineCellMessage) {
    const ParseError error("puzzles/a.txt", 3, "r4c7", "'A' is not a digit 1-9 or a blank (. 0 x X * _ - ?)");
    EXPECT_STREQ(error.what(), "puzzles/a.txt:3: r4c7: 'A' is not a digit 1-9 or a blank (. 0 x X * _ - ?)");
    EXPECT_STREQ(ParseError("a", 1, "", "no puzzle").what(), "a:1: no puzzle");
    EXPECT_STREQ(ParseError("\x1b[31m", 1, "", "no").what(), "?[31m:1: no");
}

TEST(Errors, WhatCannotBeReadIsNotEmpty) {
    std::istringstream broken(wikipedia);
    broken.setstate(std::ios::failbit);
    const std::string folder = EVODOKU_SOURCE_DIR;
    std::ifstream opened(folder, std::ios::binary), missing(folder + "/does_not_exist", std::ios::binary);
    for (std::istream* const input : {static_cast<std::istream*>(&broken), static_cast<std::istream*>(&opened),
                                      static_cast<std::istream*>(&missing)}) {
        const Found found = read_all(*input);
        ASSERT_EQ(found.errors.size(), 1u);
        EXPECT_NE(found.errors[0].message().find("cannot be read"), std::string::npos);
    }
}

TEST(Errors, TooManyGridsOnEndAreRefused) {
    std::string text;
    for (int grid = 0; grid < 100'001; ++grid) text += as_rows(wikipedia);
    const Found found = read_all(text + "\n" + escargot);
    EXPECT_EQ(found.puzzles, std::vector<std::string>{escargot});
    ASSERT_EQ(found.errors.size(), 1u);
    EXPECT_NE(found.errors[0].message().find("blank line between grids"), std::string::npos);
}

TEST(Errors, TheEndComesOnce) {
    std::istringstream input("");
    PuzzleReader reader(input, "test");
    ReadPuzzle job;
    EXPECT_THROW(reader.next(job), ParseError);
    EXPECT_FALSE(reader.next(job));
    EXPECT_FALSE(reader.next(job));
}

}  // namespace
}  // namespace evodoku::io
