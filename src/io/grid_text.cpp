// Grids as text: a line, or boxed for people.
#include "evodoku/io/grid_text.hpp"

#include "core/geometry.hpp"
#include "io/large_writer.hpp"

namespace evodoku::io {
namespace {

constexpr const char* dim = "\x1b[2m";
constexpr const char* red = "\x1b[31m";
constexpr const char* plain = "\x1b[0m";

char symbol(std::uint8_t digit) { return digit == 0 ? '.' : static_cast<char>('0' + digit); }

std::string styled(char digit, bool is_given, bool is_conflicted) {
    if (is_conflicted) return std::string(red) + digit + plain;
    if (is_given) return std::string(dim) + digit + plain;
    return std::string(1, digit);
}

}  // namespace

std::string to_line(const Grid& grid) {
    if (grid.order() != 3) return large_line(grid);
    std::string line(cell_count, '.');
    for (int cell = 0; cell < cell_count; ++cell) line[static_cast<std::size_t>(cell)] = symbol(grid[cell]);
    return line;
}

std::string to_boxed(const Grid& board, const GridStyle& style) {
    if (board.order() != 3) {
        std::string text = large_boxed(board);
        text.pop_back();  // the form ends with an empty line
        return text;
    }
    const std::string rule = "+-------+-------+-------+\n";
    std::string text;
    for (int row = 0; row < 9; ++row) {
        if (row % 3 == 0) text += rule;
        for (int column = 0; column < 9; ++column) {
            const int cell = cell_at(row, column);
            const bool conflicted = style.conflicted != nullptr && (*style.conflicted)[static_cast<std::size_t>(cell)];
            const bool given = style.givens != nullptr && (*style.givens)[cell] != 0;
            if (column % 3 == 0) text += "| ";
            text += style.color ? styled(symbol(board[cell]), given, conflicted) : std::string(1, symbol(board[cell]));
            // The mark replaces the space, so that the columns stay aligned.
            text += conflicted && !style.color ? '!' : ' ';
        }
        text += "|\n";
    }
    return text + rule;
}

}  // namespace evodoku::io
