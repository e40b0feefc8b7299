// Boards of other orders: every form that is written reads back, the order is recognised, and bad boards are named with
// file, line, cell and remedy.
#include <gtest/gtest.h>

#include "io/puzzle_writer.hpp"
#include "logic/generator.hpp"
#include "reading.hpp"

namespace evodoku::io {
namespace {

Grid some_puzzle(int order, std::uint32_t index = 0, std::uint32_t hundredths = 45) {
    return logic::generate_puzzle({order, percent(hundredths), logic::Holes::random, 1, index}).puzzle;
}

std::vector<Grid> read(const std::string& text, int order) {
    std::istringstream input(text);
    PuzzleReader reader(input, "a.txt", order);
    std::vector<Grid> grids;
    for (Job job; reader.next(job);) grids.push_back(job.grid);
    return grids;
}

/// The only error of a text that has `grids` good puzzles before and behind it.
std::string error_of(const std::string& text, int order, std::size_t grids = 0) {
    std::istringstream input(text);
    const Found found = read_all(input, "a.txt", order);
    EXPECT_EQ(found.puzzles.size(), grids) << text;
    EXPECT_EQ(found.errors.size(), 1u) << text;
    return found.errors.empty() ? "" : found.errors[0].what();
}

std::string written(const std::vector<Grid>& puzzles, const std::string& form) {
    PuzzleWriter writer(form, puzzles.front().order());
    std::string text = writer.begin();
    for (const Grid& puzzle : puzzles) text += writer.puzzle(puzzle);
    return text + writer.end();
}

int order_of(const std::string& text) {
    std::istringstream input(text);
    return PuzzleReader(input, "", 0).order().order;
}

std::string repeated(const std::string& text, int times) {
    std::string all;
    for (int k = 0; k < times; ++k) all += text;
    return all;
}

class Orders : public testing::TestWithParam<int> {
protected:
    const int order = GetParam();
};

TEST_P(Orders, EveryFormThatIsWrittenIsReadBack) {
    const std::vector<Grid> puzzles = {some_puzzle(order), some_puzzle(order, 1), Grid(order)};
    for (const std::string& form : form_names(order)) {
        const std::string text = written(puzzles, form);
        EXPECT_EQ(read(text, order), puzzles) << form << "\n" << text;
        EXPECT_EQ(order_of("# a comment\n\n" + text), order) << form;
        EXPECT_EQ(read(text, 0), puzzles) << form << ": the order is that of the text";
    }
}

TEST_P(Orders, ALineShowsItsOrder) {
    for (const Grid& puzzle : {some_puzzle(order), some_puzzle(order, 1, 100), Grid(order)})
        EXPECT_EQ(grid_of_line(to_line(puzzle)), puzzle);
    Grid board = some_puzzle(order);
    std::vector<bool> conflicted(board.cells().size());
    conflicted[0] = true;
    EXPECT_EQ(read(to_boxed(board, {false, &board, &conflicted}), order), std::vector<Grid>{board}) << "with a mark";
}

TEST_P(Orders, AListShowsItsOrderWhateverItsFirstRowHolds) {
    for (std::uint32_t index = 0; index < 40; ++index) {  // sparse: the first row may be one of a smaller board
        const std::vector<Grid> puzzles = {some_puzzle(order, index, 5), some_puzzle(order, index, 30)};
        EXPECT_EQ(read(written(puzzles, "list"), 0), puzzles) << written(puzzles, "list");
    }
}

TEST(Orders, RowsOf16x16MayBeginWithSparseOnes) {
    const std::string blank(15, '.');
    std::string text = "1" + blank + "\n2" + blank + "\n3" + blank + "\n" + blank + "G\nF" + blank + "\n";
    text += repeated(blank + ".\n", 11);
    EXPECT_EQ(order_of(text), 4);
    EXPECT_EQ(read(text, 0).size(), 1u);
}

class LargerOrders : public Orders {};

TEST_P(LargerOrders, ADamagedFirstRowStillShowsTheOrder) {
    for (const std::string& form : form_names(order)) {
        for (const char bad : {'@', '\x01', '\xFF'}) {
            std::string text = written({some_puzzle(order), some_puzzle(order, 1)}, form);
            const bool has_words = form == "csv" || form == "tsv" || form == "jsonl";
            const std::size_t begin = has_words       ? 14
                                      : form == "acs" ? 4
                                      : form == "svg" ? text.find("data-puzzle=") + 13
                                                      : 0;
            text[text.find_first_of(".123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", begin)] = bad;
            if (form == "list") continue;  // not a list
            EXPECT_EQ(order_of(text), order) << form << "\n" << text;
            std::istringstream input(text);
            PuzzleReader reader(input, "a.txt", order);
            Job job;
            try {
                reader.next(job);
                ADD_FAILURE() << "read: " << form;
            } catch (const ParseError& error) {
                EXPECT_TRUE(std::string(error.what()).starts_with("a.txt:")) << error.what();
                EXPECT_TRUE(error.cell().starts_with("r1c")) << form << ": " << error.what();
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(All, Orders, testing::Values(2, 3, 4, 5, 6, 7));
INSTANTIATE_TEST_SUITE_P(All, LargerOrders, testing::Values(4, 5, 6, 7));

TEST(LargerBoards, NineByNineIsNeverRecognisedAsLarger) {
    std::string wrapped;  // 81 numbers, sixteen per line
    for (int k = 0; k < 81; ++k) wrapped += std::to_string(k * 7 % 10) + (k % 16 == 15 ? "\n" : " ");
    const std::string dots(81, '.'), ones(81, '1');
    for (const std::string& text :
         {wrapped, "puzzle,solution\n" + dots + "," + ones + "\n", "[\"" + dots + "\",\n\"" + ones + "\"]",
          "{\"puzzle\": \"" + dots + "\", \"hash\": \"" + std::string(64, 'a') + "\"}",
          std::string("Grid 01\n003020600\n900305001\n"), std::string(), std::string("\n\n"), dots,
          std::string("5 3 . . 7 . . . .\n6 . . 1 9 5 . . .\n"), std::string("id,puzzle\n1,53..7"),
          std::string("+-------+-------+-------+\n| . . 3 | . . . | 1 2 3 |\n"), std::string("[[5,3,0,0,7,0,0,0,0],\n"),
          std::string("{\"puzzle\": \"53..7\"}"), std::string("A title of words\n"),
          std::string("A_title_in_25_characters_\nwith another line below..\n"), std::string("4\n"),
          std::string("1234\n3412\n")})
        EXPECT_EQ(order_of(text), 3) << text;
    for (const std::string& text : {std::string(), std::string(80, '1'), std::string(16, '5'), std::string(82, '.'),
                                    repeated("1 ", 256), repeated("50 ", 2401), std::string(81, ',')})
        EXPECT_EQ(grid_of_line(text), std::nullopt) << text;
}

TEST(SmallBoards, AreRecognisedWhereEveryLineIsOneOrFourRowsFollow) {
    EXPECT_EQ(order_of("1..4.4..2..3..21"), 2);
    EXPECT_EQ(order_of("1..4.4..2..3..21\n1234............\n"), 2);
    EXPECT_EQ(order_of("1,0,0,4\n0,4,0,0\n2,0,0,3\n0,0,2,1\n"), 2);
    EXPECT_EQ(order_of("1234\n3412\n2143\n"), 3) << "three rows";
    EXPECT_EQ(order_of("1..4.4..2..3..21\n1..4.4..2..3..25\n"), 4) << "rows";
    EXPECT_EQ(order_of(repeated("................\n", 16)), 3) << "rows of 16 x 16, or boards";
    EXPECT_EQ(order_of(repeated("1..............5\n", 16)), 4);
    EXPECT_EQ(order_of("1..............2\n" + repeated("5..............1\n", 15)), 4);
}

TEST(LargerBoards, HaveOtherAlphabets) {
    const std::string rest(254, '.');
    const auto first = [&](const std::string& text, int order) { return read(text, order).at(0); };
    EXPECT_EQ(first("1G" + rest, 4)[1], 16);
    EXPECT_EQ(first("0F" + rest, 4)[0], 1) << "hexadecimal";
    EXPECT_EQ(first("0f" + rest, 4)[1], 16) << "lower case";
    EXPECT_EQ(first("1F" + std::string(254, '0'), 4)[1], 15) << "0 is the only blank";
    EXPECT_EQ(first("AY" + std::string(623, '.'), 5)[1], 25);
    EXPECT_EQ(first("1P" + std::string(623, '.'), 5)[1], 25);
    EXPECT_EQ(first("0Z" + std::string(1294, '.'), 6)[1], 36);
    EXPECT_EQ(first("1, 16, " + repeated("-1 ", 254), 4)[1], 16);
}

TEST(LargerBoards, AreReadInFramesAndFilesOfSudokuAcs) {
    std::string framed = "╔═════╦═════╗\n", acs = "# a file of sudoku_acs\n2\n1\n";
    for (const char* row : {"1 . ║ . 4", ". . ║ . .", ". 2 ║ . .", "4 . ║ . 1"})
        framed += std::string("║ ") + row + " ║\n";
    for (const char* row : {"1\t-1\t-1\t4", "-1\t-1\t-1\t-1", "-1\t2\t-1\t-1", "4\t-1\t-1\t1"})
        acs += std::string(row) + "\t\r\n";
    const Grid expected = *grid_of_line("1..4.....2..4..1");
    EXPECT_EQ(read(framed + "╚═════╩═════╝\n", 2), std::vector<Grid>{expected});
    EXPECT_EQ(read(acs + "\n" + acs, 2), (std::vector<Grid>{expected, expected}));
}

TEST(LargerBoards, FaultsAreNamed) {
    const std::string row(16, '.'), good = repeated(row + "\n", 16);
    EXPECT_EQ(error_of("", 4), "a.txt:1: no puzzle in the file: expected 16 rows of 16");
    EXPECT_EQ(error_of(row + ".\n\n" + good, 4, 1),
              "a.txt:1: 17 cells, not 16 in a row or 256 in all: write a puzzle of order 4 as 16 rows or as one line; "
              "--order, or order in a plan, sets another");
    EXPECT_EQ(error_of(row + "\n" + row.substr(1) + "\n" + good + "\n" + good, 4, 1),
              "a.txt:2: row 2 has 15 cells, not 16 (lines 1-18 are left out)");
    EXPECT_EQ(error_of(repeated(row + "\n", 15) + "\n" + good, 4, 1),
              "a.txt:1: a grid of 15 rows (240 cells): 1 row is missing (lines 1-15 are left out)");
    EXPECT_EQ(error_of("\n" + repeated(row + "\n", 15) + "..2H" + row.substr(4) + "\n\n" + good, 4, 1),
              "a.txt:17: r16c4: 'H' is not one of 123456789ABCDEFG or a blank (. _ * - ?)");
    EXPECT_EQ(error_of("S" + repeated(".", 624) + "\n", 4),
              "a.txt:1: r1c1: 'S' is not one of 123456789ABCDEFG or a blank (. _ * - ?); a board of another size needs "
              "--order 5");
    EXPECT_EQ(error_of("17 " + repeated("0 ", 255) + "\n" + std::string(256, '.'), 4, 1),
              "a.txt:1: r1c1: '17' is not a number 1-16 or a blank (. 0 -1)");
    EXPECT_EQ(error_of("A " + repeated("10 ", 255) + "\n" + std::string(256, '.'), 4, 1),
              "a.txt:1: r1c1: 'A' is not a number 1-16 or a blank (. 0 -1)");
    EXPECT_EQ(error_of("\x1b[31m " + repeated("10 ", 255), 4),
              "a.txt:1: r1c1: '?[31m' is not a number 1-16 or a blank (. 0 -1)")
        << "no control code is repeated";
    const std::string damaged("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03 no such bytes", 24);
    EXPECT_FALSE(error_of(damaged, 4).empty()) << "reported once, and then it ends";
    EXPECT_EQ(error_of(std::string(16384, '\0'), 4), "a.txt:1: binary data, not text: is it the right file?");
}

TEST(LargerBoards, AreReadInJson) {
    const Grid puzzle = some_puzzle(4), second = some_puzzle(4, 1), complete = some_puzzle(4, 0, 100);
    const std::string a = to_line(puzzle), b = to_line(second), c = to_line(complete), list = written({puzzle}, "list");
    const std::vector<Grid> one = {puzzle}, both = {puzzle, second};
    EXPECT_EQ(read(R"({"order":4,"puzzle":")" + a + R"(","solved":true,"solution":")" + c + R"(","cost":0})", 4), one);
    EXPECT_EQ(read(R"({"solution":")" + c + R"(","puzzle":")" + a + "\"}\n{\"puzzle\":\"" + b + "\"}\n", 4), both);
    EXPECT_EQ(read("{\"history\": [[1, 2, 3], [4, 5, 6]], \"grid\": " + list + "}", 4), one) << "a list under a key";
    EXPECT_EQ(read("puzzles = ['" + a + "', '" + b + "'];", 4), both);
    EXPECT_EQ(read("[\"" + a + "\", \"" + c + "\"]", 4), one) << "a puzzle and its solution";
    EXPECT_EQ(read("[\"" + c + "\"]", 4), std::vector<Grid>{complete});
    EXPECT_EQ(read("[" + list + ", " + list + "]", 4), (std::vector<Grid>{puzzle, puzzle}));
    const std::string rows = repeated("1234567.........\", \"", 15) + "................";
    EXPECT_EQ(read(R"([{"name": "x", "rows": [")" + rows + "\"]}]", 4).at(0)[16], 1) << "rows as text";
    const std::string blank_row = ", [" + repeated("0, ", 15) + "0]";
    EXPECT_EQ(read("[[null, 16, " + repeated("null, ", 13) + "None]" + repeated(blank_row, 15) + "]", 4).at(0)[1], 16);
    EXPECT_EQ(read("<a><game data=\"" + a + "\"/></a>", 4), one) << "and in XML";
}

TEST(LargerBoards, FaultsOfJsonAreNamed) {
    const std::string good = "{\"puzzle\": \"" + std::string(256, '.') + "\"}\n";
    const std::string expected = "expected 256 cells or 16 rows of 16, as a list or under a key such as \"puzzle\"";
    const auto object = [](const std::string& text) { return "{\"puzzle\": \"" + text + "\"}\n"; };
    EXPECT_EQ(error_of(good + object(std::string(255, '.')) + good, 4, 2), "a.txt:2: 255 cells, not 256");
    EXPECT_EQ(error_of(object("2" + std::string(254, '.') + "H") + good, 4, 1),
              "a.txt:1: r16c16: 'H' is not one of 123456789ABCDEFG or a blank (. _ * - ?)");
    for (const std::string& text : {std::string("{}\n"), std::string("{\"name\": \"x\", \"n\": 5}\n")})
        EXPECT_EQ(error_of(text + good, 4, 1), "a.txt:1: no puzzle in the JSON: " + expected);
    EXPECT_EQ(error_of("[{\"a\": 1},\n" + good + ",\n" + good + "]\n", 4, 2),
              "a.txt:1: no puzzle in the object: " + expected);
    EXPECT_EQ(error_of("[" + repeated("[" + repeated("0,", 16) + "0],\n", 16) + "]", 4),
              "a.txt:1: row 1 has 17 cells, not 16");
    EXPECT_EQ(error_of(good + "{\"puzzle\": \"12", 4, 1), "a.txt:2: the JSON ends before its closing bracket");
}

TEST(LargerBoards, AreReadInTablesAndAmongOtherFields) {
    const Grid puzzle = some_puzzle(5), second = some_puzzle(5, 1), complete = some_puzzle(5, 0, 100);
    const std::string a = to_line(puzzle), b = to_line(second), c = to_line(complete);
    const std::vector<Grid> both = {puzzle, second};
    EXPECT_EQ(read("id,puzzle,solution\n1," + a + "," + c + "\n2," + b + "," + c + "\n", 5), both);
    EXPECT_EQ(read("solution;puzzle\n" + c + ";\"" + a + "\"\n" + c + ";\"" + b + "\"\n", 5), both);
    EXPECT_EQ(read("7 " + a + " 1.5\n8 " + b + "\n", 5), both);
    EXPECT_EQ(read("easy|" + a + "|" + c + "\nhard|" + b + "\n", 5), both);
    EXPECT_EQ(read("1," + c + "\n", 5), std::vector<Grid>{complete});
    EXPECT_EQ(read("1," + c + "," + c + "\n", 5), std::vector<Grid>{complete});
    EXPECT_EQ(error_of("1," + a + "," + b + "\n" + a, 5, 1),
              "a.txt:1: a second puzzle in the line: write one puzzle per line");
    EXPECT_EQ(error_of("id,puzzle\n1,@" + a.substr(1) + "\n2," + b, 5, 1).substr(0, 22), "a.txt:2: r1c1: '@' is ");
    EXPECT_EQ(error_of("id,puzzle\n1," + a.substr(1) + "\n2," + b, 5, 1).substr(0, 41),
              "a.txt:2: 624 cells, not 25 in a row or 62");
    const std::string numbers = to_line(some_puzzle(7));
    EXPECT_EQ(read("\"1\",\"" + numbers + "\"\n2\t" + numbers + "\n", 7).size(), 2u);
    EXPECT_EQ(read("1,1234341221434321,easy,4\n", 2).size(), 1u) << "four fields are no row";
}

TEST(LargerBoards, TitlesAndMessagesArePassedOver) {
    const Grid puzzle = some_puzzle(4);
    const std::string rows = written({puzzle}, "rows");
    const std::string text = "Grid 01\n" + rows + "Puzzle #2 (hard):\n" + rows +
                             "a.txt:3: solved in generation 2 (x)\n" + to_boxed(puzzle) + "\n[Puzzle]\n" + rows;
    std::istringstream input(text);
    PuzzleReader reader(input, "a.txt", 0);
    for (const std::size_t line : {2u, 20u, 39u, 61u}) {
        Job job;
        ASSERT_TRUE(reader.next(job));
        EXPECT_EQ(job.grid, puzzle);
        EXPECT_EQ(job.line, line);
    }
    EXPECT_EQ(read("My puzzles\n\n" + rows + written({puzzle}, "cells"), 0).size(), 2u);
    EXPECT_EQ(order_of("Puzzle 7 (hard)\n\n" + to_line(some_puzzle(6))), 6);
    EXPECT_EQ(order_of("By A. Author\n" + rows), 4) << "the rows behind it show the order";
}

}  // namespace
}  // namespace evodoku::io
