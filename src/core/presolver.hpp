// Logic before the search, host and device. Fills cells and removes candidates; never guesses.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "core/bits.hpp"
#include "core/geometry.hpp"
#include "evodoku/core/hd.hpp"
#include "evodoku/core/presolve.hpp"

namespace evodoku {

/// A grid under construction. Each rule returns true if it filled a cell or removed a candidate. It stops at a
/// contradiction: `cell` has no candidate (unit < 0), or `unit` has no place for `digit`.
template <int order>
struct Candidates : LogicFindings {
    using Shape = Geometry<order>;
    using Digits = typename Shape::Digits;
    using Word = std::conditional_t<order <= 3, std::uint32_t, std::uint64_t>;  ///< a set of digits in a register
    static constexpr Word all_digits = static_cast<Word>(Shape::all_digits);

    GridCells<order>& grid;  ///< filled cells; 0 elsewhere
    Digits* of;              ///< candidates of an empty cell; 0 for a filled one

    /// Requires givens that do not conflict. The grid and the candidates of every cell are written, and must outlive
    /// this: they are large for the stack of a GPU's thread.
    EVODOKU_HD Candidates(const GridCells<order>& givens, GridCells<order>& grid_to_fill, Digits* candidates)
        : grid(grid_to_fill), of(candidates) {
        for (int place = 0; place < Shape::cells; ++place) grid[place] = 0, of[place] = static_cast<Digits>(all_digits);
        for (int place = 0; place < Shape::cells; ++place)
            if (givens[place] != 0) fill(place, givens[place]);
    }

    EVODOKU_HD void fill(int place, int value) {
        grid[place] = static_cast<std::uint8_t>(value);
        const Word others = all_digits & ~(Word{1} << (value - 1));
        const int units[3] = {Shape::row_of(place), Shape::size + Shape::column_of(place),
                              2 * Shape::size + Shape::box_of(place)};
        for (const int unit_index : units) {
            for (int k = 0; k < Shape::size; ++k) of[Shape::cell_of_unit(unit_index, k)] &= static_cast<Digits>(others);
        }
        of[place] = 0;
    }

    /// A blank cell without any candidate is a contradiction.
    EVODOKU_HD void check() {
        for (int place = 0; place < Shape::cells && !contradiction; ++place)
            if (grid[place] == 0 && of[place] == 0) contradiction = true, cell = place;
    }

    /// Cells that have one candidate at the start of the call; cells that get to one during it are left. `keep`: the
    /// others keep their candidates. Only of 9 x 9: a copy of larger boards is too large for a GPU's thread.
    EVODOKU_HD void naked_singles_at_once(bool keep) requires(order == 3) {
        Digits now[Shape::cells];
        for (int place = 0; place < Shape::cells; ++place) now[place] = of[place];
        for (int place = 0; place < Shape::cells; ++place) {
            if (count_bits(Word{now[place]}) != 1) continue;
            if (of[place] == 0) {  // a cell filled before took its digit
                contradiction = true, cell = place;
                return;
            }
            fill(place, lowest_bit(Word{now[place]}) + 1), ++filled;
        }
        for (int place = 0; keep && place < Shape::cells; ++place)
            if (grid[place] == 0) of[place] = now[place];
    }

    /// Cells with one candidate.
    EVODOKU_HD bool naked_singles() {
        const int before = filled;
        for (int place = 0; place < Shape::cells; ++place) {
            if (grid[place] != 0) continue;
            if (of[place] == 0) {
                contradiction = true, cell = place;
                return true;
            }
            if (count_bits(Word{of[place]}) == 1) fill(place, lowest_bit(Word{of[place]}) + 1), ++filled;
        }
        return filled != before;
    }

