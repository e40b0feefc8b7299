// Grids as text: a line, boxed for people, and the table of formats.
#include "io/puzzle_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "evodoku/io/grid_text.hpp"
#include "io/cells.hpp"
#include "io/characters.hpp"

namespace evodoku::io {
namespace {

constexpr AllowedBoards any_board = {[](int) { return true; }, ""};
constexpr AllowedBoards with_signs = {[](int order) { return !alphabets_of(order).empty(); },
                                      ": 49 digits have no symbols"};
constexpr AllowedBoards nine_by_nine = {[](int order) { return order == 3; }, ": the format is of a program for 9 x 9"};
constexpr AllowedBoards other_boards = {[](int order) { return order != 3; },
                                        ": a file of 9 x 9 begins otherwise (--order names a larger board)"};

std::string number_or(const std::string& blank, int digit) { return digit == 0 ? blank : std::to_string(digit); }

/// Rows of cells, with text between two cells and between two rows. `text_of` makes the text of a digit.
std::string rows_of(const Grid& grid, std::string_view between, std::string_view between_rows, const auto& text_of) {
    std::string text;
    for (int cell = 0; cell < grid.cell_count(); ++cell) {
        if (cell != 0) text += cell % grid.size() == 0 ? between_rows : between;
        text += text_of(grid[cell]);
    }
    return text;
}

std::string signs_of(const Grid& grid, char blank, std::string_view between) {
    const std::string_view alphabet = alphabets_of(grid.order()).front();
    return rows_of(grid, between, "\n",
                   [&](int digit) { return digit == 0 ? blank : alphabet[static_cast<std::size_t>(digit - 1)]; });
}

std::string numbers_of(const Grid& grid, const std::string& blank, std::string_view between,
                       std::string_view between_rows) {
    return rows_of(grid, between, between_rows, [&](int digit) { return number_or(blank, digit); });
}

std::string line_of(const Grid& grid, char blank) {
    const auto alphabets = alphabets_of(grid.order());
    if (alphabets.empty()) return numbers_of(grid, "0", " ", " ");
    const std::string signs = blank + std::string(alphabets[0]);  // read without a jump, which would be unpredictable
    std::string line(grid.cells().size(), blank);
    std::ranges::transform(grid.cells(), line.begin(), [of = signs.data()](std::uint8_t digit) { return of[digit]; });
    return line;
}

/// The characters of a frame.
struct Border {
    std::string_view bar, line;
    std::string_view top[3], middle[3], bottom[3];  ///< of a rule: left, between boxes, right
    bool has_spaces = true;                         ///< round the cells
};
constexpr Border ascii = {"|", "-", {"+", "+", "+"}, {"+", "+", "+"}, {"+", "+", "+"}};
constexpr Border drawn = {"│", "─", {"┌", "┬", "┐"}, {"├", "┼", "┤"}, {"└", "┴", "┘"}};
constexpr Border narrow = {"|", "-", {"*", "-", "*"}, {"|", "+", "|"}, {"*", "-", "*"}, false};

std::string rule_of(int order, int width, std::string_view line, const std::string_view (&ends)[3]) {
    std::string rule(ends[0]);
    for (int box = 0; box < order; ++box) {
        for (int k = 0; k < width; ++k) rule += line;
        rule += ends[box == order - 1 ? 2 : 1];
    }
    return rule + "\n";
}

/// Cells of one width, framed, a bar between boxes. A blank of order 6 is 0: with a point, 1 to 9 would be read as
/// signs, of which the first is 0.
std::string framed(const Grid& grid, const Border& frame, char blank, const GridStyle& style = {}) {
    const int order = grid.order(), size = grid.size(), width = size < 10 ? 1 : 2;
    const int box_width = frame.has_spaces ? order * (width + 1) + 1 : order;
    std::string text;
    for (int row = 0; row < size; ++row) {
        if (row % order == 0) text += rule_of(order, box_width, frame.line, row == 0 ? frame.top : frame.middle);
        for (int column = 0; column < size; ++column) {
            const int cell = row * size + column, digit = grid[cell];
            const bool conflicted = style.conflicted != nullptr && (*style.conflicted)[static_cast<std::size_t>(cell)];
            const bool given = style.givens != nullptr && (*style.givens)[cell] != 0;
            if (column % order == 0) text.append(frame.bar).append(frame.has_spaces ? " " : "");
            const char* color = !style.color ? "" : conflicted ? "\x1b[31m" : given ? "\x1b[2m" : "";
            const std::string number = number_or(std::string(1, order != 6 ? blank : '0'), digit);
            text.append(color).append(static_cast<std::size_t>(width) - number.size(), ' ').append(number);
            if (*color != '\0') text += "\x1b[0m";
            // The mark replaces the space, so that the columns stay aligned.
            if (frame.has_spaces) text += conflicted && !style.color ? '!' : ' ';
        }
        text.append(frame.bar).append("\n");
    }
    return text + rule_of(order, box_width, frame.line, frame.bottom);
}

std::string unspaced_signs_of(const Grid& grid, char blank) { return signs_of(grid, blank, ""); }

constexpr OutputForm forms[] = {
    {"line", "one puzzle per line, a sign per cell (.sdm)", '.', with_signs, line_of},
    {"rows", "a line of signs per row, and an empty line", '.', with_signs, unspaced_signs_of, "{cells}\n\n"},
    {"spaces", "a line of signs per row, spaces between them", '.', with_signs,
     [](const Grid& grid, char blank) { return signs_of(grid, blank, " "); }, "{cells}\n\n"},
    {"grid", "framed with + - |", '.', any_board,
     [](const Grid& grid, char blank) { return framed(grid, ascii, blank); }},
    {"unicode", "framed with box drawings", '.', any_board,
     [](const Grid& grid, char blank) { return framed(grid, drawn, blank); }},
    {"csv", "a table with the columns id and puzzle", '.', any_board, line_of, "{id},{cells}\n", "id,puzzle\n"},
    {"tsv", "a table with tabs", '.', any_board, line_of, "{id}\t{cells}\n", "id\tpuzzle\n"},
    {"cells", "rows of numbers with commas between them", '0', any_board,
     [](const Grid& grid, char blank) { return numbers_of(grid, std::string(1, blank), ",", "\n"); }, "{cells}\n\n"},
    {"json", "a JSON list of strings", '.', any_board, line_of, "{comma}\n  \"{cells}\"", "[", "]\n"},
    {"jsonl", "a JSON object per line, with the key puzzle", '.', any_board, line_of, "{{\"puzzle\":\"{cells}\"}}\n"},
    {"list", "a list of lists of numbers, as Python writes them", '0', any_board,
     [](const Grid& grid, char) { return numbers_of(grid, "0", ", ", "],\n ["); }, "[[{cells}]]\n\n", "", "", true},
    {"numbers", "one puzzle per line, numbers with spaces", '0', any_board,
     [](const Grid& grid, char blank) { return numbers_of(grid, std::string(1, blank), " ", " "); }},
    {"sdk", "9 x 9: SadMan Sudoku (.sdk)", '.', nine_by_nine, unspaced_signs_of, "[Puzzle]\n{cells}\n\n"},
    {"ss", "9 x 9: Simple Sudoku (.ss)", '.', nine_by_nine,
     [](const Grid& grid, char blank) { return framed(grid, narrow, blank); }},
    {"hodoku", "9 x 9: HoDoKu library format, :0000:x:PUZZLE:::", '.', nine_by_nine, line_of, ":0000:x:{cells}:::\n"},
    {"euler", "9 x 9: blocks with the titles Grid 01, Grid 02, ...", '0', nine_by_nine, unspaced_signs_of,
     "Grid {id:02}\n{cells}\n"},
    {"opensudoku", "9 x 9: OpenSudoku (.opensudoku, XML)", '0', nine_by_nine, line_of, "  <game data=\"{cells}\"/>\n",
     "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n", "</opensudoku>\n", true},
    {"acs", "other boards: sudoku_acs: the order, 1, rows of numbers, -1 for a blank", '0', other_boards,
     [](const Grid& grid, char) { return numbers_of(grid, "-1", "\t", "\n"); }, "{order}\n1\n{cells}\n\n"},
};

}  // namespace

std::string to_line(const Grid& grid) { return line_of(grid, '.'); }

std::optional<Grid> grid_of_line(std::string_view line) {
    for (int order = smallest_order; order <= largest_order; ++order) {
        const Shape shape(order);
        const bool has_signs = order < largest_order;
        if (has_signs ? static_cast<int>(line.size()) != shape.cells : line.find(' ') == std::string_view::npos)
            continue;
        Grid grid(order);
        const CellText read = read_cells(line, shape);
        if (!read.is_puzzle(shape) || read_board(read.cells, grid) || to_line(grid) != line) return std::nullopt;
        return grid;
    }
    return std::nullopt;
}

std::string to_boxed(const Grid& board, const GridStyle& style) { return framed(board, ascii, '.', style); }

std::span<const OutputForm> output_forms() { return forms; }

std::vector<std::string> form_names(int order) {
    std::vector<std::string> names;
    for (const OutputForm& form : forms)
        if (order == 0 || form.boards.has_order(order)) names.emplace_back(form.name);
    return names;
}

PuzzleWriter::PuzzleWriter(std::string_view form, int order, char blank) {
    form_ = std::ranges::find(forms, form, &OutputForm::name);
    const bool is_known = form_ != std::end(forms);
    if (!is_known || !form_->boards.has_order(order)) {
        const std::string which =
            is_known ? fmt::format(", which {0} x {0} boards do not have{1}", order * order, form_->boards.reason) : "";
        throw std::invalid_argument(
            fmt::format("form is '{}'{}; allowed: {}", form, which, fmt::join(form_names(order), ", ")));
    }
    if (blank != '\0' && order != 3)
        throw std::invalid_argument("blank is for 9 x 9; the forms of larger boards have their own");
    blank_ = blank == '\0' ? form_->blank : blank;
    if (!is_among(blank_, ".0xX*_"))
        throw std::invalid_argument(fmt::format("blank is '{}'; allowed: . 0 x X * _", blank_));
    if (form_->has_numbers && blank_ != '0')
        throw std::invalid_argument(fmt::format("blank is '{}'; the form {} allows only 0", blank_, form));
}

std::string PuzzleWriter::puzzle(const Grid& grid) {
    ++count_;
    return fmt::format(fmt::runtime(form_->puzzle), fmt::arg("cells", cells(grid)), fmt::arg("id", count_),
                       fmt::arg("comma", count_ == 1 ? "" : ","), fmt::arg("order", grid.order()));
}

std::string PuzzleWriter::end() const {
    // A list that holds puzzles ends on a line of its own.
    return (form_->name == "json" && count_ != 0 ? "\n" : "") + std::string(form_->end);
}

}  // namespace evodoku::io
