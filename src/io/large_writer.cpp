// One function per form.
#include "large_writer.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "large_text.hpp"

namespace evodoku::io {
namespace {

char symbol(const LargeGrid& grid, int cell) {
    return grid[cell] == 0 ? '.' : alphabets_of(grid.order).front()[static_cast<std::size_t>(grid[cell] - 1)];
}

/// Rows of cells of a form, with text between two cells and after a row.
template <class CellText>
std::string rows_of(const LargeGrid& grid, std::string_view between, std::string_view end, const CellText& text_of) {
    std::string text;
    for (int cell = 0; cell < grid.cell_count(); ++cell) {
        text += text_of(cell);
        text += cell % grid.size() == grid.size() - 1 ? end : between;
    }
    return text;
}

/// Numbers of one width, framed, a bar between boxes. A blank of order 6 is 0: beside a point, 1 to 9 would be read as
/// symbols, of which the first is 0.
std::string framed(const LargeGrid& grid) {
    const int size = grid.size(), width = grid.size() < 10 ? 1 : 2;
    std::string rule = "+";
    for (int box = 0; box < grid.order; ++box) {
        rule += std::string(static_cast<std::size_t>(grid.order * (width + 1) + 1), '-') + "+";
    }
    std::string text;
    for (int row = 0; row < size; ++row) {
        if (row % grid.order == 0) text += rule + "\n";
        for (int column = 0; column < size; ++column) {
            const int digit = grid[row * size + column];
            if (column % grid.order == 0) text += column == 0 ? "| " : " | ";
            if (column % grid.order != 0) text += " ";
            text += fmt::format("{:>{}}", digit == 0 && grid.order != 6 ? "." : std::to_string(digit), width);
        }
        text += " |\n";
    }
    return text + rule + "\n\n";
}

}  // namespace

const std::vector<LargeForm>& large_forms() {
    static const std::vector<LargeForm> forms = {
        {"line", "one puzzle per line, a symbol per cell: 1-G, A-Y, 0-Z", true},
        {"numbers", "one puzzle per line, numbers with spaces, 0 for a blank", false},
        {"rows", "a line of symbols per row, and an empty line", true},
        {"spaces", "the same with spaces between the cells", true},
        {"grid", "numbers, framed with + - |", false},
        {"acs", "sudoku_acs: the order, 1, rows of numbers, -1 for a blank", false},
    };
    return forms;
}

const LargeForm* find_large_form(std::string_view name) {
    const auto found = std::ranges::find(large_forms(), name, &LargeForm::name);
    return found == large_forms().end() ? nullptr : &*found;
}

std::string large_text(const LargeGrid& grid, const LargeForm& form) {
    const auto symbol_of = [&](int cell) { return std::string(1, symbol(grid, cell)); };
    if (form.name == "line") return rows_of(grid, "", "", symbol_of) + "\n";
    if (form.name == "rows") return rows_of(grid, "", "\n", symbol_of) + "\n";
    if (form.name == "spaces") return rows_of(grid, " ", "\n", symbol_of) + "\n";
    if (form.name == "grid") return framed(grid);
    if (form.name == "acs") {
        return fmt::format("{}\n1\n", grid.order) +
               rows_of(grid, "\t", "\n",
                       [&](int cell) { return grid[cell] == 0 ? "-1" : std::to_string(grid[cell]); }) +
               "\n";
    }
    std::string text = rows_of(grid, " ", " ", [&](int cell) { return std::to_string(grid[cell]); });
    text.back() = '\n';
    return text;
}

std::string large_line(const LargeGrid& grid) {
    std::string text = large_text(grid, *find_large_form(alphabets_of(grid.order).empty() ? "numbers" : "line"));
    text.pop_back();
    return text;
}

}  // namespace evodoku::io
