// Logic before the search, host and device. Fills cells and removes candidates; never guesses.
#pragma once

#include <cstdint>

#include "core/candidates.hpp"
#include "evodoku/core/presolve.hpp"

namespace evodoku {
namespace detail {

/// Repeats the rules of a level until none of them has an effect.
EVODOKU_HD inline void apply(Candidates& candidates, PresolveLevel level) {
    if (level == PresolveLevel::none) return;
    if (level == PresolveLevel::single_pass) candidates.naked_singles_at_once(false);
    if (level == PresolveLevel::single_pass_keep) candidates.naked_singles_at_once(true);
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

}  // namespace detail

/// Requires givens that do not conflict.
EVODOKU_HD inline Presolved presolve(const Grid& givens, PresolveLevel level) {
    Presolved result;
    Candidates candidates(givens);
    detail::apply(candidates, level);
    result.grid = candidates.grid;
    result.filled = candidates.filled, result.struck = candidates.struck;
    result.contradiction = candidates.contradiction;
    result.cell = candidates.cell, result.unit = candidates.unit, result.digit = candidates.digit;
    for (int cell = 0; cell < cell_count; ++cell) {
        const int digit = result.grid[cell];
        unsigned possible = digit != 0 ? 1u << (digit - 1) : candidates.of[cell];
        if (digit == 0 && level == PresolveLevel::none) {
            possible = all_digits;
            for (int k = 0; k < 9; ++k) {
                const int other = givens[cell_in_box(box_of(cell), k)];
                if (other != 0) possible &= ~(1u << (other - 1));
            }
        }
        result.candidates[cell] = static_cast<std::uint16_t>(possible);
    }
    return result;
}

EVODOKU_HD inline Presolved presolve(const PuzzleJob& job) { return presolve(job.givens, job.presolve); }

}  // namespace evodoku
