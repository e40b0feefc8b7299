// A swap judged before it is made: shared by the local-search mutations. Not an operator.
#pragma once

#include "core/draws.hpp"
#include "operators/context.hpp"
#include "representation/box_board.hpp"

namespace evodoku {

/// One box of a board under trial swaps. A change of the box changes the row-column cost by the digits that its lines
/// gain or lose:
///
///   cost = constant - bits(around | box), where `around` is the digits of the neighbours in its rows and columns
struct SwapTrial {
    const Puzzle& puzzle;
    int number;
    std::uint64_t around;
    BoxBoard::Box bits;

    /// A random box with two free cells or more. Requires that there is one.
    template <class View>
    EVODOKU_HD static SwapTrial random_box(View board, const Puzzle& puzzle, Draws& draws) {
        const int number = puzzle.open_box[draws.below_small(puzzle.open_boxes)];
        return {puzzle, number, board.around(number), board.box(number)};
    }

    /// The box with two different random free cells exchanged. `directed`: the first of them clashes with a neighbour;
    /// if no cell clashes, the box is unchanged.
    EVODOKU_HD BoxBoard::Box propose(bool directed, Draws& draws) const {
        const std::uint32_t free = puzzle.free_count[number];
        std::uint32_t first = directed ? clashing_cell(draws) : draws.below_small(free);
        if (first == free) return bits;
        std::uint32_t second = draws.below_small(free - 1);
        second += second >= first;
        return BoxBoard::swapped(bits, puzzle.free_cell[number][first], puzzle.free_cell[number][second]);
    }

    /// The change of cost (positive: higher) if the box became `proposed`.
    EVODOKU_HD int cost_change(BoxBoard::Box proposed) const {
        return count_bits(around | bits) - count_bits(around | proposed);
    }

private:
    /// A random free cell among those whose digit a neighbour holds in the same row or column; free_count if none.
    EVODOKU_HD std::uint32_t clashing_cell(Draws& draws) const {
        const std::uint32_t free = puzzle.free_count[number];
        std::uint32_t clashing = 0;  // bit k: free cell k clashes
        for (std::uint32_t k = 0; k < free; ++k) {
            const int within = puzzle.free_cell[number][k];
            const std::uint64_t digit = BoxBoard::digit_bit(bits, within);
            const std::uint64_t mine = digit << (within / 3 * 9) | digit << (27 + within % 3 * 9);
            clashing |= static_cast<std::uint32_t>((around & mine) != 0) << k;
        }
        if (clashing == 0) return free;
        for (std::uint32_t pick = draws.below_small(static_cast<std::uint32_t>(count_bits(clashing))); pick != 0;
             --pick) {
            clashing &= clashing - 1;
        }
        return static_cast<std::uint32_t>(lowest_bit(clashing));
    }
};

}  // namespace evodoku
