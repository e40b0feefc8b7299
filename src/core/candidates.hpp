// Candidates of cells, and the rules of logic that remove some. Host and device; never guesses.
#pragma once

#include <cstdint>

#include "core/bits.hpp"
#include "evodoku/core/grid.hpp"
#include "evodoku/core/hd.hpp"

namespace evodoku {

inline constexpr unsigned all_digits = 0x1FF;  ///< bit d-1 = digit d

/// A grid under construction. Each rule returns true if it filled a cell or removed a candidate. It stops at a
/// contradiction: `cell` has no candidate (unit < 0), or `unit` has no place for `digit`.
struct Candidates {
    Grid grid;                     ///< filled cells; 0 elsewhere
    std::uint16_t of[cell_count];  ///< candidates of an empty cell; 0 for a filled one
    int filled = 0;                ///< cells that rules filled
    int struck = 0;                ///< candidates that locked() and pairs() removed
    bool contradiction = false;
    int cell = -1, unit = -1, digit = 0;

    /// Requires givens that do not conflict.
    EVODOKU_HD explicit Candidates(const Grid& givens) {
        for (std::uint16_t& candidates : of) candidates = all_digits;
        for (int cell_index = 0; cell_index < cell_count; ++cell_index) {
            if (givens[cell_index] != 0) fill(cell_index, givens[cell_index]);
        }
    }

    EVODOKU_HD void fill(int cell_index, int value) {
        grid[cell_index] = static_cast<std::uint8_t>(value);
        const unsigned others = all_digits & ~(1u << (value - 1));
        const int units[3] = {row_of(cell_index), 9 + column_of(cell_index), 18 + box_of(cell_index)};
        for (const int each : units) {
            for (int k = 0; k < 9; ++k) of[cell_of_unit(each, k)] &= static_cast<std::uint16_t>(others);
        }
        of[cell_index] = 0;
    }

    /// A blank cell without any candidate is a contradiction.
    EVODOKU_HD void check() {
        for (int cell_index = 0; cell_index < cell_count && !contradiction; ++cell_index) {
            if (grid[cell_index] == 0 && of[cell_index] == 0) contradiction = true, cell = cell_index;
        }
    }

    /// Cells that have one candidate at the start of the call; cells that get to one during it are left. `keep`: the
    /// others keep their candidates.
    EVODOKU_HD void naked_singles_at_once(bool keep) {
        std::uint16_t now[cell_count];
        for (int cell_index = 0; cell_index < cell_count; ++cell_index) now[cell_index] = of[cell_index];
        for (int cell_index = 0; cell_index < cell_count; ++cell_index) {
            if (count_bits(std::uint32_t{now[cell_index]}) != 1) continue;
            if (of[cell_index] == 0) {  // a cell filled before took its digit
                contradiction = true, cell = cell_index;
                return;
            }
            fill(cell_index, lowest_bit(std::uint32_t{now[cell_index]}) + 1), ++filled;
        }
        for (int cell_index = 0; keep && cell_index < cell_count; ++cell_index) {
            if (grid[cell_index] == 0) of[cell_index] = now[cell_index];
        }
    }

    /// Cells with one candidate.
    EVODOKU_HD bool naked_singles() {
        const int before = filled;
        for (int cell_index = 0; cell_index < cell_count; ++cell_index) {
            if (grid[cell_index] != 0) continue;
            if (of[cell_index] == 0) {
                contradiction = true, cell = cell_index;
                return true;
            }
            if (count_bits(std::uint32_t{of[cell_index]}) == 1)
                fill(cell_index, lowest_bit(std::uint32_t{of[cell_index]}) + 1), ++filled;
        }
        return filled != before;
    }

