// The cells of one line of text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/geometry.hpp"
#include "evodoku/core/grid.hpp"

namespace evodoku::io {

inline constexpr std::string_view cell_alphabet = "a digit 1-9 or a blank (. 0 x X * _)";
inline constexpr std::string_view no_pencil_marks =
    "pencil marks are not read: write each cell as one digit or one blank";

/// The fault of a line, and its cell (from 0; negative: not in one cell).
struct Fault {
    int cell = -1;
    std::string message;  ///< empty: no fault
    explicit operator bool() const { return !message.empty(); }
};

struct CellText {
    std::vector<std::uint8_t> cells;  ///< those before the first fault
    int count = 0;                    ///< cells the line seems to have, good or bad
    bool parted = false;              ///< one by one, separated by spaces or commas
    Fault fault;

    /// Exactly 81 valid cells: a complete puzzle.
    bool is_puzzle() const { return count == cell_count && !fault; }
};

/// The cells of a puzzle. Requires 81.
Grid to_grid(const std::vector<std::uint8_t>& cells);

/// A letter of ASCII.
bool is_letter(char c);
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// 0..9 for a cell, -1 for any other character.
constexpr int cell_value(char c) {
    if (is_digit(c)) return c - '0';
    return c == '.' || c == 'x' || c == 'X' || c == '*' || c == '_' ? 0 : -1;
}

/// `text` without leading and trailing spaces and tabs.
std::string_view trimmed(std::string_view text);

std::string in_small_letters(std::string_view text);

/// Reads a field that should be one cell; returns a message if it is not.
int read_one_cell(std::string_view field, std::string& message);

/// Adds the cells of a run.
void add_group(CellText& read, std::string_view field);

/// Cells in one run (53..7....), in groups of three or nine, or one by one; | counts as a space.
CellText read_cells(std::string_view text);

/// 81 digits and spaces, where spaces are blanks. Empty if the spaces may also be separators.
std::optional<CellText> read_spaced_run(std::string_view text);

/// A line of a drawing, without cells: ---+---+---
bool is_rule(std::string_view text);

}  // namespace evodoku::io
