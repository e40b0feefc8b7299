// The candidates of every cell of a larger board, and the rules of logic that remove them. Host and device.
#pragma once

#include <cstdint>

#include "core/bits.hpp"
#include "core/large_geometry.hpp"
#include "evodoku/core/hd.hpp"

namespace evodoku {

template <int order>
struct LargeCandidates {
    using Shape = LargeGeometry<order>;
    using Digits = std::uint64_t;  ///< bit d - 1: digit d

    std::uint8_t* grid;  ///< cell -> its digit; 0 where blank
    Digits* of;          ///< of a blank cell; 0 once it is filled
    int filled = 0, struck = 0;
    bool contradiction = false;
    int cell = -1, unit = -1, digit = 0;  ///< its place: see Presolved

    /// Both arrays are written, and must outlive this: they are large for the stack of a GPU's thread.
    EVODOKU_HD LargeCandidates(const std::uint8_t* givens, std::uint8_t* grid_to_fill, Digits* candidates)
        : grid(grid_to_fill), of(candidates) {
        for (int at = 0; at < Shape::cells; ++at) grid[at] = 0, of[at] = Shape::all_digits;
        for (int at = 0; at < Shape::cells; ++at) {
            if (givens[at] != 0) place(at, givens[at] - 1);
        }
        filled = 0;
    }

    /// Fills every cell with one candidate, one after another; true if there was one.
    EVODOKU_HD bool naked_singles() {
        bool found = false;
        for (int at = 0; at < Shape::cells; ++at) {
            if (grid[at] != 0) continue;
            if (of[at] == 0) {
                contradict(at, -1, 0);
                return found;
            }
            if (!is_single(of[at])) continue;
            place(at, lowest_bit(of[at]));
            found = true;
        }
        return found;
    }

    /// Fills every cell that is the only place of a digit in a unit.
    EVODOKU_HD bool hidden_singles() {
        bool found = false;
        for (int u = 0; u < Shape::units; ++u) {
            Digits once = 0, twice = 0, placed = 0;
            for (int k = 0; k < Shape::size; ++k) {
                const int at = Shape::cell_of_unit(u, k);
                if (grid[at] != 0) placed |= bit_of(grid[at] - 1);
                twice |= once & of[at];
                once |= of[at];
            }
            const Digits lost = Shape::all_digits & ~(placed | once);
            if (lost != 0) {
                contradict(-1, u, lowest_bit(lost) + 1);
                return found;
            }
            const Digits single = once & ~twice;
            for (int k = 0; k < Shape::size && single != 0; ++k) {
                const int at = Shape::cell_of_unit(u, k);
                const Digits here = of[at] & single;
                if (here == 0) continue;
                if (!is_single(here)) {
                    contradict(-1, u, lowest_bit(here & (here - 1)) + 1);
                    return found;
                }
                place(at, lowest_bit(here));
                found = true;
            }
        }
        return found;
    }

    /// A digit that is confined to the row of a box leaves the rest of that row; one that is confined to a box of a row
    /// leaves the rest of that box. Likewise for columns.
    EVODOKU_HD bool locked() {
        const int before = struck;
        for (int across = 0; across < 2; ++across) {
            for (int line = 0; line < Shape::size; ++line) {
                for (int part = 0; part < order; ++part) lock(across != 0, line, part);
            }
        }
        return struck != before;
    }

    /// Two cells of a unit with the same two candidates take them from the other cells; two digits with the same two
    /// places remove all others from these.
    EVODOKU_HD bool pairs() {
        const int before = struck;
        for (int u = 0; u < Shape::units; ++u) naked_pairs(u), hidden_pairs(u);
        return struck != before;
    }

private:
    EVODOKU_HD static constexpr Digits bit_of(int number) { return Digits{1} << number; }
    EVODOKU_HD static constexpr bool is_single(Digits digits) { return digits != 0 && (digits & (digits - 1)) == 0; }

    EVODOKU_HD void contradict(int at, int in_unit, int of_digit) {
        contradiction = true;
        cell = at, unit = in_unit, digit = of_digit;
    }

    EVODOKU_HD void place(int at, int number) {
        grid[at] = static_cast<std::uint8_t>(number + 1);
        ++filled;
        const int own_units[] = {Shape::row_of(at), Shape::size + Shape::column_of(at),
                                 2 * Shape::size + Shape::box_of(at)};
        for (const int u : own_units) {
            for (int k = 0; k < Shape::size; ++k) of[Shape::cell_of_unit(u, k)] &= ~bit_of(number);
        }
        of[at] = 0;
    }

    EVODOKU_HD void strike(int at, Digits digits) {
        struck += count_bits(of[at] & digits);
        of[at] &= ~digits;
    }

    /// Cell k of a row or column.
    EVODOKU_HD static constexpr int cell_of_line(bool across, int line, int k) {
        return Shape::cell_of_unit(across ? Shape::size + line : line, k);
    }

    /// The candidates of a line within one of its boxes.
    EVODOKU_HD Digits in_part(bool across, int line, int part) const {
        Digits digits = 0;
        for (int k = 0; k < order; ++k) digits |= of[cell_of_line(across, line, part * order + k)];
        return digits;
    }

    EVODOKU_HD void lock(bool across, int line, int part) {
        const Digits here = in_part(across, line, part);
        Digits in_box = 0, in_line = 0;
        for (int k = 0; k < order; ++k) {
            const int other_line = line / order * order + k;
            if (other_line != line) in_box |= in_part(across, other_line, part);
            if (k != part) in_line |= in_part(across, line, k);
        }
        const Digits only_line = here & ~in_box, only_box = here & ~in_line;
        for (int k = 0; k < Shape::size && only_line != 0; ++k) {
            if (k / order != part) strike(cell_of_line(across, line, k), only_line);
        }
        for (int k = 0; k < Shape::size && only_box != 0; ++k) {
            const int other_line = line / order * order + k / order;
            if (other_line != line) strike(cell_of_line(across, other_line, part * order + k % order), only_box);
        }
    }

    EVODOKU_HD void naked_pairs(int u) {
        for (int a = 0; a < Shape::size; ++a) {
            const Digits both = of[Shape::cell_of_unit(u, a)];
            if (count_bits(both) != 2) continue;
            for (int b = a + 1; b < Shape::size; ++b) {
                if (of[Shape::cell_of_unit(u, b)] != both) continue;
                for (int k = 0; k < Shape::size; ++k) {
                    if (k != a && k != b) strike(Shape::cell_of_unit(u, k), both);
                }
            }
        }
    }

    EVODOKU_HD void hidden_pairs(int u) {
        Digits places[Shape::size] = {};  // digit -> bit k: cell k of the unit
        for (int k = 0; k < Shape::size; ++k) {
            for (Digits left = of[Shape::cell_of_unit(u, k)]; left != 0; left &= left - 1) {
                places[lowest_bit(left)] |= bit_of(k);
            }
        }
        for (int a = 0; a < Shape::size; ++a) {
            if (count_bits(places[a]) != 2) continue;
            for (int b = a + 1; b < Shape::size; ++b) {
                if (places[b] != places[a]) continue;
                for (Digits left = places[a]; left != 0; left &= left - 1) {
                    strike(Shape::cell_of_unit(u, lowest_bit(left)), ~(bit_of(a) | bit_of(b)));
                }
            }
        }
    }
};

}  // namespace evodoku
