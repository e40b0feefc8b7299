// One case per format, and the table of formats.
#include "io/puzzle_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "cell_text.hpp"
#include "evodoku/io/grid_text.hpp"

namespace evodoku::io {
namespace {

constexpr char numbers_only = '0';  // formats whose cells are numbers

std::string line_of(const Grid& grid, char blank) {
    std::string line = to_line(grid);
    std::replace(line.begin(), line.end(), '.', blank);
    return line;
}

/// Nine lines of nine with `between` between cells, `begin` and `end` around each row.
std::string rows_of(const std::string& line, std::string_view between, std::string_view begin = "",
                    std::string_view end = "\n") {
    std::string text;
    for (std::size_t row = 0; row < 9; ++row) {
        text += begin;
        for (std::size_t column = 0; column < 9; ++column) {
            if (column > 0) text += between;
            text += line[row * 9 + column];
        }
        text += end;
    }
    return text;
}

/// Rows with a bar after every third cell; rules round every third row.
std::string framed(const std::string& line, std::string_view bar, std::string_view between, std::string_view top,
                   std::string_view middle, std::string_view bottom) {
    std::string text(top);
    for (std::size_t row = 0; row < 9; ++row) {
        if (row == 3 || row == 6) text += middle;
        for (std::size_t box = 0; box < 3; ++box) {
            text += bar;
            for (std::size_t cell = 0; cell < 3; ++cell) {
                text += between;
                text += line[row * 9 + box * 3 + cell];
            }
            text += between;
        }
        text += bar;
        text += '\n';
    }
    return text.append(bottom);
}

std::string list_of(const std::string& line) {
    std::string text = rows_of(line, ", ", " [", "],\n");
    text.front() = '[';
    return text.replace(text.size() - 2, 2, "]\n\n");
}

}  // namespace

const std::vector<PuzzleForm>& puzzle_forms() {
    static const std::vector<PuzzleForm> forms = {
        {"line", "81 cells per line (.sdm)", '.'},
        {"rows", "nine lines of nine, and an empty line", '.'},
        {"spaces", "the same with spaces between the cells", '.'},
        {"grid", "framed with + - |", '.'},
        {"unicode", "framed with box drawings", '.'},
        {"csv", "a table with the columns id and puzzle", '.'},
        {"tsv", "the same with tabs", '.'},
        {"cells", "nine lines of nine cells with commas between them", '0'},
        {"json", "a JSON list of strings", '.'},
        {"jsonl", "a JSON object per line, with the key puzzle", '.'},
        {"list", "nine lists of nine numbers, as Python writes them", '0'},
        {"sdk", "SadMan Sudoku (.sdk)", '.'},
        {"ss", "Simple Sudoku (.ss)", '.'},
        {"hodoku", "HoDoKu library format, :0000:x:PUZZLE:::", '.'},
        {"euler", "blocks with the titles Grid 01, Grid 02, ...", '0'},
        {"opensudoku", "OpenSudoku (.opensudoku, XML)", '0'},
    };
    return forms;
}

PuzzleWriter::PuzzleWriter(std::string_view form, char blank) {
    const std::vector<PuzzleForm>& forms = puzzle_forms();
    const auto found =
        std::find_if(forms.begin(), forms.end(), [&](const PuzzleForm& each) { return each.name == form; });
    if (found == forms.end()) {
        std::string names;
        for (const PuzzleForm& each : forms) names += (names.empty() ? "" : ", ") + std::string(each.name);
        throw std::invalid_argument(fmt::format("form is '{}'; allowed: {}", form, names));
    }
    form_ = &*found;
    blank_ = blank == '\0' ? form_->blank : blank;
    if (cell_value(blank_) != 0)
        throw std::invalid_argument(fmt::format("blank is '{}'; allowed: . 0 x X * _", blank_));
    const bool has_numbers = form == "list" || form == "opensudoku";
    if (has_numbers && blank_ != numbers_only)
        throw std::invalid_argument(fmt::format("blank is '{}'; the form {} allows only 0", blank_, form));
}

std::string PuzzleWriter::begin() const {
    if (form_->name == "csv") return "id,puzzle\n";
    if (form_->name == "tsv") return "id\tpuzzle\n";
    if (form_->name == "json") return "[";
    if (form_->name == "opensudoku") return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n";
    return "";
}

std::string PuzzleWriter::puzzle(const Grid& grid) {
    ++count_;
    const std::string line = line_of(grid, blank_);
    const std::string_view form = form_->name;
    if (form == "rows") return rows_of(line, "") + "\n";
    if (form == "spaces") return rows_of(line, " ") + "\n";
    if (form == "cells") return rows_of(line, ",") + "\n";
    if (form == "grid")
        return framed(line, "|", " ", "+-------+-------+-------+\n", "+-------+-------+-------+\n",
                      "+-------+-------+-------+\n\n");
    if (form == "unicode")
        return framed(line, "│", " ", "┌───────┬───────┬───────┐\n", "├───────┼───────┼───────┤\n",
                      "└───────┴───────┴───────┘\n\n");
    if (form == "ss") return framed(line, "|", "", "*-----------*\n", "|---+---+---|\n", "*-----------*\n\n");
    if (form == "csv") return fmt::format("{},{}\n", count_, line);
    if (form == "tsv") return fmt::format("{}\t{}\n", count_, line);
    if (form == "json") return fmt::format("{}\n  \"{}\"", count_ == 1 ? "" : ",", line);
    if (form == "jsonl") return fmt::format("{{\"puzzle\":\"{}\"}}\n", line);
    if (form == "list") return list_of(line);
    if (form == "sdk") return "[Puzzle]\n" + rows_of(line, "") + "\n";
    if (form == "hodoku") return fmt::format(":0000:x:{}:::\n", line);
    if (form == "euler") return fmt::format("Grid {:02}\n{}", count_, rows_of(line, ""));
    if (form == "opensudoku") return fmt::format("  <game data=\"{}\"/>\n", line);
    return line + "\n";
}

std::string PuzzleWriter::end() const {
    if (form_->name == "json") return count_ == 0 ? "]\n" : "\n]\n";
    if (form_->name == "opensudoku") return "</opensudoku>\n";
    return "";
}

}  // namespace evodoku::io
