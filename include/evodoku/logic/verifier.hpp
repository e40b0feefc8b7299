// Checks grids by the rules of Sudoku alone. Shares no code with the search, so that it is independent.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "evodoku/core/grid.hpp"

namespace evodoku::logic {

/// Two cells of one unit that hold the same digit.
struct Conflict {
    int cell_a;  ///< the earlier of the two
    int cell_b;
    int digit;
    int unit;  ///< 0..26: rows, columns, boxes
};

/// The first two equal digits in a unit, in the order rows, columns, boxes. Blanks are ignored.
std::optional<Conflict> first_conflict(const Grid& grid);

/// "digit 1 appears twice in row 2: r2c1 and r2c4"
std::string describe(const Conflict& conflict);

/// True for every cell whose digit also appears elsewhere in its row, column or box.
std::array<bool, cell_count> conflicted_cells(const Grid& grid);

struct Verdict {
    bool valid;
    std::string reason;  ///< empty if valid; else the first rule broken, with its cells
};

/// Is `answer` a solution of `puzzle`: every cell 1-9, each digit once in every row, column and box, givens kept?
Verdict verify(const Grid& puzzle, const Grid& answer);

}  // namespace evodoku::logic
