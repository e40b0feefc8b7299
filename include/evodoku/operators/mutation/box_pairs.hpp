// Which neighbouring boxes clash, and which of two neighbours was redrawn later. Not an operator.
#pragma once

#include <cstdint>

#include "evodoku/core/bits.hpp"
#include "evodoku/representation/box_board.hpp"

namespace evodoku {

/// A box among its neighbours. Without divisions: this is asked for at every redraw.
struct Surroundings {
    std::uint32_t band, stack;
    std::uint32_t beside[2];  ///< the other boxes of its band: the next in the ring of three, and the one after that
    std::uint32_t above[2];   ///< of its stack likewise

    EVODOKU_HD explicit Surroundings(std::uint32_t box) : band(box * 11 >> 5), stack(box - 3 * band) {
        beside[0] = 3 * band + next(stack), beside[1] = 3 * band + next(next(stack));
        above[0] = 3 * next(band) + stack, above[1] = 3 * next(next(band)) + stack;
    }

private:
    EVODOKU_HD static constexpr std::uint32_t next(std::uint32_t k) { return k == 2 ? 0 : k + 1; }
};

/// The 18 pairs of neighbours, three a band (numbers 0..8) and three a stack (9..17):
///
///   pair 3 k + j of band k, 9 + 3 k + j of stack k:   j = 0: boxes 0 and 1 of it;  1: 0 and 2;  2: 1 and 2
class BoxPairs {
public:
    struct Pair {
        std::uint32_t number, first, second;  ///< `first` is the box with the lower number
    };

    /// Pair `number`.
    EVODOKU_HD static constexpr Pair pair(std::uint32_t number) {
        const bool in_band = number < 9;
        const std::uint32_t of_kind = in_band ? number : number - 9;
        const std::uint32_t line = of_kind * 11 >> 5, j = of_kind - 3 * line;
        const std::uint32_t low = j == 2 ? 1 : 0, high = j == 0 ? 1 : 2;
        return in_band ? Pair{number, 3 * line + low, 3 * line + high} : Pair{number, 3 * low + line, 3 * high + line};
    }

    /// The digits that the boxes of a pair share in a row of their band or a column of their stack, as bits of a box.
    EVODOKU_HD static std::uint64_t clashes(const BoxBoard::Box (&boxes)[9], Pair of) {
        const std::uint64_t mask = of.number < 9 ? BoxBoard::rows_mask : BoxBoard::columns_mask;
        return boxes[of.first] & boxes[of.second] & mask;
    }

    /// `newer`: bit p says that of pair p the first box was redrawn after the second. 18 bits.
    EVODOKU_HD BoxPairs(const BoxBoard::Box (&boxes)[9], std::uint32_t newer) : newer_(newer) {
        for (std::uint32_t number = 0; number < 18; ++number) {
            clashing_ |= std::uint32_t{clashes(boxes, pair(number)) != 0} << number;
        }
    }

    /// Bit p: the boxes of pair p clash. 0 = solved.
    EVODOKU_HD std::uint32_t clashing() const { return clashing_; }
    EVODOKU_HD std::uint32_t newer() const { return newer_; }
    EVODOKU_HD bool second_is_older(std::uint32_t number) const { return (newer_ >> number & 1) != 0; }

    /// One of the clashing pairs, by a random number below 2^16. Requires that there is one.
    EVODOKU_HD Pair random_clashing(std::uint32_t uniform) const {
        const auto nth = uniform * static_cast<std::uint32_t>(count_bits(clashing_)) >> 16;
        return pair(static_cast<std::uint32_t>(nth_bit(clashing_, static_cast<int>(nth))));
    }

    /// A box was redrawn: its four pairs clash as told (in the order of Surroundings), and it is the newer in each.
    EVODOKU_HD void redrawn(Surroundings box, bool beside_0, bool beside_1, bool above_0, bool above_1) {
        const std::uint32_t band = 3 * box.band, stack = 9 + 3 * box.stack;
        const std::uint32_t pairs = mine(box.stack) << band | mine(box.band) << stack;
        const std::uint32_t first = mine_as_first(box.stack) << band | mine_as_first(box.band) << stack;
        // The pair with one neighbour is 2 - the place of the other: see the drawing.
        const std::uint32_t place_0 = box.beside[0] - 3 * box.band, place_1 = box.beside[1] - 3 * box.band;
        const std::uint32_t band_0 = (box.above[0] - box.stack) * 11 >> 5,
                            band_1 = (box.above[1] - box.stack) * 11 >> 5;
        const std::uint32_t clash =
            std::uint32_t{beside_0} << (band + 2 - place_1) | std::uint32_t{beside_1} << (band + 2 - place_0) |
            std::uint32_t{above_0} << (stack + 2 - band_1) | std::uint32_t{above_1} << (stack + 2 - band_0);
        clashing_ = (clashing_ & ~pairs) | clash;
        newer_ = (newer_ & ~pairs) | first;
    }

private:
    /// Of the three pairs of a line, those that the box in `place` (0..2) is in; and those it is the first of.
    EVODOKU_HD static constexpr std::uint32_t mine(std::uint32_t place) { return 7 ^ 4 >> place; }
    EVODOKU_HD static constexpr std::uint32_t mine_as_first(std::uint32_t place) {
        return 0b000'100'011 >> 3 * place & 7;
    }

    std::uint32_t clashing_ = 0;
    std::uint32_t newer_;
};

}  // namespace evodoku
