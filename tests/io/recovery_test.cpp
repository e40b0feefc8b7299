// After an error the reader goes on: good puzzles are not lost, and none is put together out of remains.
#include <gtest/gtest.h>

#include "reading.hpp"

namespace evodoku::io {
namespace {

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
