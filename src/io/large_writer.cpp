// One function per form.
#include "large_writer.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "large_text.hpp"

namespace evodoku::io {
namespace {

char symbol(const Grid& grid, int cell) {
    return grid[cell] == 0 ? '.' : alphabets_of(grid.order()).front()[static_cast<std::size_t>(grid[cell] - 1)];
}

/// Rows of cells of a form, with text between two cells and after a row.
template <class CellText>
std::string rows_of(const Grid& grid, std::string_view between, std::string_view end, const CellText& text_of) {
    std::string text;
    for (int cell = 0; cell < grid.cell_count(); ++cell) {
        text += text_of(cell);
        text += cell % grid.size() == grid.size() - 1 ? end : between;
    }
    return text;
}

/// The characters of a frame.
struct Frame {
    std::string_view bar, line;
    std::string_view top[3], middle[3], bottom[3];  ///< of a rule: left, between boxes, right
};
constexpr Frame ascii = {"|", "-", {"+", "+", "+"}, {"+", "+", "+"}, {"+", "+", "+"}};
constexpr Frame drawn = {"│", "─", {"┌", "┬", "┐"}, {"├", "┼", "┤"}, {"└", "┴", "┘"}};

std::string rule_of(int order, int width, std::string_view line, const std::string_view (&ends)[3]) {
    std::string rule(ends[0]);
    for (int box = 0; box < order; ++box) {
        for (int k = 0; k < order * (width + 1) + 1; ++k) rule += line;
        rule += ends[box == order - 1 ? 2 : 1];
    }
    return rule + "\n";
}

/// Numbers of one width, framed, a bar between boxes. A blank of order 6 is 0: beside a point, 1 to 9 would be read as
/// symbols, of which the first is 0.
std::string framed(const Grid& grid, const Frame& frame) {
    const int size = grid.size(), width = grid.size() < 10 ? 1 : 2;
    std::string text;
    for (int row = 0; row < size; ++row) {
        if (row % grid.order() == 0)
            text += rule_of(grid.order(), width, frame.line, row == 0 ? frame.top : frame.middle);
        for (int column = 0; column < size; ++column) {
            const int digit = grid[row * size + column];
            if (column % grid.order() == 0) text.append(column == 0 ? "" : " ").append(frame.bar);
            text += fmt::format(" {:>{}}", digit == 0 && grid.order() != 6 ? "." : std::to_string(digit), width);
        }
        text.append(" ").append(frame.bar).append("\n");
    }
    return text + rule_of(grid.order(), width, frame.line, frame.bottom) + "\n";
}

/// A form whose puzzles need nothing around them.
std::string text_in(const Grid& grid, std::string_view form) {
    const auto symbol_of = [&](int cell) { return std::string(1, symbol(grid, cell)); };
    const auto number_of = [&](int cell) { return std::to_string(grid[cell]); };
    if (form == "line") return rows_of(grid, "", "", symbol_of) + "\n";
    if (form == "rows") return rows_of(grid, "", "\n", symbol_of) + "\n";
    if (form == "spaces") return rows_of(grid, " ", "\n", symbol_of) + "\n";
    if (form == "cells") return rows_of(grid, ",", "\n", number_of) + "\n";
    if (form == "grid") return framed(grid, ascii);
    if (form == "unicode") return framed(grid, drawn);
    if (form == "list") {
        const std::string rows = rows_of(grid, ", ", "],\n [", number_of);
        return "[[" + rows.substr(0, rows.size() - 4) + "]\n\n";
    }
    if (form == "acs") {
        return fmt::format("{}\n1\n", grid.order()) +
               rows_of(grid, "\t", "\n", [&](int cell) { return grid[cell] == 0 ? "-1" : number_of(cell); }) + "\n";
    }
    std::string text = rows_of(grid, " ", " ", number_of);
    text.back() = '\n';
    return text;
}

}  // namespace

const std::vector<LargeForm>& large_forms() {
    static const std::vector<LargeForm> forms = {
        {"line", "one puzzle per line, a symbol per cell: 1-G, A-Y, 0-Z", true},
        {"numbers", "one puzzle per line, numbers with spaces, 0 for a blank", false},
        {"rows", "a line of symbols per row, and an empty line", true},
        {"spaces", "the same with spaces between the cells", true},
        {"cells", "rows of numbers with commas between them, 0 for a blank", false},
        {"grid", "numbers, framed with + - |", false},
        {"unicode", "numbers, framed with box drawings", false},
        {"csv", "a table with the columns id and puzzle", false},
        {"tsv", "the same with tabs", false},
        {"json", "a JSON list of texts", false},
        {"jsonl", "a JSON object per line, with the key puzzle", false},
        {"list", "a list of lists of numbers, as Python writes them, 0 for a blank", false},
        {"acs", "sudoku_acs: the order, 1, rows of numbers, -1 for a blank", false},
    };
    return forms;
}

const LargeForm* find_large_form(std::string_view name) {
    const auto found = std::ranges::find(large_forms(), name, &LargeForm::name);
    return found == large_forms().end() ? nullptr : &*found;
}

std::string large_boxed(const Grid& grid) { return framed(grid, ascii); }

std::string large_line(const Grid& grid) {
    std::string text = text_in(grid, alphabets_of(grid.order()).empty() ? "numbers" : "line");
    text.pop_back();
    return text;
}

std::string LargeWriter::begin() const {
    if (form_.name == "csv") return "id,puzzle\n";
    if (form_.name == "tsv") return "id\tpuzzle\n";
    return form_.name == "json" ? "[" : "";
}

std::string LargeWriter::puzzle(const Grid& grid) {
    ++count_;
    if (form_.name == "csv") return fmt::format("{},{}\n", count_, large_line(grid));
    if (form_.name == "tsv") return fmt::format("{}\t{}\n", count_, large_line(grid));
    if (form_.name == "json") return fmt::format("{}\n  \"{}\"", count_ == 1 ? "" : ",", large_line(grid));
    if (form_.name == "jsonl") return fmt::format("{{\"puzzle\":\"{}\"}}\n", large_line(grid));
    return text_in(grid, form_.name);
}

std::string LargeWriter::end() const {
    if (form_.name == "json") return count_ == 0 ? "]\n" : "\n]\n";
    return "";
}

}  // namespace evodoku::io
