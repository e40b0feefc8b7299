// Boards as squares with digits.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <sstream>
#include <string>
#include <vector>

#include "report/svg.hpp"

namespace evodoku::report {
namespace {

constexpr int gap = 28, margin = 16, text_height = 28;
constexpr std::array<const char*, 5> heat = {"#fff", "#fde3cc", "#f9bd8d", "#f08a57", "#e2603c"};  // as page/report.css

/// Cells are smaller on a larger board, and symbols fill more of them: at least 9 pixels high, 7 for numbers.
struct BoardSizes {
    int order, cells = order * order;
    int cell = cells <= 9 ? 24 : cells <= 16 ? 18 : cells <= 25 ? 15 : 13;
    int font = cells <= 9 ? 14 : cells <= 16 ? 12 : cells <= 25 ? 10 : cells <= 36 ? 9 : 7;
    int below = cells <= 9 ? 17 : (cell + 7 * font / 10) / 2;  ///< top of a cell to the foot of its symbol
    int board = cells * cell;
};

/// The texts of the cells; empty for a blank.
std::vector<std::string> texts_of_cells(const std::string& line) {
    std::vector<std::string> cells;
    if (line.find(' ') == std::string::npos) {
        for (const char symbol : line) cells.push_back(symbol == '.' ? "" : std::string(1, symbol));
    } else {
        std::istringstream numbers(line);
        for (std::string number; numbers >> number;) cells.push_back(number == "0" ? "" : number);
    }
    return cells;
}

std::string board_at(int left, int top, const BoardSizes& sizes, const std::string& givens, const Frame& frame) {
    const std::vector<std::string> texts = texts_of_cells(frame.board), given = texts_of_cells(givens);
    std::string svg = fmt::format("<g font-size=\"{}\">\n", sizes.font);
    for (std::size_t cell = 0; cell < texts.size(); ++cell) {
        const auto number = static_cast<int>(cell);
        const int x = left + number % sizes.cells * sizes.cell, y = top + number / sizes.cells * sizes.cell;
        const auto level = static_cast<std::size_t>(std::min(4, frame.conflicts[cell] - '0'));
        svg += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" stroke=\"#bbb\"/>\n", x, y,
                           sizes.cell, sizes.cell, heat[level]);
        if (texts[cell].empty()) continue;
        svg += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\"{}>{}</text>\n", x + sizes.cell / 2,
                           y + sizes.below, given[cell].empty() ? "" : " font-weight=\"bold\"", texts[cell]);
    }
    svg += "</g>\n";
    for (int line = 0; line <= sizes.cells; line += sizes.order) {
        svg += fmt::format("<path d=\"M{0},{1}h{2}M{3},{4}v{2}\" stroke=\"#1a1a1a\" stroke-width=\"2\"/>\n", left,
                           top + line * sizes.cell, sizes.board, left + line * sizes.cell, top);
    }
    return svg + fmt::format("<text x=\"{}\" y=\"{}\">generation {}, cost {}</text>\n", left,
                             top + sizes.board + text_height - 8, frame.generation, frame.cost);
}

}  // namespace

std::string to_svg(const BoardSeries& boards) {
    const int count = static_cast<int>(std::min<std::size_t>(4, boards.frames.size()));
    const BoardSizes sizes{boards.order};
    const int width = 2 * margin + count * sizes.board + (count - 1) * gap,
              height = 2 * margin + sizes.board + text_height;
    std::string svg = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" role=\"img\" "
        "font-family=\"Helvetica, Arial, DejaVu Sans, sans-serif\" font-size=\"14\" fill=\"#1a1a1a\">\n"
        "<title>The best board of a generation</title>\n<desc>A cell is darker if more cells of its row, column and "
        "box "
        "have its digit.</desc>\n<rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n",
        width, height);
    for (int k = 0; k < count; ++k) {
        const std::size_t last = boards.frames.size() - 1;
        const std::size_t frame =
            count == 1 ? last : last * static_cast<std::size_t>(k) / static_cast<std::size_t>(count - 1);
        svg += board_at(margin + k * (sizes.board + gap), margin, sizes, boards.givens, boards.frames[frame]);
    }
    return svg + "</svg>\n";
}

}  // namespace evodoku::report
