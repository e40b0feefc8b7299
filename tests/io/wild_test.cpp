// Files as people publish them, by hand, in several variants: lines, tables of puzzles, what surrounds a puzzle; grids
// as spreadsheets, with spaces as blanks, and as drawings.
#include <gtest/gtest.h>

#include "reading.hpp"

namespace evodoku::io {
namespace {

TEST(Wild, ProjectEuler) {
    const std::string rows = as_rows(zeros), other = as_rows(escargot);
    expect_puzzles("Grid 01\n" + rows + "Grid 02\n" + other, {wikipedia, escargot});
    expect_puzzles("Grid 01\r\n" + as_rows(zeros, "\r\n") + "Grid 02\r\n" + as_rows(escargot, "\r\n"),
                   {wikipedia, escargot});
    for (const std::string title :
         {"Grid 1:", "GRID 50", "Puzzle 3 (easy)", "Sudoku #12", "puzzle_7", "Nr. 9", "Game 4.", "Level 2 - hard"}) {
        expect_puzzles(title + "\n" + rows + title + "\n" + other, {wikipedia, escargot});
        expect_puzzles(title + "\n\n" + rows + "\n" + title + "\n\n" + other + "\n", {wikipedia, escargot});
        expect_puzzles(title + "\n" + wikipedia + "\n" + title + "\n" + escargot, {wikipedia, escargot});
    }
    expect_error("Grid 01\n" + rows.substr(10) + "Grid 02\n" + other, 2, "", "1 row is missing");
    EXPECT_EQ(read_all("Grid 01\n" + rows.substr(10) + "Grid 02\n" + other).puzzles, std::vector{escargot});
    expect_puzzles("Gird 01\n" + rows);
}

TEST(Wild, FieldsPartedBySpaces) {
    for (const std::string& line : std::vector<std::string>{
             "0000183b305c " + zeros + "  1.2",
             wikipedia + " 7.2/1.2/1.2",
             "11.9 " + wikipedia,
             "1. " + wikipedia,
             "1) " + wikipedia,
             "12: " + wikipedia,
             wikipedia + " # easy",
             wikipedia + " ED=7.2/1.2/1.2",
             "17 " + wikipedia + " 3",
             wikipedia + " " + full,
             "easy01   " + wikipedia,
             "Puzzle 1: " + wikipedia,
             "Puzzle #1: " + wikipedia,
             wikipedia + "  (Wikipedia, 2006)",
             "Wikipedia's " + wikipedia,
             wikipedia + "|" + full,
             "1|" + wikipedia + "|easy",
             "p = \"" + wikipedia + "\"",
             "  '" + zeros + "',",
             "puzzle=" + wikipedia + ";",
             "\"" + zeros + "\",",
             "d41d8cd98f00b204e9800998ecf8427e " + wikipedia,
             "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 " + zeros + " 4.5"}) {
        expect_puzzles(line);
        expect_puzzles(line + "\n" + line + "\r\n", {wikipedia, wikipedia});
    }
    expect_error("11.9 " + wikipedia.substr(1) + " x", 1, "", "80 cells, not 81");
    expect_error("1. " + std::string(wikipedia).replace(30, 1, "A") + " 7.2", 1, "r4c4", "'A'");
    expect_error("1. " + full, 1, "", "is its puzzle missing?");
}

TEST(Wild, ANumberSignIsNoComment) {
    for (const std::string number : {"#1 ", "#1. ", "#12: ", "#3\t", "  #000004 ", "#5,", "#6) "}) {
        const std::string line = number + wikipedia;
        expect_puzzles(line);
        expect_puzzles("# a list\n" + line + "\n" + number + zeros + " 7.2\n", {wikipedia, wikipedia});
    }
    for (const std::string comment : {"# ", "#", "## ", "# 1 ", "#a1 ", "#1"}) {
        expect_puzzles(comment + escargot + "\n" + wikipedia);
    }
    expect_puzzles("#1 the first\n" + wikipedia + "\n#2 " + full + "\n" + escargot, {wikipedia, escargot});
}

TEST(Wild, FieldsPartedByColons) {
    std::string placed = wikipedia;
    placed.replace(2, 1, "+4");  // r1c3 was placed by the player
    for (const std::string& line : std::vector<std::string>{
             ":0000:x:" + wikipedia + ":::", ":0000:x:" + zeros + "::", ":0100:9:" + placed + "::r1c3::",
             wikipedia + ":1:easy", zeros + ":1:" + full, "1:" + wikipedia, "easy:" + wikipedia + ":" + full}) {
        expect_puzzles(line);
        expect_puzzles("# of a library\n" + line + "\n" + line + "\n", {wikipedia, wikipedia});
    }
    expect_error(":0100:9:" + placed + ":413 513:r1c3::", 1, "", "candidates are removed");
    expect_error(":0000:x:" + wikipedia.substr(4) + ":::", 1, "", "77 cells, not 81");
}

TEST(Wild, HeadsOfTables) {
    for (const std::string name : {"sudoku", "question", "board", "puzzle", "quizzes", "Puzzle String", "initial_board",
                                   "grid", "Sudoku", "unsolved"}) {
        for (const std::string separator : {",", "\t", ";", "|"}) {
            expect_puzzles("id" + separator + name + separator + "solution\n1" + separator + zeros + separator + full +
                               "\n2" + separator + escargot + separator + full + "\n",
                           {wikipedia, escargot});
        }
        expect_puzzles(name + "\n" + wikipedia + "\n");
    }
    expect_puzzles("source,question,answer,rating\npuzzles0," + wikipedia + "," + full + ",0\n");
    expect_puzzles(",puzzle,solution\n0," + zeros + "," + full + "\n");  // pandas, with its index
    // Without a telling name the next line says that the first holds names.
    expect_puzzles("nr,start,end\n1," + zeros + "," + full + "\n");
    expect_error("nr,start,end\n1,2,3\n", 2, "", "3 cells, not 81");
    // The column counts, not the looks.
    expect_puzzles("id,puzzle,state\n1," + wikipedia + "," + escargot + "\n");
    expect_puzzles("id,puzzle,solution\n1," + full + "," + full + "\n", {full});
    expect_puzzles("name,puzzle\n\"A #1, hard\",\"" + wikipedia + "\"\n");
}

TEST(Wild, OwnOutput) {
    const std::string grid = to_boxed(parse_puzzle(wikipedia, "test"));
    expect_puzzles("a.txt:1: solved in generation 21 (0.125 s, 2.1 M evaluations, 0 restarts)\n" + grid + "\n" +
                       "a.txt:2: solved by logic alone (51 cells)\n" + grid + "\n",
                   {wikipedia, wikipedia});
    std::string marked = grid;
    marked.replace(marked.find("5 3"), 3, "5!3");
    expect_puzzles("--puzzle:1: not solved: cost 2 is the best after 120 generations\n" + marked);
    expect_puzzles("--puzzle:1: not solved: best cost 2 after 120 generations\n" + marked);
    expect_puzzles(
        "evodoku: seed 7 on cpu (2 threads)\nevodoku: replay: evodoku solve x\n" + full + "\nevodoku: 1 of 1 solved\n",
        {full});
    expect_puzzles(
        "{\"puzzle\":\"" + wikipedia + "\",\"solved\":true,\"solution\":\"" + full +
        "\",\"status\":\"solved\",\"cost\":0,\"generations\":3,\"seconds\":0.01,\"file\":\"a.txt\",\"line\":1}\n");
}

TEST(Wild, Comments) {
    expect_puzzles("; easy ones\n" + wikipedia + "\n;; more\n;hard\n" + escargot + "\n; end", {wikipedia, escargot});
    expect_puzzles("// a\n" + wikipedia + "\n");
    expect_puzzles("; a\n" + as_rows(wikipedia) + "; b\n" + as_rows(escargot), {wikipedia, escargot});
}

TEST(Wild, WhatStandsRoundPuzzles) {
    expect_puzzles("49151\n" + zeros + "\n" + escargot + "\n", {wikipedia, escargot});  // how many there are
    expect_error("7\n" + as_rows(wikipedia), 1, "", "row 1 has 1 cell, not 9");
    expect_puzzles("puzzle: " + wikipedia + "\nsolution: " + full + "\n");
    expect_puzzles("- puzzle: \"" + wikipedia + "\"\n  answer: \"" + full + "\"\n");
    expect_error("solution: " + full.substr(0, 40) + "\n", 1, "r1c1", "'s'");
    expect_puzzles("```\n" + wikipedia + "\n```\n");
    expect_puzzles("```text\n" + as_rows(wikipedia) + "```\n");
    expect_puzzles("puzzle = \"\"\"\n" + as_rows(wikipedia) + "\"\"\"\n");
    expect_puzzles("| id | puzzle |\n|----|--------|\n| 1 | " + wikipedia + " |\n");
    expect_puzzles("INSERT INTO p VALUES (1,\"" + wikipedia + "\",\"easy\");\n");
    std::string floats;
    for (std::size_t row = 0; row < 9; ++row) {
        for (std::size_t column = 0; column < 9; ++column)
            floats += (column > 0 ? "," : "") + std::string(1, zeros[row * 9 + column]) + ".0";
        floats += "\n";
    }
    expect_puzzles(floats);
}

TEST(Wild, OddSpaces) {
    const std::string nbsp = "\xC2\xA0";
    expect_puzzles(nbsp + wikipedia + nbsp + "\n");
    expect_puzzles(as_rows(wikipedia, nbsp + "\n"));
    std::string rows;
    for (std::size_t row = 0; row < 9; ++row) rows += parted(wikipedia.substr(row * 9, 9), nbsp) + "\n";
    expect_puzzles(rows);
    expect_puzzles("1" + nbsp + wikipedia);
    std::string blanks;
    for (std::size_t row = 0; row < 9; ++row) {
        for (std::size_t column = 0; column < 9; ++column) {
            const char c = wikipedia[row * 9 + column];
            blanks += c == '.' ? nbsp : std::string(1, c);
        }
        blanks += "\n";
    }
    expect_puzzles(blanks);
    expect_puzzles("a\xE2\x80\x83" + wikipedia);
    expect_puzzles(wikipedia + "\n\xEF\xBB\xBF" + escargot + "\n", {wikipedia, escargot});  // cat of two files
}

TEST(Wild, PencilMarksAreNamed) {
    const std::string marks =
        ".-------------.-------------.-------------.\n"
        "| 5   3   124 | 26  7   2468| 1489 1249 248 |\n"
        "| 6   47  247 | 1   9   5   | 3478 234 2478 |\n";
    expect_error(marks, 2, "", "pencil marks are not read");
    expect_error("u1 2 3 4 5 6 7 8 9\n", 1, "", "pencil marks are not read");  // SadMan Sudoku
    expect_error("5 3 124 26 7 2468 1489 1249 248\n6 47 247 1 9 5 3478 234 2478\n", 1, "", "pencil marks");
}

TEST(Wild, WhatIsNoTextIsNamed) {
    const auto wide = [](const std::string& text, bool little) {
        std::string bytes;
        for (const char c : text) bytes += little ? std::string{c, '\0'} : std::string{'\0', c};
        return bytes;
    };
    expect_error(wide(wikipedia + "\r\n", true), 1, "",
                 "UTF-16 without a byte-order mark: convert it with iconv -f UTF-16LE");
    expect_error(wide(wikipedia + "\r\n", false), 1, "",
                 "UTF-16 without a byte-order mark: convert it with iconv -f UTF-16BE");
    expect_puzzles("\xFF\xFE" + wide(wikipedia, true));
    expect_puzzles("\xFE\xFF" + wide(wikipedia, false));
    expect_error("PK\x03\x04" + std::string(100, 'x'), 1, "", "unzip -p FILE | evodoku ... -");
    expect_error("%PDF-1.7\n", 1, "", "PDF");
    expect_error("BZh91AY&SY", 1, "", "bzip2");
    expect_error(std::string("\xFD") + "7zXZ" + std::string(1, '\0') + "x", 1, "", "xz");
    expect_error("<!DOCTYPE html>\n<html><body>" + wikipedia + "</body></html>", 1, "", "web page");
    expect_error("\n <html><body>", 2, "", "web page");
}

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
        expect_puzzles(table);
        expect_puzzles(table + "\n" + other + "\n", {wikipedia, escargot});
        expect_puzzles(table + other, {wikipedia, escargot});
        expect_puzzles("# a\n" + table + "# b\n" + other, {wikipedia, escargot});
        expect_puzzles("Grid 01\n" + table + "Grid 02\n" + other, {wikipedia, escargot});
        expect_puzzles(without_ends(table, separator[0]));
        expect_puzzles(in_quotes);
        expect_puzzles(table_of(wikipedia, separator, " "));
        std::string broken = table;
        broken.replace(broken.find('8'), 1, "A");
        EXPECT_TRUE(read_all(broken).puzzles.empty()) << broken;
        EXPECT_FALSE(read_all(broken).errors.empty()) << broken;
    }
    const std::string empty_row = std::string(9, '.') + wikipedia.substr(9);
    expect_puzzles(table_of(empty_row, "\t", ""), {empty_row});
    // An empty field among other blanks is a damaged cell.
    expect_error(table_of(wikipedia, ",", "0").replace(2, 1, ""), 1, "r1c2", "empty field");
}

