// Grids as people publish them, by hand, in several variants: spreadsheets, spaces as blanks, and drawings.
#include <gtest/gtest.h>

#include "reading.hpp"

namespace evodoku::io {
namespace {

std::string table_of(const std::string& line, const std::string& separator, const std::string& blank) {
    std::string text;
    for (std::size_t row = 0; row < 9; ++row) {
        for (std::size_t column = 0; column < 9; ++column) {
            const char c = line[row * 9 + column];
            text += (column > 0 ? separator : "") + (c == '.' ? blank : std::string(1, c));
        }
        text += "\n";
    }
    return text;
}

std::string without_ends(const std::string& text, char blank) {
    std::string result;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '\n')
            while (!result.empty() && result.back() == blank) result.pop_back();
        result += text[at];
    }
    return result;
}

TEST(WildGrids, EmptyCellsOfSpreadsheets) {
    for (const std::string separator : {"\t", ",", ";"}) {
        const std::string table = table_of(wikipedia, separator, ""), other = table_of(escargot, separator, "");
        std::string in_quotes;
        for (const char c : table_of(wikipedia, "\"" + separator + "\"", ""))
            in_quotes +=
                c == '\n' ? "\"\n" : std::string(in_quotes.empty() || in_quotes.back() == '\n' ? "\"" : "") + c;
        expect_puzzles(table, {wikipedia});
        expect_puzzles(table + "\n" + other + "\n", {wikipedia, escargot});
        expect_puzzles(table + other, {wikipedia, escargot});
        expect_puzzles("# a\n" + table + "# b\n" + other, {wikipedia, escargot});
        expect_puzzles("Grid 01\n" + table + "Grid 02\n" + other, {wikipedia, escargot});
        expect_puzzles(without_ends(table, separator[0]), {wikipedia});
        expect_puzzles(in_quotes, {wikipedia});
        expect_puzzles(table_of(wikipedia, separator, " "), {wikipedia});
        std::string broken = table;
        broken.replace(broken.find('8'), 1, "A");
        EXPECT_TRUE(read_all(broken).puzzles.empty()) << broken;
        EXPECT_FALSE(read_all(broken).errors.empty()) << broken;
    }
    const std::string empty_row = std::string(9, '.') + wikipedia.substr(9);
    expect_puzzles(table_of(empty_row, "\t", ""), {empty_row});
    // An empty field among other blanks is a damaged cell.
    expect_error("0,0,0,,0,0,0,0,0\n", 1, "r1c4", "empty field");
}

TEST(WildGrids, SpacesAsBlanks) {
    const std::string spaces = with_blanks(" ");
    expect_puzzles(spaces, {wikipedia});
    expect_puzzles(spaces + "\n" + spaces + "\r\n", {wikipedia, wikipedia});
    expect_puzzles("1,\"" + spaces + "\"," + full, {wikipedia});
    expect_puzzles("id,puzzle,solution\n1," + spaces + "," + full + "\n", {wikipedia});
    expect_puzzles(as_rows(spaces), {wikipedia});
    expect_puzzles(as_rows(spaces) + "\n" + as_rows(spaces), {wikipedia, wikipedia});
    expect_puzzles(as_rows(spaces) + as_rows(spaces), {wikipedia, wikipedia});
    expect_puzzles(without_ends(as_rows(spaces), ' '), {wikipedia});
    expect_puzzles(without_ends(as_rows(spaces), ' ') + "\n" + without_ends(as_rows(spaces), ' '),
                   {wikipedia, wikipedia});
    expect_puzzles(as_rows(spaces, "\r\n"), {wikipedia});
    std::string wide, grouped;
    for (std::size_t at = 0; at < 81; ++at) {
        wide += spaces[at];
        grouped += spaces[at];
        wide += at % 9 == 8 ? "\n" : " ";
        if (at % 9 == 8)
            grouped += "\n";
        else if (at % 3 == 2)
            grouped += " ";
    }
    expect_puzzles(wide, {wikipedia});
    expect_puzzles(grouped, {wikipedia});
    // Bands with an empty line between them.
    std::string in_bands = as_rows(spaces);
    in_bands.insert(60, "\n").insert(30, "\n");
    expect_puzzles(in_bands, {wikipedia});
}

