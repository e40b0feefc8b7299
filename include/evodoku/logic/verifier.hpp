// Checks grids by the rules of Sudoku alone. Shares no code with the search, so that it is independent.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "evodoku/core/grid.hpp"

namespace evodoku::logic {

/// Two cells of one unit that hold the same digit.
struct Conflict {
    int cell_a;  ///< the earlier of the two
    int cell_b;
    int digit;
    int unit;  ///< rows, then columns, then boxes: 0..26 of 9 x 9
    int order = 3;
};

/// The first two equal digits in a unit, in the order rows, columns, boxes. Blanks are ignored. Throws nothing.
std::optional<Conflict> first_conflict(const Grid& grid);

/// "digit 1 appears twice in row 2: r2c1 and r2c4"; throws nothing
std::string describe(const Conflict& conflict);

/// For every cell, whether its digit also appears elsewhere in its row, column or box. Throws nothing.
std::vector<bool> conflicted_cells(const Grid& grid);

/// Whether a grid is a solution of a puzzle, and if not, why.
struct Verdict {
    bool valid;
    std::string reason;  ///< empty if valid; else the first rule broken, with its cells
};

/// Is `answer` a solution of `puzzle`: its order, a digit in every cell, each once in every row, column and box, givens
/// kept? Throws nothing.
Verdict verify(const Grid& puzzle, const Grid& answer);

}  // namespace evodoku::logic
