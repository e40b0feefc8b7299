// A puzzle among other fields of a line: rows of tables, names and ratings, quotation marks.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "cell_text.hpp"

namespace evodoku::io {

/// The puzzle of a line with other fields, `id,puzzle,solution` or `PUZZLE 7.2`: 81 cells, separated from the rest by
/// spaces, tabs or any of , ; : | = " ' ( ) < >. Other fields may be complete grids, but none may look like a second
/// puzzle. Empty if no field is like a grid.
std::optional<CellText> read_fields(std::string_view text);

/// The fields of a row of a table, without quotation marks and surrounding spaces.
std::vector<std::string_view> split_row(std::string_view text, char separator);

/// The columns of a table.
struct TableHead {
    char separator = ',';
    std::optional<std::size_t> puzzle;  ///< the column with the puzzle; empty: to be recognised from the rows
};

/// Reads the names of a table's columns, or the number of puzzles above a list; empty if `text` is not such a line.
/// `next`: the following line, which must be a row of a table if no name means "puzzle".
std::optional<TableHead> read_table_head(std::string_view text, std::string_view next);

/// The puzzle in a column; none if there is none.
std::optional<CellText> read_column(std::string_view text, const TableHead& head);

}  // namespace evodoku::io
