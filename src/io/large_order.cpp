// What order a text has: of one line that this program wrote, and of an input by its first lines.
#include <algorithm>
#include <sstream>
#include <vector>

#include "core/geometry.hpp"
#include "format.hpp"
#include "large_reader.hpp"
#include "large_table.hpp"
#include "large_text.hpp"

namespace evodoku::io {

namespace {

/// The first lines of an input that may be rows of boards.
struct FirstLines {
    std::vector<Line> lines;
    std::optional<TableHead> table;
    std::size_t cells = 0;  ///< numbers and symbols with separators in the lines up to a blank one

    static constexpr std::size_t wanted = 7;

    /// Takes lines, up to the beginning of JSON.
    explicit FirstLines(Text& text) {
        bool in_first_block = true;
        for (Line line; lines.size() < wanted && text.peek(line); text.take_line()) {
            in_first_block = in_first_block && !(line.text.empty() && !lines.empty());
            if (!has_large_cells(line)) continue;
            if (lines.empty() && list_start(line.text) != std::string::npos) return;
            if (is_passed_over(line) && !is_row(line)) continue;
            if (lines.empty() && !table && !is_row(line) && (table = read_table_head(line.text, ""))) continue;
            if (in_first_block) cells += pieces_of(line.text).size();
            lines.push_back(line);
        }
    }

    static bool is_row(const Line& line) {
        for (int order = 4; order <= largest_order; ++order) {
            if (is_large_row(line.text, order)) return true;
        }
        return false;
    }
    bool is_board(std::size_t k, int order) const {
        if (k >= lines.size()) return false;
        std::string fault;
        const std::vector<std::string> found = cells_in_table(lines[k].text, order, table, fault);
        return static_cast<int>(found.size()) == order * order * order * order && fault.empty() &&
               judge_large_cells(found, order).are_valid;
    }
    /// The only line, or one of two alike, with as many cells as a board, which no line of 9 x 9 has.
    bool is_damaged_board(int order) const {
        const auto is_like = [&](const Line& line) {
            const auto all = static_cast<std::size_t>(order * order * order * order);
            const std::size_t pieces = pieces_of(line.text).size();
            return (pieces == 1 || pieces == all) && large_cells_of(line.text, order * order).size() == all;
        };
        return is_like(lines[0]) && (lines.size() == 1 || is_like(lines[1]));
    }
    /// This line and the next are rows. Sixteen cells in a line may be a whole puzzle of 4 x 4.
    bool are_rows(std::size_t k, int order) const {
        if (k + 1 >= lines.size() || is_board(k, order) || is_board(k + 1, order)) return false;
        const std::string &first = lines[k].text, &second = lines[k + 1].text;
        const bool may_be_small = order == 4 && (first + second).find_first_not_of("01234._* ") == std::string::npos;
        return !may_be_small && is_large_row(first, order) && is_large_row(second, order);
    }
};

/// The order of the first board of JSON; 3 if it is none of a larger one. Looks at its beginning alone.
RecognisedOrder order_of_json(Text& text) {
    constexpr std::size_t enough = 65'536;
    const std::size_t line = text.number();
    const std::string beginning(text.bytes(enough));
    for (int order = 4; order <= largest_order; ++order) {
        std::istringstream input(beginning);
        LargeReader reader(input, "", order);
        LargeEntry entry;
        try {
            if (reader.next(entry)) return {order, line + entry.line - 1};
        } catch (const ParseError& error) {
            if (!error.cell().empty()) return {order, line + error.line() - 1};  // as many cells as a board has
        }
    }
    return {3, line};
}

}  // namespace

std::optional<Grid> grid_of_line(std::string_view line) {
    for (int order = smallest_order; order <= largest_order; ++order) {
        Grid grid(order);
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
    const FirstLines first(text);
    const std::vector<Line>& lines = first.lines;
    if (lines.empty()) return text.at_end() ? RecognisedOrder() : order_of_json(text);
    // A line of a larger board may be damaged: it is one of three.
    for (int order = 4; order <= largest_order; ++order) {
        if (lines.size() > 1 && lines[0].text == std::to_string(order) && lines[1].text == "1")
            return {order, lines[0].number};
        const bool is_wrapped = first.cells == cell_count;  // 81 numbers on a few lines
        for (std::size_t k = 0; k < std::min<std::size_t>(lines.size(), 3); ++k) {
            if (first.is_board(k, order) || (k < 2 && !is_wrapped && first.are_rows(k, order)))
                return {order, lines[k].number};
        }
        if (first.is_damaged_board(order)) return {order, lines[0].number};
    }
    return {3, lines[0].number};
}

}  // namespace evodoku::io
