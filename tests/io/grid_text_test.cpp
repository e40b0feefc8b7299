// Grids as text, with and without colours.
#include "evodoku/io/grid_text.hpp"
#include "core/geometry.hpp"

#include <gtest/gtest.h>

#include "evodoku/logic/verifier.hpp"
#include "reading.hpp"

namespace evodoku::io {
namespace {

TEST(GridText, Line) {
    EXPECT_EQ(to_line(Grid{}), std::string(81, '.'));
    EXPECT_EQ(to_line(parse_puzzle(wikipedia, "test")), wikipedia);
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
