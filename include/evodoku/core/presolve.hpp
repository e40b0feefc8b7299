// Logic before the search, host and device: elimination, naked singles, hidden singles. Fills cells; never guesses.
#pragma once

#include <cstdint>

#include "evodoku/core/bits.hpp"
#include "evodoku/core/grid.hpp"
#include "evodoku/core/hd.hpp"

namespace evodoku {

enum class PresolveLevel : std::uint8_t { none, singles };

/// What the logic found. `contradiction`: the puzzle has no solution, because `cell` has no candidate (unit < 0) or
/// because `unit` has no place for `digit`.
struct Presolved {
    Grid grid;
    int filled = 0;  ///< cells that the logic added to the givens
    bool contradiction = false;
    int cell = -1, unit = -1, digit = 0;
};

namespace detail {

/// Candidates as nine bits a cell (bit d-1 = digit d); a filled cell has none left to decide and holds 0.
struct Candidates {
    std::uint16_t of[cell_count];

    EVODOKU_HD constexpr void fill(Grid& grid, int cell, int digit) {
        grid[cell] = static_cast<std::uint8_t>(digit);
        const unsigned others = 0x1FFu & ~(1u << (digit - 1));
        const int units[3] = {row_of(cell), 9 + column_of(cell), 18 + box_of(cell)};
        for (const int unit : units) {
            for (int k = 0; k < 9; ++k) of[cell_of_unit(unit, k)] &= static_cast<std::uint16_t>(others);
        }
        of[cell] = 0;
    }
};

}  // namespace detail

/// Repeats naked and hidden singles until neither adds a cell. Requires givens that do not conflict.
EVODOKU_HD inline Presolved presolve_singles(const Grid& givens) {
    Presolved result;
    detail::Candidates candidates;
    for (int cell = 0; cell < cell_count; ++cell) candidates.of[cell] = 0x1FF;
    for (int cell = 0; cell < cell_count; ++cell) {
        if (givens[cell] != 0) candidates.fill(result.grid, cell, givens[cell]);
    }
    Grid& grid = result.grid;
    for (bool progress = true; progress;) {
        progress = false;
        for (int cell = 0; cell < cell_count; ++cell) {  // naked: a cell with one candidate
            if (grid[cell] != 0) continue;
            const unsigned open = candidates.of[cell];
            if (open == 0) {
                result.contradiction = true, result.cell = cell;
                return result;
            }
            if (count_bits(open) == 1) {
                candidates.fill(grid, cell, lowest_bit(open) + 1);
                ++result.filled, progress = true;
            }
        }
        for (int unit = 0; unit < unit_count; ++unit) {  // hidden: a digit with one place in a unit
            unsigned placed = 0, once = 0, twice = 0;
            for (int k = 0; k < 9; ++k) {
                const int cell = cell_of_unit(unit, k);
                if (grid[cell] != 0) placed |= 1u << (grid[cell] - 1);
                twice |= once & candidates.of[cell];
                once |= candidates.of[cell];
            }
            const unsigned nowhere = 0x1FFu & ~(placed | once);
            if (nowhere != 0) {
                result.contradiction = true, result.unit = unit, result.digit = lowest_bit(nowhere) + 1;
                return result;
            }
            for (unsigned single = once & ~twice; single != 0; single &= single - 1) {
                const int digit = lowest_bit(single) + 1;
                for (int k = 0; k < 9; ++k) {
                    const int cell = cell_of_unit(unit, k);
                    if (candidates.of[cell] >> (digit - 1) & 1) {
                        candidates.fill(grid, cell, digit);
                        ++result.filled, progress = true;
                        break;
                    }
                }
            }
        }
    }
    return result;
}

EVODOKU_HD inline Presolved presolve(const Grid& givens, PresolveLevel level) {
    if (level == PresolveLevel::singles) return presolve_singles(givens);
    Presolved untouched;
    untouched.grid = givens;
    return untouched;
}

}  // namespace evodoku
