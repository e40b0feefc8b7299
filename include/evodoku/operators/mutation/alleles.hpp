// The alleles of a puzzle: for each box, every arrangement of its missing digits that its candidates allow. What the
// heat bath draws from; made once a puzzle, on the device that runs it.
#pragma once

#include <cstdint>

#include "evodoku/core/puzzle.hpp"
#include "evodoku/representation/box_board.hpp"

namespace evodoku {

/// Lists of alleles, as boxes of a BoxBoard. Bounded: a box with more than `most` is not listed (an empty box has 9! =
/// 362,880), and whoever redraws it must do without. hardest puzzles have about a hundred a box, some boxes over 1,000.
struct Alleles {
    static constexpr std::uint32_t most = 2048;

    std::uint32_t count[9];  ///< 0: none, or too many to list
    BoxBoard::Box of[9][most];

    /// Lists those of one box, cell by cell in the order of the candidates' digits.
    EVODOKU_HD void list(const Puzzle& puzzle, int box) {
        std::uint32_t found = 0;
        std::uint32_t open[9], used[9];  // by depth: digits not tried yet in that cell; digits of the cells before
        BoxBoard::Box placed[9];
        int depth = 0;
        open[0] = puzzle.candidates[cell_in_box(box, 0)], used[0] = 0, placed[0] = 0;
        count[box] = 0;
        while (depth >= 0) {
            if (open[depth] == 0) {
                --depth;
                continue;
            }
            const std::uint32_t digit = open[depth] & (0u - open[depth]);
            open[depth] ^= digit;
            const BoxBoard::Box with = placed[depth] | BoxBoard::place(depth, lowest_bit(digit) + 1);
            if (depth == 8) {
                if (found == most) return;
                of[box][found++] = with;
            } else {
                const std::uint32_t taken = used[depth] | digit;
                ++depth;
                open[depth] = puzzle.candidates[cell_in_box(box, depth)] & ~taken, used[depth] = taken,
                placed[depth] = with;
            }
        }
        count[box] = found;
    }
};

}  // namespace evodoku