TEST(WildGrids, SpacesAsBlanksInventNothing) {
    const std::string rows = as_rows(full);
    EXPECT_TRUE(read_all(rows.substr(0, 80) + "\n").puzzles.empty());  // eight rows and an empty line
    EXPECT_TRUE(read_all(as_rows(with_blanks(" ")).substr(0, 80) + "\n\n").puzzles.empty());
    EXPECT_TRUE(read_all(as_rows(with_blanks(" ")).substr(0, 80)).puzzles.empty());
    std::string shifted = as_rows(with_blanks(" "));
    shifted.insert(24, " ");  // row 3 has ten columns
    EXPECT_TRUE(read_all(shifted).puzzles.empty());
    // Forty-one cells with spaces between them are 81 characters.
    EXPECT_TRUE(read_all(parted(full.substr(0, 41), " ")).puzzles.empty());
    expect_puzzles(parted(full.substr(0, 41), " ") + "\n" + parted(full.substr(41), " "), {full});
}

std::string drawn(const std::string& line, const std::string& vertical, const std::string& inner,
                  const std::string& blank, const std::string& top, const std::string& middle,
                  const std::string& bottom) {
    std::string text = top.empty() ? "" : top + "\n";
    for (std::size_t row = 0; row < 9; ++row) {
        if (row > 0 && (row % 3 == 0 || !inner.empty()) && !middle.empty()) text += middle + "\n";
        for (std::size_t column = 0; column < 9; ++column) {
            text += column % 3 == 0 ? vertical + " " : inner.empty() ? "" : inner + " ";
            const char c = line[row * 9 + column];
            text += (c == '.' ? blank : std::string(1, c)) + " ";
        }
        text += vertical + "\n";
    }
    return text + (bottom.empty() ? "" : bottom + "\n");
}

TEST(WildGrids, BoxDrawings) {
    for (const std::string blank : {".", "0", " "}) {
        const std::string boxes = drawn(wikipedia, "│", "", blank, "┌───────┬───────┬───────┐",
                                        "├───────┼───────┼───────┤", "└───────┴───────┴───────┘");
        expect_puzzles(boxes, {wikipedia});
        expect_puzzles(boxes + boxes, {wikipedia, wikipedia});
        expect_puzzles(boxes + "\n" + boxes, {wikipedia, wikipedia});
        expect_puzzles(drawn(wikipedia, "║", "│", blank, "╔═══╤═══╤═══╦═══╤═══╤═══╦═══╤═══╤═══╗",
                             "╟───┼───┼───╫───┼───┼───╫───┼───┼───╢", "╚═══╧═══╧═══╩═══╧═══╧═══╩═══╧═══╧═══╝"),
                       {wikipedia});
        expect_puzzles(drawn(wikipedia, "┃", "", blank, "┏━━━━━━━┳━━━━━━━┳━━━━━━━┓", "┣━━━━━━━╋━━━━━━━╋━━━━━━━┫",
                             "┗━━━━━━━┻━━━━━━━┻━━━━━━━┛"),
                       {wikipedia});
        expect_puzzles(drawn(wikipedia, "|", "", blank, "+-------+-------+-------+", "+-------+-------+-------+",
                             "+-------+-------+-------+"),
                       {wikipedia});
        expect_puzzles(drawn(wikipedia, "|", "", blank, "", "|-------+-------+-------|", ""), {wikipedia});
        expect_puzzles(drawn(wikipedia, "|", "|", blank, "", "", ""), {wikipedia});
        expect_puzzles(drawn(wikipedia, "|", "", blank, ".-------.-------.-------.",
                             ":-------+-------+-------:", "'-------'-------'-------'"),
                       {wikipedia});
        expect_puzzles(drawn(wikipedia, "|", "|", blank, "+---+---+---+---+---+---+---+---+---+",
                             "+---+---+---+---+---+---+---+---+---+", "+---+---+---+---+---+---+---+---+---+"),
                       {wikipedia});
    }
    // No frame; narrow boxes.
    std::string open, narrow;
    const std::string spaces = with_blanks(" ");
    for (std::size_t row = 0; row < 9; ++row) {
        if (row == 3 || row == 6) open += "------+-------+------\n";
        for (std::size_t box = 0; box < 3; ++box) {
            const std::string cells = spaces.substr(row * 9 + box * 3, 3);
            open += parted(cells, " ") + (box < 2 ? " | " : "\n");
            narrow += (box == 0 ? "|" : "") + cells + (box < 2 ? "|" : "|\n");
        }
    }
    expect_puzzles(open, {wikipedia});
    expect_puzzles(narrow, {wikipedia});
}

}  // namespace
}  // namespace evodoku::io
