// Puzzles in JSON, in the lists of programs, in Markdown and in XML.
#include <gtest/gtest.h>

#include <algorithm>

#include "reading.hpp"

namespace evodoku::io {
namespace {

std::string in_quotes(const std::string& text, char mark = '"') { return mark + text + mark; }

/// Nine rows of numbers in brackets, blanks as `blank`.
std::string nested(const std::string& line, const std::string& blank = "0", const std::string& open = "[",
                   const std::string& close = "]", const std::string& between = ",") {
    std::string text = open;
    for (std::size_t at = 0; at < 81; ++at) {
        text += at % 9 == 0 ? (at > 0 ? between : "") + open : ", ";
        text += line[at] == '.' ? blank : std::string(1, line[at]);
        if (at % 9 == 8) text += close;
    }
    return text + close;
}

std::string texts_of_rows(const std::string& line) {
    std::string text;
    for (std::size_t row = 0; row < 9; ++row) text += (row > 0 ? ", " : "") + in_quotes(line.substr(row * 9, 9));
    return "[" + text + "]";
}

std::string texts_of_cells(const std::string& line) {
    std::string text = "[";
    for (std::size_t at = 0; at < 81; ++at) {
        text += at % 9 == 0 ? (at > 0 ? ",\n [" : "[") : ",";
        text += in_quotes(std::string(1, line[at]));
        if (at % 9 == 8) text += "]";
    }
    return text + "]";
}

TEST(Json, Objects) {
    for (const std::string key : {"puzzle", "quiz", "question", "board", "grid", "sudoku", "mission", "start"}) {
        for (const std::string& value :
             {in_quotes(wikipedia), nested(wikipedia), nested(wikipedia, "null"), texts_of_rows(wikipedia),
              texts_of_cells(wikipedia), "[" + parted(with_blanks("0"), ",") + "]",
              in_quotes(as_rows(wikipedia, "\\n"))}) {
            expect_puzzles("{\"" + key + "\": " + value + "}");
            expect_puzzles("{\"id\": 1, \"" + key + "\": " + value + ", \"solution\": " + in_quotes(full) +
                           ", \"difficulty\": \"easy\", \"tags\": [\"a\", \"b\"], \"rating\": 1.5}\n");
        }
    }
    expect_puzzles("{\n  \"name\": \"A\",\n  \"puzzle\": " + in_quotes(wikipedia) + "\n}\n");
    expect_puzzles("{\"newboard\":{\"grids\":[{\"value\":" + nested(wikipedia) + ",\"solution\":" + nested(full) +
                   ",\"difficulty\":\"Hard\"}],\"results\":1,\"message\":\"All Ok\"}}");
    expect_puzzles("{\"easy\": " + in_quotes(wikipedia) + ", \"hard\": " + in_quotes(escargot) + "}",
                   {wikipedia, escargot});
    expect_puzzles("{\"puzzles\": [" + in_quotes(wikipedia) + "," + in_quotes(escargot) + "], \"solutions\": [" +
                       in_quotes(full) + "," + in_quotes(full) + "]}",
                   {wikipedia, escargot});
    expect_puzzles("{\"puzzle\": " + in_quotes(wikipedia) + ", \"state\": " + in_quotes(escargot) + "}");
    expect_puzzles("{\"puzzle\": " + in_quotes(full) + ", \"solution\": " + in_quotes(full) + "}", {full});
}

TEST(Json, Lists) {
    expect_puzzles("[" + in_quotes(wikipedia) + ", " + in_quotes(escargot) + "]", {wikipedia, escargot});
    expect_puzzles("[\n  " + in_quotes(wikipedia) + ",\n  " + in_quotes(escargot) + "\n]\n", {wikipedia, escargot});
    expect_puzzles("[{\"puzzle\": " + in_quotes(wikipedia) + "}, {\"puzzle\": " + in_quotes(escargot) + "}]",
                   {wikipedia, escargot});
    expect_puzzles(texts_of_cells(wikipedia));
    expect_puzzles(texts_of_rows(wikipedia));
    expect_puzzles(nested(wikipedia, "null"));
    expect_puzzles("[" + nested(wikipedia) + ", " + nested(escargot) + "]", {wikipedia, escargot});
    expect_puzzles("[[" + parted(with_blanks("0"), ",") + "],\n [" + parted(full, ",") + "]]");
    expect_puzzles("[[" + in_quotes(wikipedia) + ", " + in_quotes(full) + "], [" + in_quotes(escargot) + ", " +
                       in_quotes(full) + "]]",
                   {wikipedia, escargot});
    std::string indented = "[\n";
    for (std::size_t at = 0; at < 81; ++at)
        indented += (at % 9 == 0 ? "  [\n" : "") + std::string("    ") + with_blanks("0")[at] +
                    (at % 9 < 8 ? ",\n"
                     : at < 80  ? "\n  ],\n"
                                : "\n  ]\n");
    expect_puzzles(indented + "]\n");
}

TEST(Json, Lines) {
    const std::string one = "{\"puzzle\": " + in_quotes(wikipedia) + "}",
                      two = "{\"puzzle\":" + in_quotes(escargot) + ",\"n\":2}";
    expect_puzzles(one + "\n" + two + "\n", {wikipedia, escargot});
    expect_puzzles(one + "\r\n\r\n" + two, {wikipedia, escargot});
    expect_puzzles(in_quotes(wikipedia) + "\n" + in_quotes(escargot) + "\n", {wikipedia, escargot});
    expect_puzzles("[" + in_quotes(wikipedia) + "]\n[" + in_quotes(escargot) + "]\n", {wikipedia, escargot});
    EXPECT_EQ(read_all(one + "\n" + two).lines, (std::vector<std::size_t>{1, 2}));
    expect_error(one + "\n{\"puzzle\": " + in_quotes(wikipedia.substr(1)) + "}\n" + two, 2, "", "80 cells, not 81",
                 {wikipedia, escargot});
    expect_error(one + "\n{\"puzzle\": \"53..\n" + two, 2, "", "not well-formed", {wikipedia, escargot});
    expect_error(one + "\n{\"puzzle\": 7,\n" + two, 2, "", "does not end", {wikipedia, escargot});
    expect_error(one + "\n{\"name\": \"a\"}\n" + two, 2, "", "no puzzle in the JSON", {wikipedia, escargot});
}

TEST(Json, ListsOfPrograms) {
    expect_puzzles("grids = ['" + wikipedia + "',\n         '" + escargot + "',]  # two\n", {wikipedia, escargot});
    expect_puzzles("const puzzles = [\n  \"" + wikipedia + "\", // easy\n  \"" + escargot + "\",\n];\n",
                   {wikipedia, escargot});
    expect_puzzles("int grid[9][9] = " + nested(wikipedia, "0", "{", "}", ",\n    ") + ";\n");
    expect_puzzles("board = " + nested(wikipedia, "None") + "\n");
    expect_puzzles("board = " + nested(wikipedia, "0", "(", ")")
                                    .replace(0, 1, "[")
                                    .replace(nested(wikipedia, "0", "(", ")").size() - 1, 1, "]"));
    expect_puzzles("grid = np.array(" + nested(wikipedia, "0", "[", "]", ",\n  ") + ")\n");
    expect_puzzles("array(" + nested(wikipedia, "0", "[", "]", ",\n  ") + ");\n" + escargot, {wikipedia, escargot});
    expect_puzzles("b = np.array(" + nested(wikipedia, "None") + ")\n" + escargot, {wikipedia, escargot});
    expect_puzzles("int[][] b = new int[][] " + nested(wikipedia, "0", "{", "}") + ";\n");
    expect_puzzles("let b: number[][] = " + nested(wikipedia) + ";");
    expect_puzzles(nested(wikipedia, "0.0"));
    std::string numpy = nested(with_blanks("0"), "", "[", "]", "\n ");
    numpy.erase(std::remove(numpy.begin(), numpy.end(), ','), numpy.end());
    expect_puzzles(numpy);
    for (std::size_t at = 0; (at = numpy.find_first_of("0123456789", at)) != std::string::npos; at += 2)
        numpy.insert(at + 1, ".");
    expect_puzzles(numpy);
}

TEST(Json, FaultsAreNamed) {
    expect_error("{\"puzzle\": " + in_quotes(std::string(wikipedia).replace(30, 1, "A")) + "}", 1, "r4c4", "'A'");
    std::string ten = nested(wikipedia, "null", "[", "]", ",\n");
    ten.replace(ten.find("[4, null"), 2, "[10");
    expect_error(ten, 5, "r5c1", "10 is out of range");
    std::string short_row = nested(wikipedia, "null", "[", "]", ",\n");
    short_row.erase(short_row.find("[4, null") + 1, 3);
    expect_error(short_row, 5, "", "row 5 has 8 cells, not 9");
    expect_error("{\"puzzle\": " + texts_of_rows(wikipedia).replace(2, 1, "") + "}", 1, "", "row 1 has 8 cells");
    expect_error("{\"puzzles\": [" + in_quotes(wikipedia) + ",\n" + in_quotes(escargot), 1, "",
                 "ends before its closing bracket", {wikipedia, escargot});
    expect_error("{\n\"puzzles\": [\n" + in_quotes(wikipedia) + "\n}\n]\n" + escargot, 1, "",
                 "a bracket does not match on line 4; the rest of the input is left out", {wikipedia});
    expect_error("[{\"puzzle\": " + in_quotes(wikipedia) + "},\n{\"name\": 1}]", 2, "", "no puzzle in the object",
                 {wikipedia});
    expect_error("{\"solution\": " + in_quotes(full) + "}", 1, "", "no puzzle in the JSON");
    expect_error("{}", 1, "", "no puzzle in the JSON");
    std::string deep;
    for (int depth = 0; depth < 100'000; ++depth) deep += "[\"a\",";
    expect_error(deep, 1, "", "brackets in brackets");
}

/// Nine rows with bars; `rule` below each of the first `rules`.
std::string barred(const std::string& line, std::size_t rules, const std::string& rule) {
    std::string text;
    for (std::size_t row = 0; row < 9; ++row) {
        for (std::size_t column = 0; column < 9; ++column) {
            const char cell = line[row * 9 + column];
            text += std::string("| ") + (cell == '.' ? ' ' : cell) + ' ';
        }
        text += "|\n" + (row < rules ? rule + '\n' : "");
    }
    return text;
}

TEST(Markdown, Tables) {
    const std::string puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const std::string rule = "|---|---|---|---|---|---|---|---|---|", empty = "|   |   |   |   |   |   |   |   |   |\n";
    expect_puzzles(barred(puzzle, 1, rule), {puzzle});
    expect_puzzles(empty + rule + '\n' + barred(puzzle, 0, ""), {puzzle});  // a head without a text
    const std::string blank_row = "........." + puzzle.substr(9);
    expect_puzzles(barred(blank_row, 1, rule), {blank_row});
    expect_puzzles(barred(blank_row, 9, rule) + barred(puzzle, 9, rule), {blank_row, puzzle});
}

TEST(Xml, OpenSudoku) {
    const std::string zeros = with_blanks("0");
    const std::string head = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\n";
    expect_puzzles(head + "<opensudoku>\n<name>easy</name>\n<author>me</author>\n<!-- two > one -->\n<game data=\"" +
                       zeros + "\" />\n<game data='" + with_blanks(".") + "'/>\n</opensudoku>\n",
                   {wikipedia, wikipedia});
    expect_puzzles(
        "<opensudoku version=\"2\"><folder name=\"a &gt; b\" created=\"1\"><game created=\"1\" state=\"1\" time=\"0\" "
        "data=\"" +
        zeros + "\" note=\"\"></game></folder></opensudoku>");
    // Games that were saved: value, notes, editable or not, of each cell.
    for (const std::string form : {"version: 1 |0|", "version: 2 |0|", "version: 3 |0|0|"}) {
        std::string data = form.substr(0, 11);
        for (std::size_t at = 0; at < 81; ++at)
            data += (wikipedia[at] == '.' ? std::string(1, full[at]) : std::string(1, wikipedia[at])) +
                    form.substr(11) + (wikipedia[at] == '.' ? "1|" : "0|");
        expect_puzzles("<opensudoku version=\"3\"><game data=\"" + data + "\"/></opensudoku>");
        const std::string broken = data.substr(0, 10) + "&#10;" + data.substr(11);  // as the app saves it
        expect_puzzles("<opensudoku version=\"3\"><game data=\"" + broken + "\"/></opensudoku>");
        expect_error("<opensudoku>\n<game data=\"" + data.substr(0, data.size() - 2) + "\"/></opensudoku>", 2, "",
                     " fields, not ");
    }
}

TEST(Xml, OtherElements) {
    expect_puzzles("<sudokus>\n <sudoku><puzzle>" + wikipedia + "</puzzle><solution>" + full +
                       "</solution></sudoku>\n <sudoku><puzzle>\n" + as_rows(escargot) +
                       "</puzzle></sudoku>\n</sudokus>",
                   {wikipedia, escargot});
    expect_puzzles("<list><item id=\"1\" clues=\"" + wikipedia + "\" solution=\"" + full + "\"/></list>");
}

TEST(Xml, FaultsAreNamed) {
    expect_error(
        "<opensudoku>\n<game data=\"" + wikipedia.substr(1) + "\"/>\n<game data=\"" + escargot + "\"/></opensudoku>", 2,
        "", "80 cells, not 81", {escargot});
    expect_error("<opensudoku>\n<game data=\"" + std::string(wikipedia).replace(30, 1, "A") + "\"/></opensudoku>", 2,
                 "r4c4", "'A'");
    expect_error("<opensudoku>\n<game data=\"" + wikipedia + "\"/>\n", 3, "", "ends before its last element",
                 {wikipedia});
    expect_puzzles("<game data=\"" + wikipedia + "\"></game>\n" + escargot + "\n", {wikipedia, escargot});
    expect_error("<opensudoku>\n</opensudoku>", 1, "", "no puzzle in the XML");
    expect_error("<opensudoku>\n<game data=\"" + wikipedia, 2, "", "does not end");
    expect_error("<opensudoku>\n<game data=>\n</opensudoku>", 2, "", "not well-formed");
    expect_error("<a " + std::string(1'000'000, 'x'), 1, "", "does not end");
}

}  // namespace
}  // namespace evodoku::io
