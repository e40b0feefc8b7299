// Which neighbouring boxes of a board clash, and which of two neighbours was redrawn later. Not an operator.
#pragma once

#include <cstdint>

#include "evodoku/core/draws.hpp"
#include "evodoku/representation/box_board.hpp"

namespace evodoku {

/// The 18 pairs of neighbours, three a band (numbers 0..8) and three a stack (9..17):
///
///   pair 3 k + j of band k, 9 + 3 k + j of stack k:   j = 0: boxes 0 and 1 of it;  1: 0 and 2;  2: 1 and 2
class BoxPairs {
public:
    struct Pair {
        int number, first, second;  ///< `first` is the box with the lower number
    };

    /// The clashes of a board; which of two was redrawn later is drawn at random, as nobody knows. Draws 18 bits.
    template <class View>
    EVODOKU_HD BoxPairs(View board, Draws& draws) : first_is_newer_(draws.bits(18)) {
        for (int number = 0; number < 18; ++number) look(board, pair(number));
    }

    /// Bit p: the boxes of pair p clash. 0 = solved.
    EVODOKU_HD std::uint32_t clashing() const { return clashing_; }
    EVODOKU_HD bool second_is_older(int number) const { return (first_is_newer_ >> number & 1) != 0; }

    /// One of the clashing pairs. Requires that there is one. Draws 16 bits.
    EVODOKU_HD Pair random_clashing(Draws& draws) const {
        std::uint32_t left = clashing_;
        for (std::uint32_t nth = draws.below_small(static_cast<std::uint32_t>(count_bits(left))); nth != 0; --nth) {
            left &= left - 1;
        }
        return pair(lowest_bit(left));
    }

    /// Box `box` was redrawn: its four pairs are looked at again, and it is the newer in each.
    template <class View>
    EVODOKU_HD void redrawn(View board, int box) {
        const int band = band_of_box(box), stack = stack_of_box(box);
        for (int other = 0; other < 3; ++other) {
            if (other != stack) refresh(board, band * 3 + index_of(stack, other), stack < other);
            if (other != band) refresh(board, 9 + stack * 3 + index_of(band, other), band < other);
        }
    }

private:
    /// 0, 1, 2 for the places {0, 1}, {0, 2}, {1, 2} within a band or stack.
    EVODOKU_HD static constexpr int index_of(int a, int b) { return a + b - 1; }

    EVODOKU_HD static constexpr Pair pair(int number) {
        const int line = number % 9 / 3, j = number % 3;
        const int low = j == 2 ? 1 : 0, high = j == 0 ? 1 : 2;
        if (number < 9) return {number, box_at(line, low), box_at(line, high)};
        return {number, box_at(low, line), box_at(high, line)};
    }

    template <class View>
    EVODOKU_HD void look(View board, Pair boxes) {
        const std::uint64_t mask = boxes.number < 9 ? BoxBoard::rows_mask : BoxBoard::columns_mask;
        const bool clash = (board.box(boxes.first) & board.box(boxes.second) & mask) != 0;
        clashing_ = (clashing_ & ~(1u << boxes.number)) | std::uint32_t{clash} << boxes.number;
    }

    template <class View>
    EVODOKU_HD void refresh(View board, int number, bool first_is_newer) {
        look(board, pair(number));
        first_is_newer_ = (first_is_newer_ & ~(1u << number)) | std::uint32_t{first_is_newer} << number;
    }

    std::uint32_t clashing_ = 0;
    std::uint32_t first_is_newer_;  // bit p: of pair p, the first box was redrawn after the second
};

}  // namespace evodoku
