// Larger boards: every form that is written reads back, and bad ones are named with file, line, cell and remedy.
#include <gtest/gtest.h>

#include <sstream>

#include "io/large_text.hpp"
#include "large_boards.hpp"

namespace evodoku::io::large {
namespace {

TEST(LargeReader, ReadsEveryFormThatIsWritten) {
    for (int order = 2; order <= 7; ++order) {
        const std::vector<Grid> puzzles = {some_puzzle(order), some_puzzle(order, 1), Grid(order)};
        for (const LargeForm& form : large_forms()) {
            if (form.has_symbols && alphabets_of(order).empty()) continue;
            const std::string text = written(puzzles, form);
            EXPECT_EQ(read_large(text, order), puzzles) << form.name << " " << order << "\n" << text;
        }
    }
}

TEST(LargeReader, ReadsOtherAlphabets) {
    const std::string rest(254, '.');
    const auto first = [&](const std::string& text, int order) { return read_large(text, order).at(0); };
    EXPECT_EQ(first("1G" + rest, 4)[1], 16);
    EXPECT_EQ(first("0F" + rest, 4)[0], 1) << "hexadecimal";
    EXPECT_EQ(first("0F" + rest, 4)[1], 16);
    EXPECT_EQ(first("0f" + rest, 4)[1], 16) << "lower case";
    EXPECT_EQ(first("1F" + std::string(254, '0'), 4)[1], 15) << "0 is the only blank";
    EXPECT_EQ(first("AY" + std::string(623, '.'), 5)[1], 25);
    EXPECT_EQ(first("1P" + std::string(623, '.'), 5)[1], 25);
    EXPECT_EQ(first("0Z" + std::string(1294, '.'), 6)[1], 36);
    EXPECT_EQ(first("1, 16, " + repeated("-1 ", 254), 4)[1], 16);
}

TEST(LargeReader, ReadsFramesCommentsAndFilesOfSudokuAcs) {
    const std::string acs = "# made by hand\n2\n1\n-1\t2\t3\t4\t\n3\t4\t1\t2\t\n2\t1\t4\t3\t\n4\t3\t2\t-1\t\n";
    const std::string framed = "+---+---+\n|. 2|3 4|\n|3 4|1 2|\n+---+---+\n|2 1|4 3|\n|4 3|2 .|\n+---+---+\n";
    const std::vector<Grid> both = read_large(acs + "\n" + framed, 2);
    ASSERT_EQ(both.size(), 2u);
    EXPECT_EQ(both[0], both[1]);
    EXPECT_EQ(both[0][1], 2);
}

TEST(LargeReader, NamesTheFaultAndContinues) {
    const std::string row(16, '.'), good = repeated(row + "\n", 16);
    EXPECT_EQ(error_of("", 4), "a.txt:1: no puzzle in the file: expected 16 rows of 16");
    EXPECT_EQ(error_of(row + ".\n\n" + good, 4, 1),
              "a.txt:1: 17 cells, not 16 in a row or 256 in all: write a puzzle of order 4 as 16 rows or as one line; "
              "--order, or order in a plan, sets another");
    EXPECT_EQ(error_of(row + "\n" + row.substr(1) + "\n" + good + "\n" + good, 4, 1),
              "a.txt:2: row 2 of the board has 15 cells, not 16 (lines 1-18 are left out)");
    EXPECT_EQ(error_of(repeated(row + "\n", 15) + "\n" + good, 4, 1),
              "a.txt:15: only 15 of 16 rows of the board; write them without a blank line between");
    EXPECT_EQ(error_of("\n" + repeated(row + "\n", 15) + "...H" + row.substr(4) + "\n" + good, 4, 1),
              "a.txt:17: r16c4: 'H' is not one of 123456789ABCDEFG or a blank (. _ *)");
    EXPECT_EQ(error_of("17 " + repeated("0 ", 255) + "\n" + std::string(256, '.'), 4, 1),
              "a.txt:1: r1c1: '17' is not a number 1-16 or a blank (. 0 -1)");
    EXPECT_EQ(error_of("\x1b[31m " + repeated("10 ", 255), 4),
              "a.txt:1: r1c1: '?[31m' is not a number 1-16 or a blank (. 0 -1)")
        << "no control code is repeated";
    const std::string damaged("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03 no such bytes", 24);
    EXPECT_FALSE(error_of(damaged, 4).empty()) << "reported once, and then it ends";
}

TEST(LargeReader, ReadsJson) {
    const Grid puzzle = some_puzzle(4), second = some_puzzle(4, 1), full = some_puzzle(4, 0, 100);
    const std::string a = large_line(puzzle), b = large_line(second), c = large_line(full);
    const std::vector<Grid> one = {puzzle}, both = {puzzle, second};
    const auto list = written(one, *find_large_form("list"));
    EXPECT_EQ(read_large(R"({"order":4,"puzzle":")" + a + R"(","solved":true,"solution":")" + c + R"(","cost":0})", 4),
              one);
    EXPECT_EQ(read_large(R"({"solution":")" + c + R"(","puzzle":")" + a + "\"}\n{\"puzzle\":\"" + b + "\"}\n", 4),
              both);
    EXPECT_EQ(read_large("{\"history\": [[1, 2, 3], [4, 5, 6]], \"grid\": " + list + "}", 4), one)
        << "a list under a key";
    EXPECT_EQ(read_large("puzzles = ['" + a + "', '" + b + "'];", 4), both);
    EXPECT_EQ(read_large("[\"" + a + "\", \"" + c + "\"]", 4), one) << "a puzzle and its solution";
    EXPECT_EQ(read_large("[\"" + c + "\"]", 4), std::vector<Grid>{full});
    EXPECT_EQ(read_large("[" + list + ", " + list + "]", 4), (std::vector<Grid>{puzzle, puzzle}));
    EXPECT_EQ(
        read_large(R"([{"name": "x", "rows": [")" + repeated("1234567.........\", \"", 15) + "................\"]}]", 4)
            .at(0)[16],
        1)
        << "rows as text";
    const std::string blank_row = ", [" + repeated("0, ", 15) + "0]";
    EXPECT_EQ(read_large("[[null, 16, " + repeated("null, ", 13) + "None]" + repeated(blank_row, 15) + "]", 4).at(0)[1],
              16);
}