    /// Digits with one place in a unit.
    EVODOKU_HD bool hidden_singles() {
        const int before = filled;
        for (int unit_index = 0; unit_index < Shape::units; ++unit_index) {
            Word placed = 0, once = 0, twice = 0;
            EVODOKU_ROLLED_ABOVE_9X9
            for (int k = 0; k < Shape::size; ++k) {
                const int place = Shape::cell_of_unit(unit_index, k);
                if (grid[place] != 0) placed |= Word{1} << (grid[place] - 1);
                twice |= once & of[place];
                once |= of[place];
            }
            const Word nowhere = all_digits & ~(placed | once);
            if (nowhere != 0) {
                contradiction = true, unit = unit_index, digit = lowest_bit(nowhere) + 1;
                return true;
            }
            for (Word single = once & ~twice; single != 0; single &= single - 1) {
                const int value = lowest_bit(single) + 1;
                EVODOKU_ROLLED_ABOVE_9X9
                for (int k = 0; k < Shape::size; ++k) {
                    const int place = Shape::cell_of_unit(unit_index, k);
                    if (!(of[place] >> (value - 1) & 1)) continue;
                    fill(place, value), ++filled;
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
        for (int unit_index = 0; unit_index < Shape::units; ++unit_index) {
            Word in_two = digits_in_two(unit_index);
            for (int a = 0; a < Shape::size - 1; ++a) {
                const Word of_a = of[Shape::cell_of_unit(unit_index, a)];
                if (count_bits(of_a) > 2 && count_bits(of_a & in_two) < 2) continue;  // it is in no pair
                for (int b = a + 1; b < Shape::size; ++b)
                    if (pair(unit_index, a, b, in_two)) in_two = digits_in_two(unit_index);
            }
        }
        return struck != before;
    }

private:
    EVODOKU_HD static bool on_line(int place, int line_unit) {
        return line_unit < Shape::size ? Shape::row_of(place) == line_unit
                                       : Shape::column_of(place) == line_unit - Shape::size;
    }

    EVODOKU_HD void strike(int place, Word digits) {
        struck += count_bits(of[place] & digits);
        of[place] &= static_cast<Digits>(~digits);
    }

    EVODOKU_HD void lock(int box, int line_unit) {
        Word shared = 0, rest_of_box = 0, rest_of_line = 0;
        EVODOKU_ROLLED_ABOVE_9X9
        for (int k = 0; k < Shape::size; ++k) {
            const int in_box = Shape::cell_in_box(box, k), in_line = Shape::cell_of_unit(line_unit, k);
            (on_line(in_box, line_unit) ? shared : rest_of_box) |= of[in_box];
            if (Shape::box_of(in_line) != box) rest_of_line |= of[in_line];
        }
        const Word leaves_line = shared & ~rest_of_box, leaves_box = shared & ~rest_of_line;
        EVODOKU_ROLLED_ABOVE_9X9
        for (int k = 0; k < Shape::size; ++k) {
            const int in_box = Shape::cell_in_box(box, k), in_line = Shape::cell_of_unit(line_unit, k);
            if (Shape::box_of(in_line) != box) strike(in_line, leaves_line);
            if (!on_line(in_box, line_unit)) strike(in_box, leaves_box);
        }
    }

    /// The digits with two places in a unit.
    EVODOKU_HD Word digits_in_two(int unit_index) const {
        Word once = 0, twice = 0, thrice = 0;
        EVODOKU_ROLLED_ABOVE_9X9
        for (int k = 0; k < Shape::size; ++k) {
            const Word here = of[Shape::cell_of_unit(unit_index, k)];
            thrice |= twice & here, twice |= once & here, once |= here;
        }
        return twice & ~thrice;
    }

    /// Cells number a and b of a unit. True if a candidate of the unit was removed.
    EVODOKU_HD bool pair(int unit_index, int a, int b, Word in_two) {
        const int before = struck;
        const int cell_a = Shape::cell_of_unit(unit_index, a), cell_b = Shape::cell_of_unit(unit_index, b);
        if (of[cell_a] == 0 || of[cell_b] == 0) return false;
        const Word both = of[cell_a] | of[cell_b], only_here = of[cell_a] & of[cell_b] & in_two;
        if (count_bits(both) == 2) {
            EVODOKU_ROLLED_ABOVE_9X9
            for (int k = 0; k < Shape::size; ++k) {
                if (k != a && k != b) strike(Shape::cell_of_unit(unit_index, k), both);
            }
        } else if (count_bits(only_here) == 2) {
            strike(cell_a, ~only_here);
            strike(cell_b, ~only_here);
        }
        return struck != before;
    }
};

/// A PuzzleJob as plain data, copied to the device as it is.
template <int order>
struct PuzzleJobOn {
    GridCells<order> givens;  ///< must not conflict
    PresolveLevel presolve = PresolveLevel::full;
    std::uint32_t puzzle_index = 0;
    std::uint64_t seed = 0;
};

/// Throws std::invalid_argument, which names both, for a puzzle of another order.
template <int order>
PuzzleJobOn<order> device_job(const PuzzleJob& job) {
    if (const int own = job.givens.order(); own != order)
        throw std::invalid_argument("the puzzle is of order " + std::to_string(own) + ", the boards of order " +
                                    std::to_string(order));
    return {cells_of<order>(job.givens), job.presolve, job.puzzle_index, job.seed};
}

/// The result of logic as plain data: see Logic.
template <int order>
struct Presolved : LogicFindings {
    using Shape = Geometry<order>;
    GridCells<order> grid;
    typename Shape::Digits candidates[Shape::cells];  ///< bit d-1 = digit d; a filled cell has its digit

    EVODOKU_HD bool is_full() const {
        for (int place = 0; place < Shape::cells; ++place) {
            if (grid[place] == 0) return false;
        }
        return true;
    }
};

namespace detail {

/// Repeats the rules of a level until none of them has an effect.
template <int order>
EVODOKU_HD void apply(Candidates<order>& candidates, PresolveLevel level) {
    if (level == PresolveLevel::none) return;
    if constexpr (order == 3) {
        if (level == PresolveLevel::single_pass) candidates.naked_singles_at_once(false);
        if (level == PresolveLevel::single_pass_keep) candidates.naked_singles_at_once(true);
    }
    candidates.check();
    if (level < PresolveLevel::singles) return;
    for (bool progress = true; progress && !candidates.contradiction;) {
        progress = candidates.naked_singles();
        if (candidates.contradiction) return;
        progress = candidates.hidden_singles() || progress;
        if (progress || level < PresolveLevel::full) continue;
        progress = candidates.locked() || candidates.pairs();
    }
}

/// True if the digits that a box misses fit into its free cells: a perfect matching, by augmenting paths (Berge, 1957).
/// The rules of logic do not look for one.
template <int order>
EVODOKU_HD bool has_arrangement(const Presolved<order>& presolved, int box) {
    using Shape = Geometry<order>;
    std::uint64_t taken = 0;  // digits, here 0 .. size - 1
    int cell_of[Shape::size] = {}, digit_of[Shape::size] = {};
    for (int first = 0; first < Shape::size; ++first) {
        if (presolved.grid[Shape::cell_in_box(box, first)] != 0) continue;
        std::uint64_t reached = 0;
        int from[Shape::size] = {}, queue[Shape::size + 1] = {first}, length = 1, end = -1;
        for (int k = 0; k < length && end < 0; ++k) {
            std::uint64_t next = presolved.candidates[Shape::cell_in_box(box, queue[k])] & ~reached;
            reached |= next;
            for (; next != 0 && end < 0; next &= next - 1) {
                const int digit = lowest_bit(next);
                from[digit] = queue[k];
                if ((taken >> digit & 1) == 0) {
                    end = digit;
                } else {
                    queue[length++] = cell_of[digit];
                }
            }
        }
        if (end < 0) return false;
        taken |= std::uint64_t{1} << end;
        for (int digit = end, cell = -1; cell != first;) {  // back along the path: each cell leaves its digit
            cell = from[digit];
            const int left = digit_of[cell];
            cell_of[digit] = cell, digit_of[cell] = digit;
            digit = left;
        }
    }
    return true;
}

template <int order>
EVODOKU_HD void presolve_in(Presolved<order>& result, const PuzzleJobOn<order>& job) {
    using Shape = Geometry<order>;
    Candidates<order> candidates(job.givens, result.grid, result.candidates);
    apply(candidates, job.presolve);
    static_cast<LogicFindings&>(result) = candidates;
    for (int place = 0; place < Shape::cells; ++place) {
        const int digit = result.grid[place];
        std::uint64_t possible = digit != 0 ? std::uint64_t{1} << (digit - 1) : result.candidates[place];
        if (digit == 0 && job.presolve == PresolveLevel::none) {
            possible = Shape::all_digits;
            for (int k = 0; k < Shape::size; ++k) {
                const int other = job.givens[Shape::cell_in_box(Shape::box_of(place), k)];
                if (other != 0) possible &= ~(std::uint64_t{1} << (other - 1));
            }
        }
        result.candidates[place] = static_cast<typename Shape::Digits>(possible);
    }
    if constexpr (order != 3) {  // a box of 9 x 9 without an arrangement evolves
        if (job.presolve == PresolveLevel::none) return;
        for (int box = 0; box < Shape::size && !result.contradiction; ++box) {
            if (has_arrangement(result, box)) continue;
            result.contradiction = true, result.unit = 2 * Shape::size + box;
        }
    }
}

}  // namespace detail

/// Repeats the rules of the level until none has an effect. For larger boards it then looks for an arrangement of each
/// box: without one the contradiction has a unit and no digit. Requires givens that do not conflict.
template <int order>
EVODOKU_HD void presolve_into(Presolved<order>& result, const PuzzleJobOn<order>& job) {
    if constexpr (order <= 3) {
        Presolved<order> found;  // it stays in the cache of a GPU's thread
        detail::presolve_in(found, job);
        result = found;
    } else {
        detail::presolve_in(result, job);
    }
}

template <int order>
Logic logic_of(const Presolved<order>& presolved) {
    return {presolved, grid_of(presolved.grid)};
}

}  // namespace evodoku
