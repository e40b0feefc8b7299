// BoxBits: one box of a BoxBoard, a permutation of 1..9, as 54 bits.
//
//   rows     bit      (row within box * 9 + digit - 1): this row of the box holds this digit
//   columns  bit 27 + (column within box * 9 + digit - 1)
//
//        26 ... 18 | 17 ... 9 | 8 ... 0        the digit in a cell is the one bit that the nine bits of its row and
//  rows    row 2   |  row 1   |  row 0         the nine bits of its column share
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "evodoku/core/hd.hpp"

namespace evodoku {

struct BoxBits {
    /// The bits of one box.
    using Box = std::uint64_t;

    static constexpr std::uint32_t digits_mask = 0x1FF;  ///< the nine bits of one row or column of a box
    static constexpr std::uint64_t rows_mask = (std::uint64_t{1} << 27) - 1;
    static constexpr std::uint64_t columns_mask = rows_mask << 27;
    static constexpr std::uint64_t box_mask = rows_mask | columns_mask;

    /// Multiplied by a digit's bit: the digit in a cell (0..8) of a box, as one bit of its row and one of its column.
    static constexpr std::array<std::uint64_t, 9> in_cell = [] {
        std::array<std::uint64_t, 9> factors{};
        for (std::size_t within = 0; within < 9; ++within)
            factors[within] = std::uint64_t{1} << (within / 3 * 9) | std::uint64_t{1} << (27 + within % 3 * 9);
        return factors;
    }();

    /// The bits of a digit (1..9) in a cell (0..8) of a box; below, the same for a digit given as one bit of nine.
    static EVODOKU_HD constexpr Box place(int within, int digit) {
        return place_bit(within, std::uint64_t{1} << (digit - 1));
    }
    static EVODOKU_HD constexpr Box place_bit(int within, std::uint64_t digit) {
#if EVODOKU_ON_DEVICE
        return digit << (within / 3 * 9) | digit << (27 + within % 3 * 9);
#else
        return digit * in_cell[static_cast<std::size_t>(within)];
#endif
    }

    /// The digit in a cell of a box, as one bit of nine.
    static EVODOKU_HD constexpr std::uint32_t digit_bit(Box box, int within) {
        return static_cast<std::uint32_t>(box >> (within / 3 * 9) & box >> (27 + within % 3 * 9)) & digits_mask;
    }

    /// Exchanges the digits of two cells of a box; the same cell twice changes nothing.
    static EVODOKU_HD constexpr Box swapped(Box box, int within_a, int within_b) {
        const std::uint64_t both = digit_bit(box, within_a) ^ digit_bit(box, within_b);
        return box ^ both << (within_a / 3 * 9) ^ both << (within_b / 3 * 9) ^ both << (27 + within_a % 3 * 9) ^
               both << (27 + within_b % 3 * 9);
    }
};

}  // namespace evodoku
