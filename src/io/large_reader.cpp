// Lines are gathered until a puzzle is complete; a blank line ends it.
#include "large_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "large_text.hpp"

namespace evodoku::io {

struct LargeReader::Rows {
    std::vector<std::string> cells;
    std::vector<std::size_t> lines;  ///< row -> its line
    bool on_one_line = false;

    std::size_t line_of(std::size_t cell, std::size_t size) const { return lines[on_one_line ? 0 : cell / size]; }
};

namespace {

/// A line of a frame.
bool is_frame(std::string_view line) {
    return line.find_first_not_of("-+=| \t") == std::string_view::npos && line.find("--") != std::string_view::npos;
}

bool has_cells(const Line& line) { return !line.text.empty() && !is_frame(line.text); }

/// At most this much of a wrong cell is repeated in a message.
std::string shortened(std::string_view cell) {
    std::string text;
    for (const char c : cell.substr(0, 12)) text += c >= 0x20 && c < 0x7F ? c : '?';
    return text;
}

}  // namespace

LargeReader::LargeReader(std::istream& input, std::string source, int order)
    : text_(input), source_(std::move(source)), order_(order), size_(order * order) {}

bool LargeReader::next(LargeEntry& entry) {
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
    text_.take_line();
    Line second;
    if (text_.peek(second) && second.text == "1") text_.take_line();
    return true;
}

/// False at the end of the input.
bool LargeReader::read_rows(Rows& rows) {
    const auto size = static_cast<std::size_t>(size_);
    for (Line line; text_.peek(line);) {
        const std::size_t row = rows.lines.size();
        if (!has_cells(line) || (row == 0 && take_head(line))) {
            if (line.text.empty() && row != 0) break;
            if (!has_cells(line)) text_.take(line);
            continue;
        }
        std::vector<std::string> cells = large_cells_of(line.text, size_);
        text_.take_line();
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

LargeGrid LargeReader::grid_of(const Rows& rows) {
    found_ = true;
    LargeGrid grid(order_);
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

std::optional<LargeGrid> grid_of_line(std::string_view line) {
    for (int order = smallest_order; order <= largest_order; ++order) {
        LargeGrid grid(order);
        const auto cells = static_cast<std::size_t>(grid.cell_count());
        const bool has_symbols = !alphabets_of(order).empty();
        if (has_symbols ? line.size() != cells : line.find(' ') == std::string_view::npos) continue;
        const std::vector<std::string> texts = large_cells_of(line, grid.size());
        if (texts.size() != cells) return std::nullopt;
        const std::string_view alphabet = has_symbols ? alphabets_of(order).front() : "";
        for (std::size_t cell = 0; cell < cells; ++cell) {
            int digit = 0;
            if (!read_large_cell(texts[cell], alphabet, grid.size(), digit)) return std::nullopt;
            grid[static_cast<int>(cell)] = static_cast<std::uint8_t>(digit);
        }
        return grid;
    }
    return std::nullopt;
}

RecognisedOrder recognised_order(std::istream& input) {
    Text text(input);
    std::vector<std::string> found;
    std::size_t first = 1;
    for (Line line; found.size() < 2 && text.take(line);) {
        if (!has_cells(line)) continue;
        if (found.empty()) first = line.number;
        found.push_back(line.text);
    }
    if (found.empty()) return {};
    for (int order = 4; order <= largest_order; ++order) {
        const int size = order * order;
        const auto is_grid_of = [&](const std::string& line, int wanted) {
            const std::vector<std::string> cells = large_cells_of(line, size);
            const std::string_view alphabet = alphabet_of(cells, order);
            int digit = 0;
            return static_cast<int>(cells.size()) == wanted && std::ranges::all_of(cells, [&](const std::string& cell) {
                       return read_large_cell(cell, alphabet, size, digit);
                   });
        };
        if (found.size() == 2 && found[0] == std::to_string(order) && found[1] == "1") return {order, first};
        if (is_grid_of(found[0], size * size)) return {order, first};
        // Sixteen cells in a line may be a whole puzzle of 4 x 4.
        const bool may_be_small =
            order == 4 && (found[0] + found.back()).find_first_not_of("01234._* ") == std::string::npos;
        if (found.size() == 2 && !may_be_small && is_grid_of(found[0], size) && is_grid_of(found[1], size))
            return {order, first};
    }
    return {3, first};
}

}  // namespace evodoku::io
