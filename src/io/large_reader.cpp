// Lines are gathered until a puzzle is complete; a blank line ends it. JSON and rows of tables are puzzles at once.
#include "large_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "file_kinds.hpp"
#include "format.hpp"
#include "large_table.hpp"
#include "large_text.hpp"

namespace evodoku::io {

struct LargeReader::Rows {
    std::vector<std::string> cells;
    std::vector<std::size_t> lines;  ///< row -> its line
    bool on_one_line = false;

    std::size_t line_of(std::size_t cell, std::size_t size) const { return lines[on_one_line ? 0 : cell / size]; }
};

namespace {

/// At most this much of a wrong cell is repeated in a message.
std::string shortened(std::string_view cell) {
    std::string text;
    for (const char c : cell.substr(0, 12)) text += c >= 0x20 && c < 0x7F ? c : '?';
    return text;
}

}  // namespace

LargeReader::LargeReader(std::istream& input, std::string source, int order)
    : text_(input), source_(std::move(source)), order_(order), size_(order * order), json_(order) {}

void LargeReader::check_kind() {
    const std::string_view reason = refused_kind(text_.head(head_size));
    if (reason.empty()) return;
    text_.abandon();
    refuse(1, "", std::string(reason));  // its only error
}

bool LargeReader::next(LargeEntry& entry) {
    if (!std::exchange(opened_, true)) check_kind();
    Rows rows;
    if (!read_rows(rows)) {
        if (std::exchange(ended_, true)) return false;
        const std::size_t last = std::max<std::size_t>(text_.number() - 1, 1);
        if (!text_.fault().empty()) refuse(last, "", text_.fault());
        if (!found_) refuse(last, "", fmt::format("no puzzle in the file: expected {} rows of {}", size_, size_));
        return false;
    }
    entry = {grid_of(rows), rows.lines.front()};
    return true;
}

/// "6" and "1", the first lines of a file of sudoku_acs. Takes them.
bool LargeReader::take_head(const Line& line) {
    if (line.text != std::to_string(order_)) return false;
    begun_ = true;
    text_.take_line();
    Line second;
    if (text_.peek(second) && second.text == "1") text_.take_line();
    return true;
}

/// Text that may come before a board: titles, names of columns, the head of a file of sudoku_acs. Takes it.
bool LargeReader::take_other(const Line& line) {
    const bool is_row = is_large_row(line.text, order_);
    if (is_passed_over(line) && !is_row) {
        text_.take_line();
        return true;
    }
    if (take_head(line)) return true;
    if (std::exchange(begun_, true) || is_row) return false;
    table_ = read_table_head(line.text, "");
    if (table_) text_.take_line();
    return table_.has_value();
}

/// The next board of the JSON that has begun; false at its end.
bool LargeReader::read_json(Rows& rows) {
    LargeJson::Found found;
    if (!json_.next(text_, found)) return false;
    // The end of a damaged file is not its cause, which next() reports.
    if (!found.error.empty() && !text_.fault().empty() && text_.at_end()) return false;
    if (!found.error.empty()) refuse(found.line, "", found.error);
    rows = {std::move(found.cells), {found.line}, true};
    return true;
}

/// False at the end of the input.
bool LargeReader::read_rows(Rows& rows) {
    const auto size = static_cast<std::size_t>(size_);
    if (read_json(rows)) return true;
    for (Line line; text_.peek(line);) {
        const std::size_t row = rows.lines.size();
        if (!has_large_cells(line)) {
            if (line.text.empty() && row != 0) break;
            text_.take_line();
            continue;
        }
        if (row == 0 && list_start(line.text) != std::string::npos) {
            begun_ = true;
            json_.begin(text_);
            if (read_json(rows)) return true;
            continue;
        }
        if (row == 0 && take_other(line)) continue;
        std::string fault;
        std::vector<std::string> cells =
            row == 0 ? cells_in_table(line.text, order_, table_, fault) : large_cells_of(line.text, size_);
        text_.take_line();
        if (!fault.empty()) refuse(line.number, "", fault);
        if (row == 0 && cells.size() == size * size) {
            rows = {std::move(cells), {line.number}, true};
            return true;
        }
        if (cells.size() != size) {
            const bool is_line_of_its_own = row == 0 && cells.size() > size;
            const std::string left_out =
                is_line_of_its_own ? "" : skip_block(row == 0 ? line.number : rows.lines.front(), line.number);
            if (row == 0) {
                refuse(
                    line.number, "",
                    fmt::format("{} cell{}, not {} in a row or {} in all: write a puzzle of order {} as {} rows or as "
                                "one line; --order, or order in a plan, sets another",
                                cells.size(), cells.size() == 1 ? "" : "s", size_, size_ * size_, order_, size_) +
                        left_out);
            }
            refuse(line.number, "",
                   fmt::format("row {} of the board has {} cell{}, not {}", row + 1, cells.size(),
                               cells.size() == 1 ? "" : "s", size_) +
                       left_out);
        }
        std::ranges::move(cells, std::back_inserter(rows.cells));
        rows.lines.push_back(line.number);
        if (rows.lines.size() == size) return true;
    }
    if (rows.lines.empty()) return false;
    const std::size_t count = rows.lines.size();
    refuse(rows.lines.back(), "",
           fmt::format("only {} of {} rows of the board; write them without a blank line between", count, size));
}

/// Takes lines up to the next blank one: rows of a bad puzzle are not those of another. Returns a note of the lines
/// left out, from `first` to `last` and those taken now: empty if it is one.
std::string LargeReader::skip_block(std::size_t first, std::size_t last) {
    const auto all = static_cast<std::size_t>(size_) * static_cast<std::size_t>(size_);
    for (Line line; text_.peek(line) && !line.text.empty(); text_.take_line()) {
        if (large_cells_of(line.text, size_).size() == all) break;
        last = line.number;
    }
    return last == first ? "" : fmt::format(" (lines {}-{} are left out)", first, last);
}

void LargeReader::refuse(std::size_t line, const std::string& cell, const std::string& message) {
    found_ = true;
    throw ParseError(source_, line, cell, message);
}

Grid LargeReader::grid_of(const Rows& rows) {
    found_ = true;
    Grid grid(order_);
    const std::string_view alphabet = alphabet_of(rows.cells, order_);
    for (std::size_t cell = 0; cell < rows.cells.size(); ++cell) {
        int digit = 0;
        if (!read_large_cell(rows.cells[cell], alphabet, size_, digit)) {
            const auto size = static_cast<std::size_t>(size_);
            refuse(
                rows.line_of(cell, size), fmt::format("r{}c{}", cell / size + 1, cell % size + 1),
                alphabet.empty()
                    ? fmt::format("'{}' is not a number 1-{} or a blank (. 0 -1)", shortened(rows.cells[cell]), size_)
                    : fmt::format("'{}' is not one of {} or a blank (. _ *)", shortened(rows.cells[cell]), alphabet));
        }
        grid[static_cast<int>(cell)] = static_cast<std::uint8_t>(digit);
    }
    return grid;
}

}  // namespace evodoku::io
