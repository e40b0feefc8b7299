// What a JSON document's strings, words and brackets may hold.
#include "json_values.hpp"
#include "core/geometry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "characters.hpp"

namespace evodoku::io {

std::size_t rank_of(const std::string& key) {
    static constexpr std::array<std::string_view, 15> words = {"puzzle",  "quiz",     "question", "problem", "given",
                                                               "mission", "unsolved", "initial",  "clue",    "sudoku",
                                                               "grid",    "board",    "start",    "input",   "values"};
    const auto found = std::find_if(words.begin(), words.end(),
                                    [&](std::string_view word) { return key.find(word) != std::string::npos; });
    return static_cast<std::size_t>(found - words.begin());
}

bool names_solution(const std::string& key) {
    if (key.find("unsolved") != std::string::npos) return false;
    return key.find("solution") != std::string::npos || key.find("solved") != std::string::npos ||
           key.find("answer") != std::string::npos;
}

JsonValue value_of_text(const std::string& text, std::size_t line) {
    using Kind = JsonValue::Kind;
    JsonValue value{Kind::other, {}, line};
    if (text.empty() || text == " ") {
        value = {Kind::cell, {{0}, 1, true, {}}, line};
    } else if (std::optional<CellText> spaced = read_spaced_run(text)) {
        value = {Kind::grid, std::move(*spaced), line};
    } else {
        std::string cells;
        for (const char c : text)
            if (std::string_view(" \t\n|,").find(c) == std::string_view::npos) cells += c;
        const auto likely = static_cast<std::size_t>(
            std::count_if(cells.begin(), cells.end(), [](char c) { return cell_value(c) >= 0; }));
        const std::size_t length = character_count(cells);
        add_group(value.read, cells);
        if (length == 1 && likely == 1)
            value.kind = Kind::cell;
        else if (length == 9 ? 2 * likely > length : likely == length && length >= 5 && length <= 16)
            value.kind = Kind::row;
        else if (length + 9 >= cell_count && length <= cell_count + 9 && 2 * likely > length)
            value.kind = Kind::grid;
        value.read.parted = value.kind == Kind::cell;
    }
    return value;
}

JsonValue value_of_word(const std::string& word, std::size_t line) {
    static constexpr std::array<std::string_view, 6> blanks = {"null", "None", "nil", "undefined", "NaN", "nan"};
    JsonValue value{JsonValue::Kind::cell, {{}, 1, true, {}}, line};
    const bool is_number = !word.empty() && (is_digit(word.back()) || word.size() == 1);
    if (std::find(blanks.begin(), blanks.end(), word) != blanks.end()) {
        value.read.cells = {0};
    } else if (is_number) {
        const std::string digits = word.ends_with(".0") ? word.substr(0, word.size() - 2) : word;
        const int cell = read_one_cell(digits, value.read.fault.message);
        if (cell >= 0) value.read.cells = {static_cast<std::uint8_t>(cell)};
        if (cell < 0) value.read.fault.cell = 0;
    } else {
        value.kind = JsonValue::Kind::other;
    }
    return value;
}

void JsonFrame::add_cells(const JsonValue& value) {
    if (value.kind == JsonValue::Kind::row) {
        ++rows;
        if (value.read.count != 9 && !value.read.fault) blame(value.line, -1, row_message(value.read.count));
    }
    if (value.read.fault) blame(value.line, value.read.fault.cell, value.read.fault.message);
    if (!cells.fault && cells.cells.size() < cell_count)
        cells.cells.insert(cells.cells.end(), value.read.cells.begin(), value.read.cells.end());
    cells.count = std::min(cells.count + value.read.count, 1'000'000);
}

std::string JsonFrame::row_message(int count) const {
    if (count == 16 || count == 25)
        return fmt::format("{} cells in a row: only 9x9 puzzles are supported without --order", count);
    return fmt::format("row {} has {} cell{}, not 9", rows, count, count == 1 ? "" : "s");
}

void JsonFrame::blame(std::size_t at, int cell, std::string message) {
    if (cells.fault) return;
    cells.fault = {cell < 0 ? -1 : cells.count + cell, std::move(message)};
    fault_line = at;
}

JsonValue value_of(JsonFrame& frame) {
    using Kind = JsonValue::Kind;
    JsonValue value{Kind::other, {}, frame.line};
    CellText& cells = frame.cells;
    if (frame.rows == 0 && cells.count >= 5 && cells.count <= 25 && !frame.has_keys) {
        value.kind = Kind::row;
    } else if (frame.rows >= 5 || (frame.rows == 0 && cells.count > cell_count / 2 && !frame.has_keys)) {
        value.kind = Kind::grid;
        if (!cells.fault && frame.rows != 0 && frame.rows != 9)
            cells.fault = {-1, fmt::format("{} rows of cells, not 9", frame.rows)};
        if (!cells.fault && cells.count != cell_count)
            cells.fault = {-1, fmt::format("the list has {} cells, not 81", cells.count)};
        if (cells.fault && frame.fault_line != 0) value.line = frame.fault_line;
    }
    if (value.kind != Kind::other) value.read = std::move(cells);
    return value;
}

}  // namespace evodoku::io
