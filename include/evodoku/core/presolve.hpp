// Logic before the search, host and device. Fills cells and strikes candidates out; never guesses.
#pragma once

#include <cstdint>

#include "evodoku/core/candidates.hpp"

namespace evodoku {

/// none: nothing, candidates are what a cell's box misses. givens: candidates less what row, column and box hold; a
/// cell that has none left is a contradiction. single-pass: cells that have one candidate then, all at once; not those
/// that get to one by it. singles: naked and hidden singles, repeated. full: also locked candidates, naked and hidden
/// pairs.
enum class PresolveLevel : std::uint8_t { none, givens, single_pass, singles, full };

/// The level's name on the command line.
constexpr const char* to_text(PresolveLevel level) {
    switch (level) {
        case PresolveLevel::none:
            return "none";
        case PresolveLevel::givens:
            return "givens";
        case PresolveLevel::single_pass:
            return "single-pass";
        case PresolveLevel::full:
            return "full";
        case PresolveLevel::singles:
            break;
    }
    return "singles";
}

/// What the logic found. `contradiction`: the puzzle has no solution, because `cell` has no candidate (unit < 0) or
/// because `unit` has no place for `digit`.
struct Presolved {
    Grid grid;
    std::uint16_t candidates[cell_count];  ///< bit d-1 = digit d; of a filled cell, its digit
    int filled = 0;                        ///< cells that the logic added to the givens
    int struck = 0;                        ///< candidates that locked candidates and pairs struck out
    bool contradiction = false;
    int cell = -1, unit = -1, digit = 0;

    EVODOKU_HD bool is_full() const {
        for (int at = 0; at < cell_count; ++at) {
            if (grid[at] == 0) return false;
        }
        return true;
    }
};

namespace detail {

/// Repeats the rules of a level until none of them finds anything.
EVODOKU_HD inline void apply(Candidates& candidates, PresolveLevel level) {
    if (level == PresolveLevel::none) return;
    if (level == PresolveLevel::single_pass) candidates.naked_singles_at_once();
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

}  // namespace evodoku
