// Boards as squares with digits.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "report/svg.hpp"

namespace evodoku::report {
namespace {

constexpr int cell_size = 24, board_size = 9 * cell_size, gap = 28, margin = 16, text_height = 28;
constexpr std::array<const char*, 5> heat = {"#fff", "#fde3cc", "#f9bd8d", "#f08a57", "#e2603c"};  // as page/report.css

std::string board_at(int left, int top, const std::string& givens, const Frame& frame) {
    std::string svg;
    for (int cell = 0; cell < 81; ++cell) {
        const int x = left + cell % 9 * cell_size, y = top + cell / 9 * cell_size;
        const auto level = static_cast<std::size_t>(std::min(4, frame.conflicts[cell] - '0'));
        svg += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" stroke=\"#bbb\"/>\n", x, y,
                           cell_size, cell_size, heat[level]);
        if (frame.board[cell] == '.') continue;
        svg += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\"{}>{}</text>\n", x + cell_size / 2, y + 17,
                           givens[cell] == '.' ? "" : " font-weight=\"bold\"", frame.board[cell]);
    }
    for (int line = 0; line <= 9; line += 3) {
        svg += fmt::format("<path d=\"M{0},{1}h{2}M{3},{4}v{2}\" stroke=\"#1a1a1a\" stroke-width=\"2\"/>\n", left,
                           top + line * cell_size, board_size, left + line * cell_size, top);
    }
    return svg + fmt::format("<text x=\"{}\" y=\"{}\">generation {}, cost {}</text>\n", left,
                             top + board_size + text_height - 8, frame.generation, frame.cost);
}

}  // namespace

std::string to_svg(const BoardSeries& boards) {
    const int count = static_cast<int>(std::min<std::size_t>(4, boards.frames.size()));
    const int width = 2 * margin + count * board_size + (count - 1) * gap,
              height = 2 * margin + board_size + text_height;
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
        svg += board_at(margin + k * (board_size + gap), margin, boards.givens, boards.frames[frame]);
    }
    return svg + "</svg>\n";
}

}  // namespace evodoku::report