TEST(WildGrids, SpacesAsBlanks) {
    const std::string spaces = with_blanks(" ");
    expect_puzzles(spaces);
    expect_puzzles(spaces + "\n" + spaces + "\r\n", {wikipedia, wikipedia});
    expect_puzzles("1,\"" + spaces + "\"," + full);
    expect_puzzles("id,puzzle,solution\n1," + spaces + "," + full + "\n");
    expect_puzzles(as_rows(spaces));
    expect_puzzles(as_rows(spaces) + "\n" + as_rows(spaces), {wikipedia, wikipedia});
    expect_puzzles(as_rows(spaces) + as_rows(spaces), {wikipedia, wikipedia});
    expect_puzzles(without_ends(as_rows(spaces), ' '));
    expect_puzzles(without_ends(as_rows(spaces), ' ') + "\n" + without_ends(as_rows(spaces), ' '),
                   {wikipedia, wikipedia});
    expect_puzzles(as_rows(spaces, "\r\n"));
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
    expect_puzzles(wide);
    expect_puzzles(grouped);
    // Bands with an empty line between them.
    std::string in_bands = as_rows(spaces);
    in_bands.insert(60, "\n").insert(30, "\n");
    expect_puzzles(in_bands);
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
        expect_puzzles(boxes);
        expect_puzzles(boxes + boxes, {wikipedia, wikipedia});
        expect_puzzles(boxes + "\n" + boxes, {wikipedia, wikipedia});
        expect_puzzles(drawn(wikipedia, "║", "│", blank, "╔═══╤═══╤═══╦═══╤═══╤═══╦═══╤═══╤═══╗",
                             "╟───┼───┼───╫───┼───┼───╫───┼───┼───╢", "╚═══╧═══╧═══╩═══╧═══╧═══╩═══╧═══╧═══╝"));
        expect_puzzles(drawn(wikipedia, "┃", "", blank, "┏━━━━━━━┳━━━━━━━┳━━━━━━━┓", "┣━━━━━━━╋━━━━━━━╋━━━━━━━┫",
                             "┗━━━━━━━┻━━━━━━━┻━━━━━━━┛"));
        expect_puzzles(drawn(wikipedia, "|", "", blank, "+-------+-------+-------+", "+-------+-------+-------+",
                             "+-------+-------+-------+"));
        expect_puzzles(drawn(wikipedia, "|", "", blank, "", "|-------+-------+-------|", ""));
        expect_puzzles(drawn(wikipedia, "|", "|", blank, "", "", ""));
        expect_puzzles(drawn(wikipedia, "|", "", blank, ".-------.-------.-------.",
                             ":-------+-------+-------:", "'-------'-------'-------'"));
        expect_puzzles(drawn(wikipedia, "|", "|", blank, "+---+---+---+---+---+---+---+---+---+",
                             "+---+---+---+---+---+---+---+---+---+", "+---+---+---+---+---+---+---+---+---+"));
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
    expect_puzzles(open);
    expect_puzzles(narrow);
}

}  // namespace
}  // namespace evodoku::io
