// Every fault is reported with its line, its cell and a remedy. After an error the reader goes on: good puzzles are not
// lost, and none is put together out of remains.
#include <gtest/gtest.h>

#include <fstream>

#include "reading.hpp"

namespace evodoku::io {
namespace {

struct Case {
    std::string text;
    std::size_t line;
    std::string cell;
    std::string part;  // of the message
};

std::string changed(std::string line, std::size_t cell, const std::string& to) { return line.replace(cell, 1, to); }

/// The last 17 of 81 cells are givens.
std::string few_clues(const std::string& blank) {
    std::string text;
    for (int k = 0; k < 64; ++k) text += blank;
    return text + "12345678912345678";
}

TEST(Errors, NameLineCellAndFault) {
    const std::string row = "0,0,0,0,0,0,0,0,0\n";
    const std::string rows4 = row + row + row + row;
    const std::vector<Case> cases = {
        {"", 1, "", "no puzzle in the file: expected 81 cells per line or nine lines of nine"},
        {"# a\n\n", 2, "", "no puzzle"},
        {"[State]\n" + wikipedia, 2, "", "no puzzle"},
        {changed(wikipedia, 30, "A"), 1, "r4c4", "'A' is not a digit 1-9 or a blank (. 0 x X * _ - ?)"},
        {changed(wikipedia, 30, "\x1b"), 1, "r4c4", "byte 0x1B"},
        {changed(wikipedia, 30, "\xE2\x80\x8B"), 1, "r4c4", "U+200B"},
        {changed(wikipedia, 30, "\xC2\x85"), 1, "r4c4", "U+0085"},
        {changed(wikipedia, 30, "\xFF"), 1, "r4c4", "byte 0xFF"},
        {changed(wikipedia, 30, "\xED\xA0\x80"), 1, "r4c4", "byte 0xED"},  // half of a surrogate pair
        {changed(wikipedia, 30, std::string(1, '\0')), 1, "r4c4", "NUL byte"},
        {wikipedia + ".", 1, "", "82 cells, not 81"},
        {wikipedia.substr(1), 1, "", "80 cells, not 81"},
        {"5", 1, "", "1 cell, not 81"},
        {wikipedia + " " + escargot, 1, "", "a second puzzle in the line"},
        {wikipedia.substr(2) + " the first one", 1, "", "79 cells, not 81"},
        {wikipedia + "\t" + wikipedia, 1, "", "a second puzzle in the line"},
        {wikipedia + "," + wikipedia, 1, "", "a second puzzle in the line"},
        {"name," + changed(wikipedia, 30, "A"), 1, "r4c4", "'A'"},
        {"name," + wikipedia.substr(1), 1, "", "80 cells, not 81"},
        {"name," + std::string(81, 'a'), 1, "r1c1", "'n'"},
        {escargot + "," + few_clues("\xE2\x96\xA1"), 1, "", "a second puzzle in the line"},
        {"1," + with_blanks("\xC2\xA7") + "," + solution, 1, "r1c3", "U+00A7"},
        {"1," + wikipedia.substr(0, 55) + "," + solution, 1, "", "55 cells, not 81"},
        {"1," + wikipedia.substr(0, 30) + "," + solution, 1, "", "is its puzzle missing?"},
        {"1," + solution, 1, "", "is its puzzle missing?"},
        {wikipedia + "," + with_blanks("-"), 1, "", "a second puzzle in the line"},
        {"puzzle\t" + wikipedia.substr(1), 1, "", "80 cells, not 81"},
        {"puzzle,5,3,0,0,7,0,0,0,0", 1, "r1c1", "'p'"},
        {std::string(81, '-'), 1, "", "no puzzle in the file"},
        {"name " + changed(wikipedia, 30, "A"), 1, "r4c4", "'A'"},
        {rows4 + "0,0,0,10,0,0,0,0,0\n" + rows4, 5, "r5c4", "10 is out of range 0-9"},
        {rows4 + "0,0,0,-1,0,0,0,0,0\n" + rows4, 5, "r5c4", "-1 is out of range 0-9"},
        {rows4 + "0,0,0,05,0,0,0,0,0\n" + rows4, 5, "r5c4", "write 5"},
        {rows4 + "0,0,0,,0,0,0,0,0\n" + rows4, 5, "r5c4", "empty field"},
        {rows4 + ",0,0,0,0,0,0,0,0\n" + rows4, 5, "r5c1", "empty field"},
        {rows4 + "0,0,0,0..0,0,0,0,0\n" + rows4, 5, "r5c4", "separate all cells of a line or none"},
        {rows4 + "0,0,0,0,0,0,0,0,0,0\n" + rows4, 5, "", "row 5 has 10 cells, not 9"},
        {rows4 + "0,0\n" + rows4, 5, "", "row 5 has 2 cells, not 9"},
        {rows4 + "0,0,0,0,0,0,0,0,A\n" + rows4, 5, "r5c9", "'A'"},
        {rows4 + rows4, 1, "", "a grid of 8 rows (72 cells): 1 row is missing"},
        {row, 1, "", "a grid of 1 row (9 cells): 8 rows are missing"},
        {rows4 + row + rows4 + row, 1, "", "10 rows (90 cells)"},
        {rows4 + "[Boxes]\n", 1, "", "5 rows are missing"},
        {"[Jigsaw]\n" + wikipedia, 1, "", "neither [Puzzle] nor [State]"},
        {"[" + rows4 + rows4 + row, 1, "", "the list has no closing ]"},
        {"[" + rows4 + rows4 + "]", 1, "", "the list has 72 cells, not 81"},
        {"[" + rows4 + rows4 + row + row + "]", 1, "", "the list has 90 cells, not 81"},
        {"# on the next line\n[" + rows4 + rows4 + "]", 2, "", "the list has 72 cells, not 81"},
        {"[\n" + rows4 + "0,0,0,0,A,0,0,0,0\n" + rows4 + "]", 6, "r5c5", "'A'"},
        {"[\n" + rows4 + "0,0,0,0,,0,0,0,0\n" + rows4 + "]", 6, "r5c5", "empty field"},
        {"[\n" + rows4 + "0,0,0,0,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\n" + rows4.substr(18) + "]", 1, "",
         "different numbers of cells"},
        {"[[0 0 0]\n [0 0 0 0 0 0 0 0 0]]", 1, "", "row 1 has 3 cells, not 9"},
        {"[]", 1, "", "no cells"},
        {std::string(256, '.'), 1, "", "a board of another size needs --order"},
        {"1..4.4..2..3..21\n1234............\n", 1, "", "a board of another size needs --order"},
        {"\xFF\xFE"
         "5\0",
         1, "", "UTF-16 text is cut off"},
        {"\xFE\xFF", 1, "", "no puzzle"},
    };
    for (const Case& expected : cases) {
        expect_error(expected.text, expected.line, expected.cell, expected.part);
        EXPECT_TRUE(read_all(expected.text).puzzles.empty() || expected.part.find("neither") == 0) << expected.text;
    }
}

TEST(Errors, NamesOfColumnsStandFirst) {
    expect_puzzles(wikipedia + "\nname,puzzle\n" + escargot + "\n", {wikipedia, escargot});  // text
    expect_puzzles("id,puzzle\n1," + wikipedia + "\npuzzle,start\n" + escargot + "," + wikipedia + "\n",
                   {wikipedia, escargot});  // a second table
}

TEST(Errors, AListDoesNotDependOnABrokenOneBeforeIt) {
    const std::string numbers = parted(few_clues("0"), ",");
    const std::string list = "[," + numbers.substr(0, 82) + "\n" + numbers.substr(82) + "]\n";
    const Found alone = read_all(list), after = read_all("[0,0,\n\n" + list);
    EXPECT_EQ(alone.puzzles.size(), 1u);
    EXPECT_EQ(after.puzzles, alone.puzzles);
    EXPECT_EQ(after.errors.size(), 1u);
}

TEST(Errors, WhatIsSourceLineCellMessage) {
    const ParseError error("puzzles/a.txt", 3, "r4c7", "'A' is not a digit 1-9 or a blank (. 0 x X * _ - ?)");
    EXPECT_STREQ(error.what(), "puzzles/a.txt:3: r4c7: 'A' is not a digit 1-9 or a blank (. 0 x X * _ - ?)");
    EXPECT_STREQ(ParseError("a", 1, "", "no puzzle").what(), "a:1: no puzzle");
    EXPECT_STREQ(ParseError("\x1b[31m", 1, "", "no").what(), "?[31m:1: no");
}

TEST(Errors, AnUnreadableStreamIsNotAnEmptyOne) {
    std::istringstream input(wikipedia);
    input.setstate(std::ios::failbit);
    const Found found = read_all(input);
    ASSERT_EQ(found.errors.size(), 1u);
    EXPECT_NE(found.errors[0].message().find("cannot be read"), std::string::npos);
}

TEST(Errors, TooManyGridsOnEndAreRefused) {
    std::string text;
    for (int grid = 0; grid < 100'001; ++grid) text += as_rows(wikipedia);
    const Found found = read_all(text + "\n" + escargot);
    EXPECT_EQ(found.puzzles, std::vector<std::string>{escargot});
    ASSERT_EQ(found.errors.size(), 1u);
    EXPECT_NE(found.errors[0].message().find("blank line between grids"), std::string::npos);
}

TEST(Errors, AFolderAndAMissingFileCannotBeRead) {
    const std::string folder = EVODOKU_SOURCE_DIR;
    for (const std::string& path : {folder, folder + "/does_not_exist"}) {
        std::ifstream file(path, std::ios::binary);
        const Found found = read_all(file, "a");
        ASSERT_EQ(found.errors.size(), 1u) << path;
        EXPECT_NE(found.errors[0].message().find("cannot be read"), std::string::npos) << path;
    }
}

const std::string bad_line = wikipedia.substr(3);
const std::string rows = as_rows(wikipedia);
const std::string eight_rows = rows.substr(10);

void expect_found(const std::string& text, const std::vector<std::string>& puzzles, std::size_t errors) {
    const Found found = read_all(text);
    EXPECT_EQ(found.puzzles, puzzles) << text;
    std::string told;
    for (const ParseError& error : found.errors) told += error.what() + std::string("\n");
    EXPECT_EQ(found.errors.size(), errors) << told << text;
}

TEST(Recovery, BadLinesAmongGoodOnes) {
    expect_found(wikipedia + "\n" + bad_line + "\n" + escargot + "\n", {wikipedia, escargot}, 1);
    expect_found(bad_line + "\n" + bad_line + "x\n\n" + bad_line + "\n" + escargot, {escargot}, 3);
    expect_found(std::string(10000, '.') + "\n" + escargot, {escargot}, 1);
}

TEST(Recovery, ABadGridEndsAtABlankLine) {
    expect_found(eight_rows + "\n" + rows, {wikipedia}, 1);
    expect_found(rows + "\n" + eight_rows + "\n" + as_rows(escargot), {wikipedia, escargot}, 1);
    expect_found(rows + "5........\n\n" + as_rows(escargot), {escargot}, 1);
    expect_found(eight_rows + "# next\n" + as_rows(escargot, "\n", "\n"), {escargot}, 1);
    expect_found(eight_rows + escargot + "\n" + rows, {escargot, wikipedia}, 1);
}

TEST(Recovery, RemainsAreNotJoined) {
    // Four rows of one grid and five of another, nine in all.
    const std::string head = as_rows(wikipedia).substr(0, 40);
    const std::string tail = as_rows(escargot).substr(40);
    expect_found(head + "\n" + tail + "\n\n" + rows, {wikipedia}, 1);
    expect_found(rows + "\n\n" + head + "\n" + tail, {wikipedia}, 1);
    // Without blank lines the eight rows could be the end of one grid and the beginning of the next.
    expect_found(eight_rows + as_rows(escargot), {}, 1);
    // Row 1 of the first grid and row 2 of the second are invalid; nine good rows are between them.
    const std::string junk = "this row was overwritten by something else\n";
    expect_found(junk + eight_rows + as_rows(escargot).substr(0, 10) + junk + as_rows(escargot).substr(20), {}, 1);
    // A blank line after every row changes nothing.
    const auto spread = [](const std::string& text) {
        std::string result;
        for (const char c : text) result += c == '\n' ? "\n\n" : std::string(1, c);
        return result;
    };
    expect_found(spread(junk + eight_rows + as_rows(escargot).substr(0, 10) + junk + as_rows(escargot).substr(20)), {},
                 1);
}

TEST(Recovery, ARowDamagedIntoAListDoesNotFreeTheRowsBehindIt) {
    // Every row is followed by a blank line; row 1 has become the start of a list, and row 2 of the next grid is lost.
    std::string text = "[5 3\n\n";
    for (std::size_t row = 1; row < 9; ++row) text += wikipedia.substr(row * 9, 9) + "\n\n";
    for (std::size_t row = 0; row < 9; ++row) text += row == 1 ? "[5 3\n\n" : escargot.substr(row * 9, 9) + "\n\n";
    expect_found(text + "# next\n" + rows, {wikipedia}, 4);
    expect_found("[5 3\n\n" + rows, {wikipedia}, 1);
    // Nine rows of two grids, then a row that has become a list.
    expect_found(eight_rows + as_rows(escargot).substr(0, 10) + "[5 3\n" + as_rows(escargot).substr(20), {}, 2);
    expect_found(rows + "\n[5 3\n\n" + rows, {wikipedia, wikipedia}, 1);
}

TEST(Recovery, BandsShortOfARowAreNotCompletedByTheNextGrid) {
    const auto in_bands = [](const std::string& text) { return std::string(text).insert(60, "\n").insert(30, "\n"); };
    const std::string short_of_last = in_bands(rows).substr(0, in_bands(rows).size() - 10);
    expect_found(short_of_last + "\n" + in_bands(as_rows(escargot)), {}, 1);
    expect_found(short_of_last + "\n\n" + in_bands(as_rows(escargot)), {escargot}, 1);
    expect_found(rows.substr(0, 30) + "\n\n" + in_bands(as_rows(escargot)), {escargot}, 1);
}

TEST(Recovery, AListThatDoesNotClose) {
    const std::string list = "[" + parted(wikipedia, ",");
    expect_found(list + "\n\n" + as_rows(escargot), {escargot}, 1);
    expect_found(list + "\n" + escargot, {escargot}, 1);
    expect_found(list + "\n" + list + "]\n", {wikipedia}, 1);
    expect_found("a = " + list + "\nb = " + list + "]\n", {wikipedia}, 1);
    expect_found("[[5,3,.,.,7,.,.,.,.],\n[[5,3,.,.,7,.,.,.,.],\n\n" + escargot, {escargot}, 2);
    expect_found("[1,2,A,\n4]\n" + list + "]", {wikipedia}, 1);
}

TEST(Recovery, TheEndComesOnce) {
    std::istringstream input("");
    PuzzleReader reader(input, "test");
    Job job;
    EXPECT_THROW(reader.next(job), ParseError);
    EXPECT_FALSE(reader.next(job));
    EXPECT_FALSE(reader.next(job));
}

}  // namespace
}  // namespace evodoku::io
