// Logic before the search, host and device. Fills cells and removes candidates; never guesses.
#pragma once

#include <cstdint>
#include <stdexcept>

#include "core/candidates.hpp"
#include "evodoku/core/presolve.hpp"

namespace evodoku {

/// A PuzzleJob as plain data, copied to the device as it is.
template <int order>
struct DeviceJob {
    GridCells<order> givens;  ///< must not conflict
    PresolveLevel presolve = PresolveLevel::full;
    std::uint32_t puzzle_index = 0;
    std::uint64_t seed = 0;
};

/// Throws std::invalid_argument for a puzzle of another order.
template <int order>
DeviceJob<order> device_job(const PuzzleJob& job) {
    if (job.givens.order() != order) throw std::invalid_argument("the puzzle is of another order");
    return {cells_of<order>(job.givens), job.presolve, job.puzzle_index, job.seed};
}

/// The result of logic as plain data: see Logic.
template <int order>
struct Presolved {
    using Shape = Geometry<order>;
    GridCells<order> grid;
    typename Shape::Digits candidates[Shape::cells];  ///< bit d-1 = digit d; a filled cell has its digit
    int filled = 0, struck = 0;
    bool contradiction = false;
    int cell = -1, unit = -1, digit = 0;

    EVODOKU_HD bool is_full() const {
        for (int at = 0; at < Shape::cells; ++at) {
            if (grid[at] == 0) return false;
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
    for (bool found = true; found && !candidates.contradiction;) {
        found = candidates.naked_singles();
        if (candidates.contradiction) return;
        found = candidates.hidden_singles() || found;
        if (found || level < PresolveLevel::full) continue;
        found = candidates.locked() || candidates.pairs();
    }
}

/// True if the digits that a box misses fit into its free cells: a perfect matching, by augmenting paths (Berge, 1957).
/// The rules of logic do not look for one.
template <int order>
EVODOKU_HD bool has_arrangement(const Presolved<order>& found, int box) {
    using Shape = Geometry<order>;
    std::uint64_t taken = 0;  // digits, here 0 .. size - 1
    int cell_of[Shape::size] = {}, digit_of[Shape::size] = {};
    for (int first = 0; first < Shape::size; ++first) {
        if (found.grid[Shape::cell_in_box(box, first)] != 0) continue;
        std::uint64_t reached = 0;
        int from[Shape::size] = {}, queue[Shape::size + 1] = {first}, length = 1, end = -1;
        for (int k = 0; k < length && end < 0; ++k) {
            std::uint64_t next = found.candidates[Shape::cell_in_box(box, queue[k])] & ~reached;
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
EVODOKU_HD void presolve_in(Presolved<order>& result, const DeviceJob<order>& job) {
    using Shape = Geometry<order>;
    Candidates<order> candidates(job.givens, result.grid, result.candidates);
    apply(candidates, job.presolve);
    result.filled = candidates.filled, result.struck = candidates.struck;
    result.contradiction = candidates.contradiction;
    result.cell = candidates.cell, result.unit = candidates.unit, result.digit = candidates.digit;
    for (int at = 0; at < Shape::cells; ++at) {
        const int digit = result.grid[at];
        std::uint64_t possible = digit != 0 ? std::uint64_t{1} << (digit - 1) : result.candidates[at];
        if (digit == 0 && job.presolve == PresolveLevel::none) {
            possible = Shape::all_digits;
            for (int k = 0; k < Shape::size; ++k) {
                const int other = job.givens[Shape::cell_in_box(Shape::box_of(at), k)];
                if (other != 0) possible &= ~(std::uint64_t{1} << (other - 1));
            }
        }
        result.candidates[at] = static_cast<typename Shape::Digits>(possible);
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
EVODOKU_HD void presolve_into(Presolved<order>& result, const DeviceJob<order>& job) {
    if constexpr (order <= 3) {
        Presolved<order> found;  // it stays in the cache of a GPU's thread
        detail::presolve_in(found, job);
        result = found;
    } else {
        detail::presolve_in(result, job);
    }
}

template <int order>
Presolved<order> presolve(const DeviceJob<order>& job) {
    Presolved<order> result;
    presolve_into(result, job);
    return result;
}

template <int order>
Logic logic_of(const Presolved<order>& found) {
    return {grid_of(found.grid), found.filled, found.struck, found.contradiction, found.cell, found.unit, found.digit};
}

/// Requires a grid of this order.
template <int order = 3>
Presolved<order> presolve(const Grid& givens, PresolveLevel level) {
    return presolve(DeviceJob<order>{cells_of<order>(givens), level});
}

}  // namespace evodoku
