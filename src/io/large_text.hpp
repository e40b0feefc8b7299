// The cells of larger grids in a line of text: symbols side by side, or numbers and symbols with separators.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace evodoku::io {

/// Sets of symbols for the digits 1, 2, ... of an order, the one that is written first. None for 49 x 49.
const std::vector<std::string_view>& alphabets_of(int order);

/// The cells of a line, if it has `size` or `size` * `size` of them; otherwise as many as it has. A cell is a symbol or
/// a number. Bars, commas and blanks separate; groups of symbols have one length.
std::vector<std::string> large_cells_of(std::string_view line, int size);

/// What separators leave of a line.
std::vector<std::string> pieces_of(std::string_view line);

/// Writes a cell's digit, 0 for a blank; empty for text that is none. `alphabet` is empty for numbers.
bool read_large_cell(std::string_view cell, std::string_view alphabet, int size, int& digit);

/// The alphabet of a puzzle's cells; empty if they are numbers.
std::string_view alphabet_of(const std::vector<std::string>& cells, int order);

/// What the cells of a text are: all digits and blanks of the order; some of them blank.
struct LargeCells {
    bool are_valid = true, have_blank = false;
};
LargeCells judge_large_cells(const std::vector<std::string>& cells, int order);

}  // namespace evodoku::io
