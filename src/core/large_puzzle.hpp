// A puzzle of a larger board: as an evolution receives it, what logic found, and what operators see of it.
#pragma once

#include <cstdint>

#include "core/bits.hpp"
#include "core/large_candidates.hpp"
#include "core/large_geometry.hpp"
#include "evodoku/core/grid.hpp"
#include "evodoku/core/hd.hpp"
#include "evodoku/core/presolve.hpp"

namespace evodoku {

/// See PuzzleJob. It takes the levels none, givens, singles and full.
template <int order>
struct LargeJob {
    std::uint8_t givens[LargeGeometry<order>::cells];  ///< must not conflict
    PresolveLevel presolve = PresolveLevel::full;
    std::uint32_t puzzle_index = 0;
    std::uint64_t seed = 0;
};

/// See Presolved.
template <int order>
struct LargePresolved {
    using Shape = LargeGeometry<order>;
    std::uint8_t grid[Shape::cells];
    std::uint64_t candidates[Shape::cells];  ///< bit d-1 = digit d; 0 for a filled cell
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

/// Plain data. A cell is fixed (a given, or filled by logic) or free.
template <int order>
struct LargePuzzle {
    using Shape = LargeGeometry<order>;
    std::uint8_t fixed[Shape::cells] = {};                    ///< 0 where free
    std::uint8_t free_count[Shape::size] = {};                ///< box -> free cells = missing digits
    std::uint16_t free_cell[Shape::size][Shape::size] = {};   ///< box -> its free cells
    std::uint8_t missing[Shape::size][Shape::size] = {};      ///< box -> the digits that they must hold
    std::uint64_t allowed[Shape::size][Shape::size] = {};     ///< box -> free cell -> bit k: missing digit k
    std::uint8_t open_boxes = 0, open_box[Shape::size] = {};  ///< boxes with two free cells or more
};

/// True if the digits that a box misses fit into its free cells: a perfect matching, by augmenting paths (Berge, 1957).
/// The rules of logic do not look for one.
template <int order>
EVODOKU_HD bool has_arrangement(const LargePresolved<order>& found, int box) {
    using Shape = LargeGeometry<order>;
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

/// Repeats the rules of the level until none has an effect, then asks for an arrangement of each box: without one the
/// contradiction has a unit and no digit. Requires givens that do not conflict. Works in `result`.
template <int order>
EVODOKU_HD void presolve_into(LargePresolved<order>& result, const LargeJob<order>& job) {
    using Shape = LargeGeometry<order>;
    LargeCandidates<order> candidates(job.givens, result.grid, result.candidates);
    const bool singles = job.presolve >= PresolveLevel::singles, full = job.presolve >= PresolveLevel::full;
    for (bool found = singles; found && !candidates.contradiction;) {
        found = candidates.naked_singles();
        if (candidates.contradiction) break;
        found = candidates.hidden_singles() || found;
        if (!found && full) found = candidates.locked() || candidates.pairs();
    }
    result.filled = candidates.filled, result.struck = candidates.struck;
    result.contradiction = candidates.contradiction;
    result.cell = candidates.cell, result.unit = candidates.unit, result.digit = candidates.digit;
    for (int at = 0; at < Shape::cells && job.presolve == PresolveLevel::none; ++at) {
        if (result.grid[at] != 0) continue;
        result.candidates[at] = Shape::all_digits;  // make_puzzle() leaves those that the box misses
    }
    for (int box = 0; box < Shape::size && job.presolve != PresolveLevel::none && !result.contradiction; ++box) {
        if (has_arrangement(result, box)) continue;
        result.contradiction = true, result.unit = 2 * Shape::size + box;
    }
}

template <int order>
LargePresolved<order> presolve(const LargeJob<order>& job) {
    LargePresolved<order> result;
    presolve_into(result, job);
    return result;
}

/// Requires a presolve without contradiction.
template <int order>
EVODOKU_HD void make_puzzle_into(LargePuzzle<order>& puzzle, const LargePresolved<order>& found) {
    using Shape = LargeGeometry<order>;
    puzzle.open_boxes = 0;
    for (int box = 0; box < Shape::size; ++box) {
        std::uint64_t present = 0;
        int free = 0, missing = 0;
        for (int within = 0; within < Shape::size; ++within) {
            const int cell = Shape::cell_in_box(box, within);
            puzzle.fixed[cell] = found.grid[cell];
            if (found.grid[cell] != 0) {
                present |= std::uint64_t{1} << (found.grid[cell] - 1);
            } else {
                puzzle.free_cell[box][free++] = static_cast<std::uint16_t>(cell);
            }
        }
        for (int digit = 1; digit <= Shape::size; ++digit) {
            if ((present >> (digit - 1) & 1) == 0) puzzle.missing[box][missing++] = static_cast<std::uint8_t>(digit);
        }
        for (int k = 0; k < free; ++k) {
            const std::uint64_t candidates = found.candidates[puzzle.free_cell[box][k]];
            std::uint64_t allowed = 0;
            for (int j = 0; j < missing; ++j) {
                allowed |= (candidates >> (puzzle.missing[box][j] - 1) & 1) << j;
            }
            puzzle.allowed[box][k] = allowed;
        }
        puzzle.free_count[box] = static_cast<std::uint8_t>(free);
        if (free >= 2) puzzle.open_box[puzzle.open_boxes++] = static_cast<std::uint8_t>(box);
    }
}

template <int order>
LargePuzzle<order> make_puzzle(const LargePresolved<order>& found) {
    LargePuzzle<order> puzzle;
    make_puzzle_into(puzzle, found);
    return puzzle;
}

/// A larger board has no other genes than its free cells.
template <int order>
EVODOKU_HD void choose_genes(LargePuzzle<order>&, Genes) {}

}  // namespace evodoku