TEST(LargeReader, NamesTheFaultOfJsonAndContinues) {
    const std::string good = "{\"puzzle\": \"" + std::string(256, '.') + "\"}\n";
    const std::string expected =
                          "expected 256 cells or 16 rows of 16, as text or a list, or under a key such as \"puzzle\"",
                      counted = ", not 16 in a row or 256 in all";
    const auto object = [](const std::string& text) { return "{\"puzzle\": \"" + text + "\"}\n"; };
    EXPECT_EQ(error_of(good + object(std::string(255, '.')) + good, 4, 2),
              "a.txt:2: no puzzle in the JSON: 255 cells" + counted);
    EXPECT_EQ(error_of(object(std::string(255, '.') + "H") + good, 4, 1),
              "a.txt:1: r16c16: 'H' is not one of 123456789ABCDEFG or a blank (. _ *)");
    EXPECT_EQ(error_of("{}\n" + good, 4, 1), "a.txt:1: no puzzle in the JSON: " + expected);
    EXPECT_EQ(error_of("{\"name\": \"x\", \"n\": 5}\n" + good, 4, 1), "a.txt:1: no puzzle in the JSON: " + expected);
    EXPECT_EQ(error_of("[{\"a\": 1},\n" + good + ",\n" + good + "]\n", 4, 2),
              "a.txt:1: no puzzle in the JSON: " + expected);
    EXPECT_EQ(error_of("[\"" + std::string(256, '.') + "\",\n\"" + std::string(81, '.') + "\"]", 4, 1),
              "a.txt:2: 81 cells" + counted);
    EXPECT_EQ(error_of("[[1,2],\n[3,4,5]]\n" + good, 4, 1), "a.txt:1: no puzzle in the JSON: 2 cells" + counted);
    EXPECT_EQ(error_of("[" + repeated("[" + repeated("0,", 16) + "0],\n", 16) + "]", 4),
              "a.txt:1: no puzzle in the JSON: 17 cells" + counted);
    EXPECT_EQ(error_of("[" + repeated("[0,0],\n", 16) + "]", 4), "a.txt:1: no puzzle in the JSON: 2 cells" + counted);
    EXPECT_EQ(error_of(good + "{\"puzzle\": \"12", 4, 1), "a.txt:2: the JSON ends before its closing bracket");
    EXPECT_EQ(error_of("{\"puzzle\": \"12\n" + good, 4, 1), "a.txt:1: the JSON is not well-formed on line 1");
    EXPECT_EQ(error_of("{\"puzzle\": ]\n" + good, 4, 1),
              "a.txt:1: the JSON is not well-formed: a bracket does not match on line 1");
    EXPECT_EQ(error_of(std::string(100, '[') + "\n" + good, 4, 1),
              "a.txt:1: more than 64 brackets in brackets on line 1");
    EXPECT_EQ(error_of("[" + repeated("1,", 100'000) + "1]\n" + good, 4, 1),
              "a.txt:1: no puzzle in the JSON: 100001 cells" + counted);
}

TEST(LargeReader, ReadsTablesAndLinesWithOtherFields) {
    const Grid puzzle = some_puzzle(5), second = some_puzzle(5, 1), full = some_puzzle(5, 0, 100);
    const std::string a = large_line(puzzle), b = large_line(second), c = large_line(full);
    const std::vector<Grid> both = {puzzle, second};
    EXPECT_EQ(read_large("id,puzzle,solution\n1," + a + "," + c + "\n2," + b + "," + c + "\n", 5), both);
    EXPECT_EQ(read_large("solution;puzzle\n" + c + ";\"" + a + "\"\n" + c + ";\"" + b + "\"\n", 5), both);
    EXPECT_EQ(read_large("7 " + a + " 1.5\n8 " + b + "\n", 5), both);
    EXPECT_EQ(read_large("easy|" + a + "|" + c + "\nhard|" + b + "\n", 5), both);
    EXPECT_EQ(read_large("1," + c + "\n", 5), std::vector<Grid>{full});
    EXPECT_EQ(error_of("1," + a + "," + b + "\n" + a, 5, 1),
              "a.txt:1: a second puzzle in the line: write one puzzle per line");
    EXPECT_EQ(read_large("1," + c + "," + c + "\n", 5), std::vector<Grid>{full});
    EXPECT_EQ(error_of("id,puzzle\n1,?" + a.substr(1) + "\n2," + b, 5, 1).substr(0, 22), "a.txt:2: r1c1: '?' is ");
    EXPECT_EQ(error_of("id,puzzle\n1," + a.substr(1) + "\n2," + b, 5, 1).substr(0, 41),
              "a.txt:2: 624 cells, not 25 in a row or 62");
    const Grid numbers = some_puzzle(7);
    EXPECT_EQ(read_large("\"1\",\"" + large_line(numbers) + "\"\n2\t" + large_line(numbers) + "\n", 7),
              (std::vector<Grid>{numbers, numbers}));
    const std::string small = "1234341221434321";
    EXPECT_EQ(read_large("1," + small + ",easy,4\n", 2).size(), 1u) << "four fields are no row";
}

TEST(LargeReader, PassesOverTitlesAndMessages) {
    const Grid puzzle = some_puzzle(4);
    const std::string rows = written({puzzle}, *find_large_form("rows"));
    const std::string text = "Grid 01\n" + rows + "Puzzle #2 (hard):\n" + rows +
                             "a.txt:3: solved in generation 2 (x)\n" + large_boxed(puzzle) + "[Puzzle]\n";
    std::istringstream input(text);
    LargeReader reader(input, "a.txt", 4);
    LargeEntry entry;
    for (const std::size_t line : {2u, 20u, 39u}) {
        ASSERT_TRUE(reader.next(entry));
        EXPECT_EQ(entry.grid, puzzle);
        EXPECT_EQ(entry.line, line);
    }
    EXPECT_THROW(reader.next(entry), ParseError) << "a section is none";
    EXPECT_EQ(error_of("By A. Author\n" + rows + rows, 4, 1).substr(0, 40), "a.txt:1: 3 cells, not 16 in a row or 256");
    EXPECT_EQ(read_large("My puzzles\n" + rows + written({puzzle}, *find_large_form("cells")), 4).size(), 2u);
    EXPECT_EQ(order_of("Grid 01\n" + rows), 4);
    EXPECT_EQ(order_of("Puzzle 7 (hard)\n\n" + large_line(some_puzzle(6))), 6);
    EXPECT_EQ(order_of("By A. Author\n" + rows), 4) << "the rows behind it show the order";
}

TEST(LargeReader, BinaryDataAreOneError) {
    for (const std::string& text :
         {std::string(16384, '\0'), std::string("\x89PNG\r\n\x1a\n") + std::string(3000, 'x')}) {
        std::istringstream input(text);
        LargeReader reader(input, "a", 4);
        LargeEntry entry;
        EXPECT_THROW(reader.next(entry), ParseError);
        EXPECT_FALSE(reader.next(entry));
    }
}

}  // namespace
}  // namespace evodoku::io::large
