// The cells of a text, for boards of every order.
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "evodoku/core/grid.hpp"
#include "io/characters.hpp"

namespace evodoku::io {

struct Shape {
    explicit Shape(int of_order) : order(of_order), size(order * order), cells(size * size) {}
    /// At most a row longer or shorter than a board.
    bool is_near(int count) const { return std::abs(count - cells) <= size; }
    int order, size, cells;
};

/// The fault of a text.
struct Fault {
    std::string message = {};  ///< empty: no fault
    int cell = -1;             ///< from 0; negative: not in one cell
    explicit operator bool() const { return !message.empty(); }
};

/// A cell as it is written: its digit, up to 9 x 9. In larger boards a sign or a number, because all cells of a board
/// together tell which digit a sign stands for: see read_board().
using Cell = std::uint8_t;
/// A blank that is an empty field. A board with other blanks can't have one: it may have lost a digit there.
inline constexpr Cell empty_field = 127;

struct CellText {
    std::vector<Cell> cells;  ///< those before the first fault
    int count = 0;            ///< cells the text seems to have, good or bad
    bool parted = false;      ///< one by one, separated by spaces or commas
    Fault fault = {};
    std::vector<bool> givens = {};  ///< whether each cell is marked as one, where a document says so
    bool is_certain = false;        ///< meant as a board, whatever its fault

    /// Adds a cell; a negative one has the fault that `message` returns.
    void add(int cell, const auto& message) {
        if (!fault && cell >= 0) cells.push_back(static_cast<Cell>(cell));
        if (!fault && cell < 0) fault = {message(), count};
        ++count;
    }
    /// Exactly as many valid cells as a board has: a complete puzzle.
    bool is_puzzle(const Shape& shape) const { return count == shape.cells && !fault; }
};

/// Signs of the digits 1, 2, ... of an order, the set that is written first. None for 49 x 49.
std::span<const std::string_view> alphabets_of(int order);

/// The digits that characters stand for in 9 x 9, -1 for any other character.
inline constexpr std::array<std::int8_t, 256> signs_of_9x9 = [] {
    std::array<std::int8_t, 256> digits;
    digits.fill(-1);
    for (const char blank : {'.', 'x', 'X', '*', '_', '-', '?'}) digits[static_cast<unsigned char>(blank)] = 0;
    for (char digit = '0'; digit <= '9'; ++digit)
        digits[static_cast<unsigned char>(digit)] = static_cast<std::int8_t>(digit - '0');
    return digits;
}();
int sign_of_larger_board(char c, int order);

/// The cell that a character stands for, -1 for any other character.
inline int read_sign(char c, const Shape& shape) {
    return shape.order == 3 ? signs_of_9x9[static_cast<unsigned char>(c)] : sign_of_larger_board(c, shape.order);
}

/// Adds a field that should be one cell, a sign or a number.
void add_cell(CellText& read, std::string_view field, const Shape& shape);

/// Adds the cells of a run.
void add_group(CellText& read, std::string_view field, const Shape& shape);

/// Writes the digits of a text of 9 x 9, as many as it has characters; false if there is another character.
bool read_run(std::string_view text, std::span<Cell> digits);

/// Cells in one run (53..7....), in groups, or one by one; | counts as a space.
CellText read_cells(std::string_view text, const Shape& shape);

inline constexpr std::string_view marks_not_read =
    "pencil marks are not read: write each cell as one digit or one blank";

/// Writes the digits of a board's cells. Requires all of them. The fault: a cell that no digit fits, where the others
/// are read as they must be.
Fault read_board(std::span<const Cell> cells, Grid& grid);

/// True if all cells are valid, and their signs are of one set.
bool are_alike(const CellText& read, const Shape& shape);

bool has_blank(const CellText& read, const Shape& shape);

/// A line of a drawing, without cells: ---+---+---
bool is_rule(std::string_view text);

}  // namespace evodoku::io
