// What one line of text is: its cells, a rule, a section head, the start of a list.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "line_source.hpp"

namespace evodoku::io {

inline constexpr std::string_view cell_alphabet = "a digit 1-9 or a blank (. 0 x X * _)";

/// What is wrong with a line, and with which of its cells (from 0; negative: with no one cell).
struct Fault {
    int cell = -1;
    std::string message;  ///< empty: nothing is wrong
    explicit operator bool() const { return !message.empty(); }
};

struct CellText {
    std::vector<std::uint8_t> cells;  ///< those before the first fault
    int count = 0;                    ///< cells the line seems to have, good or bad
    bool parted = false;              ///< one by one, by spaces or commas
    Fault fault;
};

/// 0..9 for a cell, -1 for any other character.
int cell_value(char c);

/// Reads a field that should be one cell; a message if it is none.
int read_one_cell(std::string_view field, std::string& message);

/// Adds the cells of a run.
void add_group(CellText& read, std::string_view field);

/// Cells in one run (53..7....), in groups of three or nine, or one by one; | counts as a space.
CellText read_cells(std::string_view text);

/// A row of a table, `name<TAB>puzzle` or `id,puzzle,solution,...`: fields parted by tabs, commas or semicolons, bare
/// or in quotation marks. One is a puzzle; others may be full grids, but none what might be a puzzle, too. None where no
/// field is like a grid.
std::optional<CellText> read_table_row(std::string_view text);

/// The names of a table's columns, one of which is the puzzle's: for the first line of a file.
bool is_table_head(std::string_view text);

enum class LineKind { blank, rule, section, list, cells };

struct ReadLine {
    Line line;
    LineKind kind = LineKind::blank;
    std::string section;         ///< the word of a section head, in small letters
    std::size_t list_start = 0;  ///< where the [ stands: 0, or behind "name ="
    CellText cells;      ///< of a line of cells; a list that ends on its own line and is no whole puzzle is one too
    bool whole = false;  ///< exactly 81 good cells: a puzzle by itself
};

/// Finds out what `read.line` is and fills in the rest.
void classify(ReadLine& read);

}  // namespace evodoku::io
