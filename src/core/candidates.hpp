// Candidates of cells, and the rules of logic that remove some. Host and device; never guesses.
#pragma once

#include <cstdint>
#include <type_traits>

#include "core/bits.hpp"
#include "core/geometry.hpp"
#include "evodoku/core/hd.hpp"

namespace evodoku {

/// A grid under construction. Each rule returns true if it filled a cell or removed a candidate. It stops at a
/// contradiction: `cell` has no candidate (unit < 0), or `unit` has no place for `digit`.
template <int order>
struct Candidates {
    using Shape = Geometry<order>;
    using Digits = typename Shape::Digits;
    using Word = std::conditional_t<order <= 3, std::uint32_t, std::uint64_t>;  ///< a set of digits in a register
    static constexpr Word all_digits = static_cast<Word>(Shape::all_digits);

    GridCells<order>& grid;  ///< filled cells; 0 elsewhere
    Digits* of;              ///< candidates of an empty cell; 0 for a filled one
    int filled = 0;          ///< cells that rules filled
    int struck = 0;          ///< candidates that locked() and pairs() removed
    bool contradiction = false;
    int cell = -1, unit = -1, digit = 0;

    /// Requires givens that do not conflict. The grid and the candidates of every cell are written, and must outlive
    /// this: they are large for the stack of a GPU's thread.
    EVODOKU_HD Candidates(const GridCells<order>& givens, GridCells<order>& grid_to_fill, Digits* candidates)
        : grid(grid_to_fill), of(candidates) {
        for (int at = 0; at < Shape::cells; ++at) grid[at] = 0, of[at] = static_cast<Digits>(all_digits);
        for (int at = 0; at < Shape::cells; ++at) {
            if (givens[at] != 0) fill(at, givens[at]);
        }
    }

    EVODOKU_HD void fill(int at, int value) {
        grid[at] = static_cast<std::uint8_t>(value);
        const Word others = all_digits & ~(Word{1} << (value - 1));
        const int units[3] = {Shape::row_of(at), Shape::size + Shape::column_of(at),
                              2 * Shape::size + Shape::box_of(at)};
        for (const int each : units) {
            for (int k = 0; k < Shape::size; ++k) of[Shape::cell_of_unit(each, k)] &= static_cast<Digits>(others);
        }
        of[at] = 0;
    }

    /// A blank cell without any candidate is a contradiction.
    EVODOKU_HD void check() {
        for (int at = 0; at < Shape::cells && !contradiction; ++at) {
            if (grid[at] == 0 && of[at] == 0) contradiction = true, cell = at;
        }
    }

    /// Cells that have one candidate at the start of the call; cells that get to one during it are left. `keep`: the
    /// others keep their candidates. Only of 9 x 9: a copy of larger boards is too large for a GPU's thread.
    EVODOKU_HD void naked_singles_at_once(bool keep) requires(order == 3) {
        Digits now[Shape::cells];
        for (int at = 0; at < Shape::cells; ++at) now[at] = of[at];
        for (int at = 0; at < Shape::cells; ++at) {
            if (count_bits(Word{now[at]}) != 1) continue;
            if (of[at] == 0) {  // a cell filled before took its digit
                contradiction = true, cell = at;
                return;
            }
            fill(at, lowest_bit(Word{now[at]}) + 1), ++filled;
        }
        for (int at = 0; keep && at < Shape::cells; ++at) {
            if (grid[at] == 0) of[at] = now[at];
        }
    }

    /// Cells with one candidate.
    EVODOKU_HD bool naked_singles() {
        const int before = filled;
        for (int at = 0; at < Shape::cells; ++at) {
            if (grid[at] != 0) continue;
            if (of[at] == 0) {
                contradiction = true, cell = at;
                return true;
            }
            if (count_bits(Word{of[at]}) == 1) fill(at, lowest_bit(Word{of[at]}) + 1), ++filled;
        }
        return filled != before;
    }

