// Lists of 81 numbers, with brackets or without, over any number of lines.
#include "list_text.hpp"
#include "core/geometry.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace evodoku::io {
namespace {

constexpr int max_counted = 1'000'000;  // a list that never closes must not overflow the count

}  // namespace

bool even_lines(const std::vector<int>& counts) {
    for (std::size_t line = 1; line < counts.size(); ++line) {
        const bool last = line + 1 == counts.size();
        if (last ? counts[line] > counts[0] : counts[line] != counts[0]) return false;
    }
    return true;
}

void ListText::blame(int cell, std::string message) {
    if (fault_) return;
    fault_ = {cell, std::move(message)};
    fault_line_ = line_;
}

void ListText::open() {
    if (closed()) blame(-1, "a second list on one line: write one puzzle per line");
    if (depth_ >= 2) blame(-1, "brackets in brackets in brackets: write one puzzle as [[...], ...] or [...]");
    opened_ = true;
    ++depth_;
    if (depth_ == 2) {
        if (count_ > 0 && !nested_)
            blame(-1, "a row in brackets after cells without: write nine rows [...] or 81 cells");
        nested_ = true;
        row_begin_ = count_;
    }
    wants_cell_ = true;
}

void ListText::close() {
    if (depth_ == 0) {
        blame(-1, "a ] without its [");
        return;
    }
    if (depth_ == 2 && count_ - row_begin_ != 9)
        blame(-1, fmt::format("row {} of the list has {} cell{}, not 9", row_begin_ / 9 + 1, count_ - row_begin_,
                              count_ - row_begin_ == 1 ? "" : "s"));
    --depth_;
    wants_cell_ = false;
}

void ListText::comma() {
    if (wants_cell_ && depth_ > 0) blame(count_, "empty field: write 0 for a blank");
    wants_cell_ = true;
}

void ListText::cell(std::string_view field) {
    if (depth_ == 0) {
        blame(-1, "text after the list: write # before a comment, and one puzzle per line");
        return;
    }
    if (nested_ && depth_ == 1) blame(count_, "a cell outside the rows in brackets");
    // Floating-point numbers: 5. or 5.0
    if (field.size() > 1 && is_digit(field[0]) && field[1] == '.' &&
        field.find_first_not_of('0', 2) == std::string_view::npos)
        field = field.substr(0, 1);
    std::string message;
    const int value = read_one_cell(field, message);
    if (value < 0)
        blame(count_, message);
    else if (count_ < cell_count)
        cells_.push_back(static_cast<std::uint8_t>(value));
    if (count_ < max_counted) ++count_;
    wants_cell_ = false;
}

void ListText::feed(std::string_view text) {
    line_begin_ = count_;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find_first_of("[],; \t|", at), text.size());
        if (closed() && text[at] == ')') {  // of a call: array([...])
            ++at;
            continue;
        }
        if (end > at) {
            cell(text.substr(at, end - at));
            at = end;
            continue;
        }
        switch (text[at++]) {
            case '[':
                open();
                break;
            case ']':
                close();
                break;
            case ',':
            case ';':
                comma();
                break;
            default:
                break;
        }
    }
    end_line();
}

void ListText::end_line() {
    if (count_ > line_begin_ && line_counts_.size() <= static_cast<std::size_t>(cell_count))
        line_counts_.push_back(count_ - line_begin_);
    if (!closed()) ++line_;
}

Fault ListText::fault() const {
    if (fault_) return fault_;
    if (!closed()) return {-1, "the list has no closing ]"};
    if (count_ == 256 || count_ == 625)
        return {-1, fmt::format("the list has {} cells: only 9x9 puzzles are supported without --order", count_)};
    if (count_ != cell_count)
        return {-1, fmt::format("the list has {} cell{}, not 81", count_, count_ == 1 ? "" : "s")};
    if (!nested_ && !even_lines(line_counts_))
        return {-1, "the lines of the list have different numbers of cells: write nine rows of nine"};
    return {};
}

Grid ListText::grid() const {
    Grid grid;
    std::copy(cells_.begin(), cells_.end(), grid.cells().begin());
    return grid;
}

CellText ListText::as_row() const {
    CellText row;
    row.cells = cells_;
    row.count = count_;
    row.parted = true;
    row.fault = fault_;
    if (count_ == 0 && !row.fault) row.fault.message = "the list has no cells";
    return row;
}

}  // namespace evodoku::io
