// Which neighbouring boxes clash, and which of two neighbours was redrawn later.
#pragma once

#include <array>
#include <cstdint>

#include "core/bits.hpp"
#include "representation/box_board.hpp"

namespace evodoku {

/// A box among its neighbours, which are numbered 0..3: beside[0], beside[1], above[0], above[1].
struct Surroundings {
    std::uint32_t band, stack;
    std::uint32_t beside[2];  ///< the other boxes of its band: the next in the ring of three, and the one after that
    std::uint32_t above[2];   ///< the other boxes of its stack, in this order

    EVODOKU_HD explicit constexpr Surroundings(std::uint32_t box)
        : band(box * 11 >> 5),
          stack(box - 3 * band),
          beside{3 * band + next(stack), 3 * band + next(next(stack))},
          above{3 * next(band) + stack, 3 * next(next(band)) + stack} {}

    EVODOKU_HD constexpr std::uint32_t neighbour(std::uint32_t k) const { return k < 2 ? beside[k & 1] : above[k & 1]; }

    /// Four places of four bits, one per neighbour: of the six bytes of a band's boxes (0..3) and a stack's (4..7) its
    /// own. See pick_bytes().
    EVODOKU_HD constexpr std::uint32_t ring() const {
        const std::uint32_t along = next(stack) | next(next(stack)) << 4, down = next(band) | next(next(band)) << 4;
        return along | (down | 0x44) << 8;
    }

    /// The four pairs (see BoxPairs) that it is in, as bits; and those it is the first of.
    EVODOKU_HD constexpr std::uint32_t pairs() const { return in_two(7 ^ 4 >> stack, 7 ^ 4 >> band); }
    EVODOKU_HD constexpr std::uint32_t pairs_as_first() const {
        return in_two(0b000'100'011 >> 3 * stack & 7, 0b000'100'011 >> 3 * band & 7);
    }
    /// Its pairs with the neighbours whose bits are set.
    EVODOKU_HD constexpr std::uint32_t pairs_with(std::uint32_t neighbours) const {
        return in_two(in_line(stack, neighbours & 3), in_line(band, neighbours >> 2));
    }

private:
    EVODOKU_HD static constexpr std::uint32_t next(std::uint32_t k) { return k == 2 ? 0 : k + 1; }
    EVODOKU_HD constexpr std::uint32_t in_two(std::uint32_t of_band, std::uint32_t of_stack) const {
        return of_band << 3 * band | of_stack << (9 + 3 * stack);
    }
    /// The pairs of a line with the next box of the ring of three (bit 0) and with the one after it (bit 1).
    ///
    ///   place 0: next is 1, pair 0; then 2, pair 1   place 1: 2, pair 2; 0, pair 0   place 2: 0, pair 1; 1, pair 2
    EVODOKU_HD static constexpr std::uint32_t in_line(std::uint32_t place, std::uint32_t neighbours) {
        // Three bits for none, one, the other, both.
        const std::uint32_t of_place = place == 0   ? 0b011'010'001'000
                                       : place == 1 ? 0b101'001'100'000
                                                    : 0b110'100'010'000;
        return of_place >> 3 * neighbours & 7;
    }
};

#if !EVODOKU_ON_DEVICE
/// Surroundings in tables, as every redraw uses them.
class SurroundingsFound : public Surroundings {
public:
    explicit constexpr SurroundingsFound(std::uint32_t box)
        : Surroundings(box), pairs_(Surroundings::pairs()), as_first_(Surroundings::pairs_as_first()) {
        for (std::uint32_t neighbours = 0; neighbours < 16; ++neighbours) {
            with_[neighbours] = Surroundings::pairs_with(neighbours);
        }
        for (std::uint32_t k = 0; k < 4; ++k) neighbour_[k] = Surroundings::neighbour(k);
    }
    std::uint32_t neighbour(std::uint32_t k) const { return neighbour_[k]; }
    std::uint32_t pairs() const { return pairs_; }
    std::uint32_t pairs_as_first() const { return as_first_; }
    std::uint32_t pairs_with(std::uint32_t neighbours) const { return with_[neighbours]; }

private:
    std::uint32_t neighbour_[4] = {}, pairs_, as_first_, with_[16] = {};
};
inline const SurroundingsFound& surroundings(std::uint32_t box) {
    using Found = SurroundingsFound;
    static constexpr Found found[9] = {Found(0), Found(1), Found(2), Found(3), Found(4),
                                       Found(5), Found(6), Found(7), Found(8)};
    return found[box];
}
#else
using SurroundingsFound = Surroundings;
EVODOKU_HD inline Surroundings surroundings(std::uint32_t box) { return Surroundings(box); }
#endif

/// The 18 pairs of neighbours, three a band (numbers 0..8) and three a stack (9..17):
///
///   pair 3 k + j of band k, 9 + 3 k + j of stack k:   j = 0: boxes 0 and 1 of it;  1: 0 and 2;  2: 1 and 2
class BoxPairs {
public:
    struct Pair {
        std::uint32_t number, first, second;  ///< `first` is the box with the lower number
    };

