// One form for all 9 x 9 grids that are equal up to symmetry, and the grids of a set by these forms.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

#include "evodoku/core/grid.hpp"

namespace evodoku::logic {

/// A form, and the symmetry that makes it of a grid: its cell (r, c) is digits[grid(rows[r], columns[c])], or where it
/// is transposed digits[grid(columns[c], rows[r])].
struct Canonical {
    Grid form;
    bool is_transposed = false;
    std::array<std::uint8_t, 9> rows{}, columns{};  ///< from 0
    std::array<std::uint8_t, 10> digits{};          ///< of the form, for 0 (a blank) and each digit
};

/// The form is the least of all grids, read row by row with a blank as 0, that the symmetries of Sudoku make of a 9 x 9
/// grid: rows and columns swapped as a whole, bands, stacks, rows in a band and columns in a stack in another order,
/// other digits. So two grids have the same form exactly if a symmetry leads from one to the other. Requires givens
/// that do not conflict.
///
///     for each row of the form: of all rows that may come next, keep those, and their choices so far, that are least.
///     Columns and stacks without clues so far, and clues with new digits in them, are ordered when a row tells
Canonical canonical(const Grid& grid);
inline Grid canonical_form(const Grid& grid) { return canonical(grid).form; }

/// The 9 x 9 grids of a set by their cells and their forms. Memory: about 250 bytes per grid.
class SymmetryClasses {
public:
    /// Numbers of grids of the set, from 0: the first that is equal in every cell, and the first up to symmetry.
    struct Firsts {
        std::optional<std::size_t> equal, symmetric;
    };
    /// Requires givens that do not conflict, as add() does.
    Firsts find(const Grid& grid) const;
    /// As find(), before the grid becomes the next one of the set.
    Firsts add(const Grid& grid);

private:
    std::unordered_map<std::string, std::size_t> by_cells_, by_form_;
    std::size_t count_ = 0;
};

}  // namespace evodoku::logic
