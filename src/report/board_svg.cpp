// Boards as squares with digits.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <sstream>
#include <string>
#include <vector>

#include "io/characters.hpp"
#include "report/svg.hpp"

namespace evodoku::report {
namespace {

constexpr int gap = 28, margin = 16, text_height = 28, line_height = 20, legend_height = 40, min_width = 330,
              min_step = 170, last_width = 240;
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

std::string name_of(const Frame& frame) { return fmt::format("generation {}, cost {}", frame.generation, frame.cost); }

std::string board_at(int left, int top, const BoardSizes& sizes, const std::string& givens, const Frame& frame,
                     const char* more) {
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
    return svg + fmt::format("<text x=\"{}\" y=\"{}\">{}{}</text>\n", left, top + sizes.board + text_height - 8,
                             name_of(frame), more);
}

/// What the colours and the bold digits mean.
std::string legend_at(int left, int top) {
    std::string svg = fmt::format(
        "<g font-size=\"12\">\n<text x=\"{}\" y=\"{}\">Other cells of the row, column and box with the "
        "same digit:</text>\n",
        left, top + 12);
    for (std::size_t level = 0; level < heat.size(); ++level) {
        const int x = left + 44 * static_cast<int>(level);
        svg += fmt::format(
            "<path d=\"M{},{}h14v14h-14z\" fill=\"{}\" stroke=\"#bbb\"/>\n<text x=\"{}\" y=\"{}\">{}{}</text>\n", x,
            top + 22, heat[level], x + 19, top + 33, level, level + 1 == heat.size() ? "+" : "");
    }
    return svg + fmt::format("<text x=\"{}\" y=\"{}\" font-weight=\"bold\">given</text>\n</g>\n", left + 228, top + 33);
}

/// Up to four numbers of frames, evenly from the first to the best: the last of those with the lowest cost.
std::vector<std::size_t> frames_to_draw(const std::vector<Frame>& frames) {
    std::size_t best = 0;
    for (std::size_t k = 0; k < frames.size(); ++k) {
        if (frames[k].cost <= frames[best].cost) best = k;
    }
    const std::size_t count = std::min<std::size_t>(4, std::min(frames.size(), best + 1));
    std::vector<std::size_t> numbers;
    for (std::size_t k = 0; k < count; ++k) numbers.push_back(count == 1 ? best : best * k / (count - 1));
    return numbers;
}

}  // namespace

std::string to_svg(const BoardSeries& boards) {
    const std::vector<std::size_t> frames = frames_to_draw(boards.frames);
    const int count = static_cast<int>(frames.size());
    const BoardSizes sizes{boards.order};
    const int step = std::max(sizes.board, min_step) + gap;
    const int width = std::max(2 * margin + (count - 1) * step + std::max(sizes.board, last_width), min_width);
    const std::vector<std::string> run = lines_of_run(boards.run, static_cast<std::size_t>(width / 8));
    const int top = margin + line_height * static_cast<int>(run.size()), below = top + sizes.board + text_height;
    std::string svg = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" role=\"img\" "
        "font-family=\"Helvetica, Arial, DejaVu Sans, sans-serif\" font-size=\"14\" fill=\"#1a1a1a\">\n"
        "<title>The best board of a generation{2}</title>\n<desc>A cell is darker if more cells of its row, column and "
        "box have its digit. The last board is the best one in the history: {3}.</desc>\n"
        "<rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n",
        width, below + legend_height + margin, boards.run.empty() ? "" : ": " + io::markup_text(boards.run),
        frames.empty() ? "none" : name_of(boards.frames[frames.back()]));
    for (std::size_t k = 0; k < run.size(); ++k) {
        svg += fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n", margin,
                           margin + line_height * static_cast<int>(k) + 12, io::markup_text(run[k]));
    }
    for (int k = 0; k < count; ++k) {
        svg += board_at(margin + k * step, top, sizes, boards.givens,
                        boards.frames[frames[static_cast<std::size_t>(k)]], k + 1 == count ? ": best" : "");
    }
    return svg + legend_at(margin, below) + "</svg>\n";
}

}  // namespace evodoku::report
