// Judges grids by the rules of Sudoku alone. Shares no code with the search, so that it can be its judge.
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

/// The first two equal digits in a unit, looking through rows, then columns, then boxes. Blanks are passed over.
std::optional<Conflict> first_conflict(const Grid& grid);

/// "digit 1 stands twice in row 2: r2c1 and r2c4"
std::string describe(const Conflict& conflict);

/// True for every cell whose digit stands elsewhere in its row, column or box too.
std::array<bool, cell_count> conflicted_cells(const Grid& grid);

struct Verdict {
    bool valid;
    std::string reason;  ///< empty if valid; else the first rule broken, with its cells
};

/// Is `answer` a solution of `puzzle`: every cell 1-9, each digit once in every row, column and box, givens kept?
Verdict verify(const Grid& puzzle, const Grid& answer);

}  // namespace evodoku::logic