    /// Digits with one place in a unit.
    EVODOKU_HD bool hidden_singles() {
        const int before = filled;
        for (int each = 0; each < unit_count; ++each) {
            unsigned placed = 0, once = 0, twice = 0;
            for (int k = 0; k < 9; ++k) {
                const int cell_index = cell_of_unit(each, k);
                if (grid[cell_index] != 0) placed |= 1u << (grid[cell_index] - 1);
                twice |= once & of[cell_index];
                once |= of[cell_index];
            }
            const unsigned nowhere = all_digits & ~(placed | once);
            if (nowhere != 0) {
                contradiction = true, unit = each, digit = lowest_bit(std::uint32_t{nowhere}) + 1;
                return true;
            }
            for (unsigned single = once & ~twice; single != 0; single &= single - 1) {
                const int value = lowest_bit(std::uint32_t{single}) + 1;
                for (int k = 0; k < 9; ++k) {
                    const int cell_index = cell_of_unit(each, k);
                    if (!(of[cell_index] >> (value - 1) & 1)) continue;
                    fill(cell_index, value), ++filled;
                    break;
                }
            }
        }
        return filled != before;
    }

    /// Locked candidates: if a digit of a box is possible in one line only, removes it from the rest of the line; and
    /// the reverse.
    EVODOKU_HD bool locked() {
        const int before = struck;
        for (int box = 0; box < 9; ++box) {
            for (int line = 0; line < 6; ++line) {  // its three rows, then its three columns
                const int line_unit = line < 3 ? band_of_box(box) * 3 + line : 9 + stack_of_box(box) * 3 + line - 3;
                unsigned shared = 0, rest_of_box = 0, rest_of_line = 0;
                for (int k = 0; k < 9; ++k) {
                    const int in_box = cell_in_box(box, k), in_line = cell_of_unit(line_unit, k);
                    (on_line(in_box, line_unit) ? shared : rest_of_box) |= of[in_box];
                    if (box_of(in_line) != box) rest_of_line |= of[in_line];
                }
                const unsigned leaves_line = shared & ~rest_of_box, leaves_box = shared & ~rest_of_line;
                for (int k = 0; k < 9; ++k) {
                    const int in_box = cell_in_box(box, k), in_line = cell_of_unit(line_unit, k);
                    if (box_of(in_line) != box) strike(in_line, leaves_line);
                    if (!on_line(in_box, line_unit)) strike(in_box, leaves_box);
                }
            }
        }
        return struck != before;
    }

    /// Naked pairs (two cells of a unit with the same two candidates) and hidden ones (two digits with the same two
    /// places).
    EVODOKU_HD bool pairs() {
        const int before = struck;
        for (int each = 0; each < unit_count; ++each) {
            for (int a = 0; a < 8; ++a) {
                for (int b = a + 1; b < 9; ++b) pair(each, a, b);
            }
        }
        return struck != before;
    }

private:
    EVODOKU_HD static bool on_line(int cell_index, int line_unit) {
        return line_unit < 9 ? row_of(cell_index) == line_unit : column_of(cell_index) == line_unit - 9;
    }

    EVODOKU_HD void strike(int cell_index, unsigned digits) {
        struck += count_bits(std::uint32_t{of[cell_index] & digits});
        of[cell_index] &= static_cast<std::uint16_t>(~digits);
    }

    /// Cells number a and b of a unit, and the candidates of its other cells.
    EVODOKU_HD void pair(int each, int a, int b) {
        const int cell_a = cell_of_unit(each, a), cell_b = cell_of_unit(each, b);
        if (of[cell_a] == 0 || of[cell_b] == 0) return;
        unsigned elsewhere = 0;
        for (int k = 0; k < 9; ++k) {
            if (k != a && k != b) elsewhere |= of[cell_of_unit(each, k)];
        }
        const unsigned both = of[cell_a] | of[cell_b];
        if (count_bits(std::uint32_t{both}) == 2) {
            for (int k = 0; k < 9; ++k) {
                if (k != a && k != b) strike(cell_of_unit(each, k), both);
            }
        }
        const unsigned only_here = of[cell_a] & of[cell_b] & ~elsewhere;
        if (count_bits(std::uint32_t{only_here}) == 2) {
            strike(cell_a, ~only_here);
            strike(cell_b, ~only_here);
        }
    }
};

}  // namespace evodoku
