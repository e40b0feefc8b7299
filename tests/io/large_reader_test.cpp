// Larger boards: every form that is written reads back, and bad ones are named with file, line, cell and remedy.
#include "io/large_reader.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "io/large_text.hpp"
#include "io/large_writer.hpp"
#include "logic/large_generator.hpp"

namespace evodoku::io {
namespace {

LargeGrid some_puzzle(int order, std::uint32_t index = 0, std::uint32_t hundredths = 45) {
    return logic::generate_puzzle({order, percent(hundredths), logic::Holes::random, 1, index}).puzzle;
}

std::vector<LargeGrid> read_large(const std::string& text, int order) {
    std::istringstream input(text);
    LargeReader reader(input, "a.txt", order);
    std::vector<LargeGrid> grids;
    for (LargeEntry entry; reader.next(entry);) grids.push_back(entry.grid);
    return grids;
}

/// What the reader says of a text; every puzzle before and behind it is in `grids`.
std::string error_of(const std::string& text, int order, std::size_t grids = 0) {
    std::istringstream input(text);
    LargeReader reader(input, "a.txt", order);
    std::string error;
    std::size_t count = 0;
    for (bool more = true; more;) {
        try {
            LargeEntry entry;
            more = reader.next(entry);
            count += more;
        } catch (const ParseError& problem) {
            EXPECT_EQ(error, "") << "a second error: " << problem.what();
            error = problem.what();
        }
    }
    EXPECT_EQ(count, grids) << error;
    return error;
}

std::string repeated(const std::string& text, int times) {
    std::string all;
    for (int k = 0; k < times; ++k) all += text;
    return all;
}

TEST(LargeReader, ALineShowsItsOrder) {
    for (int order = 2; order <= 7; ++order) {
        for (const LargeGrid& puzzle : {some_puzzle(order), some_puzzle(order, 1, 100), LargeGrid(order)}) {
            EXPECT_EQ(grid_of_line(large_line(puzzle)), puzzle) << order;
        }
    }
    for (const std::string& text : {std::string(), std::string(80, '1'), std::string(16, '5'), std::string(82, '.'),
                                    repeated("1 ", 256), repeated("50 ", 2401), std::string(81, ',')}) {
        EXPECT_EQ(grid_of_line(text), std::nullopt) << text;
    }
}

TEST(LargeReader, ReadsEveryFormThatIsWritten) {
    for (int order = 2; order <= 7; ++order) {
        const std::vector<LargeGrid> puzzles = {some_puzzle(order), some_puzzle(order, 1), LargeGrid(order)};
        for (const LargeForm& form : large_forms()) {
            if (form.has_symbols && alphabets_of(order).empty()) continue;
            std::string text;
            for (const LargeGrid& puzzle : puzzles) text += large_text(puzzle, form);
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
    const std::vector<LargeGrid> both = read_large(acs + "\n" + framed, 2);
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

TEST(LargeReader, RecognisesTheOrder) {
    const auto order_of = [](const std::string& text) {
        std::istringstream input(text);
        return recognised_order(input).order;
    };
    for (int order = 4; order <= 7; ++order) {
        for (const LargeForm& form : large_forms()) {
            if (form.has_symbols && order > 6) continue;
            EXPECT_EQ(order_of("# a comment\n\n" + large_text(some_puzzle(order), form)), order) << form.name;
        }
    }
    for (const char* text :
         {"", "\n\n", "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
          "5 3 . . 7 . . . .\n6 . . 1 9 5 . . .\n", "+-------+-------+-------+\n| . . 3 | . . . | 1 2 3 |\n",
          "id,puzzle\n1,53..7", "[[5,3,0,0,7,0,0,0,0],\n", "{\"puzzle\": \"53..7\"}", "A title of words\n",
          "A_title_in_25_characters_\nwith another line below..\n", "4\n", "1234\n3412\n"}) {
        EXPECT_EQ(order_of(text), 3) << text;
    }
}

}  // namespace
}  // namespace evodoku::io
