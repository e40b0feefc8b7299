// Fields are split at the first separator that gives one with the cells of a board.
#include "large_table.hpp"

#include <algorithm>

#include "large_text.hpp"

namespace evodoku::io {
namespace {

using Cells = std::vector<std::string>;

/// A line of a frame.
bool is_frame(std::string_view line) {
    return line.find_first_not_of("-+=| \t") == std::string_view::npos && line.find("--") != std::string_view::npos;
}

/// The fields with the cells of a board.
std::vector<Cells> boards_in(std::string_view line, int order, char separator) {
    std::vector<Cells> boards;
    for (const std::string_view field : split_row(line, separator)) {
        Cells cells = large_cells_of(field, order * order);
        if (static_cast<int>(cells.size()) == order * order * order * order) boards.push_back(std::move(cells));
    }
    return boards;
}

}  // namespace

bool has_large_cells(const Line& line) { return !line.text.empty() && !is_frame(line.text); }

bool is_large_row(std::string_view line, int order) {
    const int size = order * order;
    const Cells cells = large_cells_of(line, size);
    const auto count = static_cast<int>(cells.size());
    return (count == size || count == size * size) && judge_large_cells(cells, order).are_valid;
}

Cells cells_in_table(std::string_view line, int order, const std::optional<TableHead>& head, std::string& fault) {
    const int size = order * order;
    Cells whole = large_cells_of(line, size);
    if (static_cast<int>(whole.size()) == size * size) return whole;
    if (head && head->puzzle && static_cast<int>(whole.size()) != size) {
        const std::vector<std::string_view> fields = split_row(line, head->separator);
        if (*head->puzzle < fields.size()) return large_cells_of(fields[*head->puzzle], size);
    }
    for (const char separator : {'\t', ';', ',', '|', ' '}) {
        std::vector<Cells> boards = boards_in(line, order, separator);
        if (boards.empty()) continue;
        const auto solutions = std::stable_partition(boards.begin(), boards.end(), [&](const Cells& cells) {
            return judge_large_cells(cells, order).have_blank;
        });
        if (solutions - boards.begin() > 1) fault = "a second puzzle in the line: write one puzzle per line";
        return boards.front();
    }
    return whole;
}

}  // namespace evodoku::io