    /// Digits with one place in a unit.
    EVODOKU_HD bool hidden_singles() {
        const int before = filled;
        for (int each = 0; each < Shape::units; ++each) {
            Word placed = 0, once = 0, twice = 0;
            for (int k = 0; k < Shape::size; ++k) {
                const int at = Shape::cell_of_unit(each, k);
                if (grid[at] != 0) placed |= Word{1} << (grid[at] - 1);
                twice |= once & of[at];
                once |= of[at];
            }
            const Word nowhere = all_digits & ~(placed | once);
            if (nowhere != 0) {
                contradiction = true, unit = each, digit = lowest_bit(nowhere) + 1;
                return true;
            }
            for (Word single = once & ~twice; single != 0; single &= single - 1) {
                const int value = lowest_bit(single) + 1;
                for (int k = 0; k < Shape::size; ++k) {
                    const int at = Shape::cell_of_unit(each, k);
                    if (!(of[at] >> (value - 1) & 1)) continue;
                    fill(at, value), ++filled;
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
        for (int box = 0; box < Shape::size; ++box) {
            for (int line = 0; line < order; ++line) lock(box, box / order * order + line);
            for (int line = 0; line < order; ++line) lock(box, Shape::size + box % order * order + line);
        }
        return struck != before;
    }

    /// Naked pairs (two cells of a unit with the same two candidates) and hidden ones (two digits with the same two
    /// places).
    EVODOKU_HD bool pairs() {
        const int before = struck;
        for (int each = 0; each < Shape::units; ++each) {
            Word in_two = digits_in_two(each);
            for (int a = 0; a < Shape::size - 1; ++a) {
                const Word of_a = of[Shape::cell_of_unit(each, a)];
                if (count_bits(of_a) > 2 && count_bits(of_a & in_two) < 2) continue;  // it is in no pair
                for (int b = a + 1; b < Shape::size; ++b) {
                    if (pair(each, a, b, in_two)) in_two = digits_in_two(each);
                }
            }
        }
        return struck != before;
    }

private:
    EVODOKU_HD static bool on_line(int at, int line_unit) {
        return line_unit < Shape::size ? Shape::row_of(at) == line_unit
                                       : Shape::column_of(at) == line_unit - Shape::size;
    }

    EVODOKU_HD void strike(int at, Word digits) {
        struck += count_bits(of[at] & digits);
        of[at] &= static_cast<Digits>(~digits);
    }

    EVODOKU_HD void lock(int box, int line_unit) {
        Word shared = 0, rest_of_box = 0, rest_of_line = 0;
        for (int k = 0; k < Shape::size; ++k) {
            const int in_box = Shape::cell_in_box(box, k), in_line = Shape::cell_of_unit(line_unit, k);
            (on_line(in_box, line_unit) ? shared : rest_of_box) |= of[in_box];
            if (Shape::box_of(in_line) != box) rest_of_line |= of[in_line];
        }
        const Word leaves_line = shared & ~rest_of_box, leaves_box = shared & ~rest_of_line;
        for (int k = 0; k < Shape::size; ++k) {
            const int in_box = Shape::cell_in_box(box, k), in_line = Shape::cell_of_unit(line_unit, k);
            if (Shape::box_of(in_line) != box) strike(in_line, leaves_line);
            if (!on_line(in_box, line_unit)) strike(in_box, leaves_box);
        }
    }

    /// The digits with two places in a unit.
    EVODOKU_HD Word digits_in_two(int each) const {
        Word once = 0, twice = 0, thrice = 0;
        for (int k = 0; k < Shape::size; ++k) {
            const Word here = of[Shape::cell_of_unit(each, k)];
            thrice |= twice & here, twice |= once & here, once |= here;
        }
        return twice & ~thrice;
    }

    /// Cells number a and b of a unit. True if a candidate of the unit was removed.
    EVODOKU_HD bool pair(int each, int a, int b, Word in_two) {
        const int before = struck;
        const int cell_a = Shape::cell_of_unit(each, a), cell_b = Shape::cell_of_unit(each, b);
        if (of[cell_a] == 0 || of[cell_b] == 0) return false;
        const Word both = of[cell_a] | of[cell_b], only_here = of[cell_a] & of[cell_b] & in_two;
        if (count_bits(both) == 2) {
            for (int k = 0; k < Shape::size; ++k) {
                if (k != a && k != b) strike(Shape::cell_of_unit(each, k), both);
            }
        } else if (count_bits(only_here) == 2) {
            strike(cell_a, ~only_here);
            strike(cell_b, ~only_here);
        }
        return struck != before;
    }
};

}  // namespace evodoku
