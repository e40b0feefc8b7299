// Lines of larger boards: which have cells, and rows of tables, in which a field has the cells of a board.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fields.hpp"
#include "text.hpp"

namespace evodoku::io {

/// False for a blank line, and for one of a frame.
bool has_large_cells(const Line& line);

/// True if the line has the cells of a row or of a whole board, and all are well-formed.
bool is_large_row(std::string_view line, int order);

/// The cells of a board in a line: in the column of `head`, or in the only field with as many; where there is none,
/// large_cells_of(). Beside a puzzle fields may be full boards. `fault`: says that there is a second puzzle.
std::vector<std::string> cells_in_table(std::string_view line, int order, const std::optional<TableHead>& head,
                                        std::string& fault);

}  // namespace evodoku::io
