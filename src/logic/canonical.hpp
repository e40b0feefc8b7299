// One form for all 9 x 9 grids that are equal up to symmetry, and the grids of a set by these forms.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
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

/// The grids of a set by their cells and, up to symmetry, those of 9 x 9. It keeps 128 bits of each in place of its
/// cells: that two of 10 million grids have the same has a chance of 1e-25. Memory: about 130 bytes per grid.
class SymmetryClasses {
public:
    /// Numbers of the caller, at first 0: one of all grids that are equal in every cell, and one of those of a class.
    /// Null for no such grid.
    struct Numbers {
        std::size_t *equal = nullptr, *symmetric = nullptr;
    };
    /// Requires givens that do not conflict, as add() does.
    Numbers find(const Grid& grid);
    Numbers add(const Grid& grid);

    std::size_t count() const { return count_; }
    /// Grids with an equal one before them, also up to symmetry.
    std::size_t equal() const { return count_ - by_cells_.size(); }
    std::size_t symmetric() const { return count_ - by_form_.size(); }

private:
    using Key = std::array<std::uint64_t, 2>;
    struct Hash {
        std::size_t operator()(const Key& key) const noexcept { return key[0]; }
    };
    static Key key_of(const Grid& grid);

    std::unordered_map<Key, std::size_t, Hash> by_cells_, by_form_;
    std::size_t count_ = 0;
};

}  // namespace evodoku::logic