    EVODOKU_HD static constexpr Pair pair(std::uint32_t number) {
        const bool in_band = number < 9;
        const std::uint32_t of_kind = in_band ? number : number - 9;
        const std::uint32_t line = of_kind * 11 >> 5, j = of_kind - 3 * line;
        const std::uint32_t low = j == 2 ? 1 : 0, high = j == 0 ? 1 : 2;
        return in_band ? Pair{number, 3 * line + low, 3 * line + high} : Pair{number, 3 * low + line, 3 * high + line};
    }

    /// The digits that the boxes of a pair share in a row of their band or a column of their stack, as bits of a box.
    EVODOKU_HD static std::uint64_t clashes(BoxBoard::Box first, BoxBoard::Box second, std::uint32_t number) {
        return first & second & (number < 9 ? BoxBoard::rows_mask : BoxBoard::columns_mask);
    }
    EVODOKU_HD static std::uint64_t clashes(const BoxBoard::Box (&boxes)[9], Pair pair) {
        return clashes(boxes[pair.first], boxes[pair.second], pair.number);
    }

    /// No pairs clash.
    BoxPairs() = default;

    /// `newer`: bit p says that of pair p the first box was redrawn after the second. 18 bits.
    EVODOKU_HD BoxPairs(const BoxBoard::Box (&boxes)[9], std::uint32_t newer) : newer_(newer) {
        EVODOKU_UNROLLED
        for (std::uint32_t number = 0; number < 9; ++number) {  // two at a time: g++ unrolls no loop of 18
            clashing_ |= std::uint32_t{clashes(boxes, pair(number)) != 0} << number;
            clashing_ |= std::uint32_t{clashes(boxes, pair(number + 9)) != 0} << (number + 9);
        }
    }

    /// Bit p: the boxes of pair p clash. 0 = solved.
    EVODOKU_HD std::uint32_t clashing() const { return clashing_; }
    EVODOKU_HD std::uint32_t newer() const { return newer_; }
    EVODOKU_HD bool second_is_older(std::uint32_t number) const { return (newer_ >> number & 1) != 0; }

    /// One of the clashing pairs, by a random number below 2^16. Requires that there is one.
    EVODOKU_HD Pair random_clashing(std::uint32_t uniform) const {
        const auto nth = uniform * static_cast<std::uint32_t>(count_bits(clashing_)) >> 16;
        const auto number = static_cast<std::uint32_t>(nth_bit(clashing_, static_cast<int>(nth)));
#if EVODOKU_ON_DEVICE
        return pair(number);
#else
        static constexpr auto looked_up = [] {
            std::array<Pair, 18> pairs{};
            for (std::uint32_t k = 0; k < 18; ++k) pairs[k] = pair(k);
            return pairs;
        }();
        return looked_up[number];
#endif
    }

    /// A box was redrawn: it is the newer in its four pairs. `clash`: bit k says that it clashes with neighbour k.
    EVODOKU_HD void redrawn(std::uint32_t box, std::uint32_t clash) {
        const auto& own = surroundings(box);
        clashing_ = (clashing_ & ~own.pairs()) | own.pairs_with(clash);
        newer_ = (newer_ & ~own.pairs()) | own.pairs_as_first();
    }

private:
    std::uint32_t clashing_ = 0;
    std::uint32_t newer_ = 0;
};

/// What the four neighbours of a box hold, each masked to the bits that its clashes show in: two with the rows of their
/// band, two with the columns of their stack. Nine bits each.
class NeighbourBoxes {
public:
    EVODOKU_HD NeighbourBoxes(const BoxBoard::Box (&boxes)[9], const Surroundings& around)
        : NeighbourBoxes([&](std::uint32_t box) { return boxes[box]; }, around) {}
    EVODOKU_HD NeighbourBoxes(const auto& box, const Surroundings& around)
        : of_{box(around.beside[0]) & BoxBoard::rows_mask, box(around.beside[1]) & BoxBoard::rows_mask,
              box(around.above[0]) & BoxBoard::columns_mask, box(around.above[1]) & BoxBoard::columns_mask} {}

    /// The digits that neighbour k has in row `number` of the box, or in its column where k is 2 or 3; bit d - 1 is
    /// digit d.
    EVODOKU_HD std::uint32_t line(std::uint32_t k, std::uint32_t number) const {
        return static_cast<std::uint32_t>(of_[k] >> ((k < 2 ? 0 : 27) + 9 * number)) & 0x1FF;
    }

    /// Bit k: an allele clashes with neighbour k.
    EVODOKU_HD std::uint32_t clashes(BoxBoard::Box allele) const {
        std::uint32_t clashes = 0;
        EVODOKU_UNROLLED
        for (int k = 0; k < 4; ++k) clashes |= std::uint32_t{(allele & of_[k]) != 0} << k;
        return clashes;
    }

private:
    std::uint64_t of_[4];
};

}  // namespace evodoku
