// What is written in any form is read back; grids with and without colours. Text that other programs read: JSON written
// field by field, and text that tries to be markup.
#include <rapidcheck.h>

#include <limits>

#include "core/geometry.hpp"
#include "evodoku/logic/verifier.hpp"
#include "io/characters.hpp"
#include "io/json.hpp"
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
            const int lowest = *rc::gen::element(-9, 1);  // 1: a full grid
            const auto digits = *rc::gen::container<std::vector<int>>(81, rc::gen::inRange(lowest, 10));
            std::string line;
            for (const int digit : digits) line.push_back(digit <= 0 ? '.' : static_cast<char>('0' + digit));
            lines.push_back(line);
        }
        for (const OutputForm& form : output_forms()) {
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

TEST(JsonText, QuotesAndReplacesWhatJsonMayNotHold) {
    EXPECT_EQ(json_of("a\"b\\c\n\t\x1b"), "\"a\\\"b\\\\c\\n\\t\\u001b\"");
    EXPECT_EQ(json_of("\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80"), "\"\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80\"");
    const std::string bad = "\xef\xbf\xbd";
    EXPECT_EQ(json_of("\xff"), "\"" + bad + "\"");
    EXPECT_EQ(json_of("\xc3"), "\"" + bad + "\"");                      // cut off
    EXPECT_EQ(json_of("\xc0\xaf"), "\"" + bad + bad + "\"");            // overlong
    EXPECT_EQ(json_of("\xed\xa0\x80"), "\"" + bad + bad + bad + "\"");  // a surrogate
}

TEST(JsonText, NumbersReadBackToThemselves) {
    for (const double number : {0.0, 1.0, -2.5, 1e-9, 1e300, 0.1, 1.0 / 3}) {
        const std::string text = json_number(number);
        EXPECT_EQ(std::stod(text), number);
        EXPECT_NE(text.find_first_of(".e"), std::string::npos) << text;
    }
    EXPECT_EQ(json_number(std::numeric_limits<double>::quiet_NaN()), "null");
}

TEST(Record, KeepsTheOrderOfItsFields) {
    Record object;
    object.put("z", "text");
    object.put("a", true);
    object.put("count", std::uint64_t{18446744073709551615u});
    object.put("share", 0.5);
    object.put("none", std::optional<double>());
    object.put("some", std::optional<std::string>("x"));
    EXPECT_EQ(object.on_one_line(),
              R"({"z":"text","a":true,"count":18446744073709551615,"share":0.5,"none":null,"some":"x"})");
    Record two;
    two.put("a", 1);
    two.put("b", 2);
    EXPECT_EQ(two.on_lines("  "), "{\n    \"a\": 1,\n    \"b\": 2\n  }");
    EXPECT_EQ(Record().on_one_line(), "{}");
    EXPECT_EQ(object.csv(), "text,true,18446744073709551615,0.5,,x");
}

TEST(Record, IsARowWithAllColumns) {
    Record row(true);
    row.optional("a", std::string("x,\"y\"\n\xff"), false);
    row.or_null("b", 3, false);
    row("c", Grid(2));
    row.hexadecimal("d", 255);
    row("e", std::numeric_limits<double>::infinity());
    EXPECT_EQ(row.names(), (std::vector<std::string>{"a", "b", "c", "d", "e"}));
    EXPECT_EQ(row.csv('\t'), "\"x,\"\"y\"\" \xef\xbf\xbd\"\t\t................\t00000000000000ff\t");
    Record object;
    object.optional("a", std::string("x"), false);
    object.or_null("b", 3, false);
    EXPECT_EQ(object.on_one_line(), R"({"b":null})");
}

TEST(MarkupText, HasNoMarkup) {
    EXPECT_EQ(markup_text("a<b>&'\""), "a&lt;b&gt;&amp;&#39;&quot;");
    EXPECT_EQ(markup_text("</script><script>alert(1)</script>"),
              "&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;");
    EXPECT_EQ(markup_text("12 \xc2\xb5s"), "12 \xc2\xb5s");
}

TEST(MarkupText, IsUtf8WithoutControlCharacters) {
    EXPECT_EQ(markup_text(std::string("a\0b\x1b[0m\n\x7f", 9)), "a b [0m  ");
    EXPECT_EQ(markup_text("a\xff\xc3("), "a\xef\xbf\xbd\xef\xbf\xbd(");
    EXPECT_EQ(markup_text("\xed\xa0\x80"), "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");  // a surrogate
}

}  // namespace
}  // namespace evodoku::io
