// What is written in any form is read back; grids with and without colours.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "core/geometry.hpp"
#include "evodoku/logic/verifier.hpp"
#include "io/puzzle_writer.hpp"
#include "reading.hpp"

namespace evodoku::io {
namespace {

std::string written(std::string_view form, const std::vector<std::string>& lines, char blank = '\0') {
    PuzzleWriter writer(form, 3, blank);
    std::string text = writer.begin();
    for (const std::string& line : lines) text += writer.puzzle(parse_puzzle(line, "test"));
    return text + writer.end();
}

TEST(Writer, EveryFormIsReadBack) {
    EXPECT_TRUE(rc::check("any number of puzzles, in any form, is read back", [] {
        std::vector<std::string> lines;
        for (int puzzle = *rc::gen::inRange(1, 5); puzzle > 0; --puzzle) {
            const auto digits = *rc::gen::container<std::vector<int>>(81, rc::gen::inRange(-9, 10));
            std::string line;
            for (const int digit : digits) line.push_back(digit <= 0 ? '.' : static_cast<char>('0' + digit));
            lines.push_back(line);
        }
        for (const PuzzleForm& form : puzzle_forms()) {
            if (form.name == "acs") continue;  // a file of 9 x 9 begins otherwise
            for (const char blank : std::string("\0.0xX*_", 7)) {
                if (blank != '\0' && blank != '0' && form.has_numbers) continue;
                const Found found = read_all(written(form.name, lines, blank));
                RC_ASSERT(found.errors.empty());
                RC_ASSERT(found.puzzles == lines);
            }
        }
    }));
}

TEST(Writer, FormsLookAsTheyAreKnown) {
    const std::vector<std::string> one = {wikipedia};
    EXPECT_EQ(written("line", one), wikipedia + "\n");
    EXPECT_EQ(written("grid", one), to_boxed(parse_puzzle(wikipedia, "test")) + "\n");
    EXPECT_EQ(written("rows", one).substr(0, 20), "53..7....\n6..195...\n");
    EXPECT_EQ(written("csv", {wikipedia, escargot}), "id,puzzle\n1," + wikipedia + "\n2," + escargot + "\n");
    EXPECT_EQ(written("json", {wikipedia, escargot}), "[\n  \"" + wikipedia + "\",\n  \"" + escargot + "\"\n]\n");
    EXPECT_EQ(written("json", {}), "[]\n");
    EXPECT_EQ(written("euler", one).substr(0, 28), "Grid 01\n530070000\n600195000\n");
    EXPECT_EQ(written("ss", one).substr(0, 28), "*-----------*\n|53.|.7.|...|\n");
    EXPECT_EQ(written("hodoku", one), ":0000:x:" + wikipedia + ":::\n");
    EXPECT_EQ(written("list", one).substr(0, 30), "[[5, 3, 0, 0, 7, 0, 0, 0, 0],\n");
    EXPECT_TRUE(written("list", one).ends_with(" [0, 0, 0, 0, 8, 0, 0, 7, 9]]\n\n"));
    EXPECT_EQ(written("unicode", one).substr(0, written("unicode", one).find('\n')), "┌───────┬───────┬───────┐");
}

TEST(Writer, WhatItCannotWriteIsRefused) {
    EXPECT_THROW(PuzzleWriter("lines", 3), std::invalid_argument);
    EXPECT_THROW(PuzzleWriter("line", 3, '-'), std::invalid_argument);
    EXPECT_THROW(PuzzleWriter("line", 3, '5'), std::invalid_argument);
    EXPECT_THROW(PuzzleWriter("list", 3, '.'), std::invalid_argument);
    EXPECT_NO_THROW(PuzzleWriter("list", 3, '0'));
    EXPECT_THROW(PuzzleWriter("acs", 3), std::invalid_argument);
    EXPECT_THROW(PuzzleWriter("sdk", 4), std::invalid_argument);
    EXPECT_THROW(PuzzleWriter("line", 7), std::invalid_argument) << "49 digits have no signs";
    EXPECT_THROW(PuzzleWriter("grid", 4, 'x'), std::invalid_argument) << "a blank of 9 x 9";
}

TEST(GridText, BoxedIsReadBack) {
    const Grid grid = parse_puzzle(wikipedia, "test");
    const std::string text = to_boxed(grid);
    EXPECT_EQ(text.substr(0, 52), "+-------+-------+-------+\n| 5 3 . | . 7 . | . . . |\n");
    EXPECT_EQ(parse_puzzle(text, "test"), grid);
}

TEST(GridText, ConflictsAreMarkedWithoutControlCodes) {
    Grid grid = parse_puzzle(wikipedia, "test");
    grid[cell_at(1, 2)] = 6;  // a second 6 in row 2
    const auto conflicted = logic::conflicted_cells(grid);
    const GridStyle style{false, &grid, &conflicted};
    const std::string text = to_boxed(grid, style);
    EXPECT_NE(text.find("| 6!. 6!| 1 9 5 | . . . |\n"), std::string::npos) << text;
    EXPECT_EQ(text.size(), 13u * 26u);  // aligned: every line has its width
    for (const char c : text) EXPECT_TRUE(c == '\n' || (c >= 0x20 && c < 0x7F));
}

TEST(GridText, ColoursDimGivensAndRedden) {
    Grid givens = parse_puzzle(wikipedia, "test");
    Grid board = givens;
    board[cell_at(0, 2)] = 4;
    board[cell_at(1, 2)] = 6;
    const auto conflicted = logic::conflicted_cells(board);
    const std::string text = to_boxed(board, {true, &givens, &conflicted});
    EXPECT_NE(text.find("| \x1b[2m5\x1b[0m \x1b[2m3\x1b[0m 4 | "), std::string::npos) << text;
    EXPECT_NE(text.find("\x1b[31m6\x1b[0m"), std::string::npos) << text;
    EXPECT_EQ(text.find('!'), std::string::npos) << text;
}

}  // namespace
}  // namespace evodoku::io
