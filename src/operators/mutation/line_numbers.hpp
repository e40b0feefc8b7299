// The arrangements of nine boxes by their numbers: what a redraw looks its table up with. Not an operator.
#pragma once

#include <cstdint>

#include "operators/mutation/alleles.hpp"
#include "operators/mutation/box_pairs.hpp"

namespace evodoku {

/// A byte per box: of the bands the numbers of the rows, of the stacks those of the columns. Arrangements::none where
/// the box is not as any allele has it.
class LineNumbers {
public:
    EVODOKU_HD LineNumbers(const Alleles& alleles, const BoxBoard::Box (&boxes)[9]) {
        EVODOKU_UNROLLED
        for (int box = 0; box < 9; ++box) {
            rows_[box / 3] |= alleles.rows[box].find(Alleles::row_half(boxes[box])) << 8 * (box % 3);
            columns_[box % 3] |= alleles.columns[box].find(Alleles::column_half(boxes[box])) << 8 * (box / 3);
        }
    }

    /// The numbers of the rows of beside[0] and beside[1], and of the columns of above[0] and above[1].
    struct OfNeighbours {
        std::uint32_t bytes;

        EVODOKU_HD std::uint32_t of(std::uint32_t k) const { return bytes >> 8 * k & 255; }
    };
    /// `ring`: of the box (Surroundings::ring). Four bytes of its band's rows and of its stack's columns.
    EVODOKU_HD OfNeighbours around(const Surroundings& box, std::uint32_t ring) const {
        return {pick_bytes(at(rows_, box.band), at(columns_, box.stack), ring)};
    }
    EVODOKU_HD OfNeighbours around(const Surroundings& box) const {
#if EVODOKU_ON_DEVICE
        return around(box, box.ring());
#else
        const std::uint32_t rows = at(rows_, box.band), columns = at(columns_, box.stack);
        // The two that follow it in the ring of three.
        const std::uint64_t along = std::uint64_t{rows} << 24 | rows, down = std::uint64_t{columns} << 24 | columns;
        return {static_cast<std::uint32_t>((along >> 8 * (box.stack + 1) & 0xFFFF) |
                                           (down >> 8 * (box.band + 1) & 0xFFFF) << 16)};
#endif
    }

    /// True if some half has no number.
    EVODOKU_HD bool some_unlisted() const {
        bool some = false;
        EVODOKU_UNROLLED
        for (int k = 0; k < 3; ++k) some = some || has_none(rows_[k]) || has_none(columns_[k]);
        return some;
    }

    /// The numbers of box `number`, a constant: rows, and columns * 256.
    EVODOKU_HD std::uint32_t of_box(int number) const {
        return (rows_[number / 3] >> 8 * (number % 3) & 255) | (columns_[number % 3] >> 8 * (number / 3) & 255) << 8;
    }

    /// The box has become an allele with these numbers: rows, and columns * 256.
    EVODOKU_HD void set(const Surroundings& box, std::uint32_t numbers) {
        put(rows_, box.band, box.stack, numbers & 255);
        put(columns_, box.stack, box.band, numbers >> 8);
    }

private:
    /// One of the lower three bytes is 255, Arrangements::none.
    EVODOKU_HD static bool has_none(std::uint32_t bytes) {
        return (((~bytes & 0xFFFFFF) - 0x010101) & bytes & 0x808080) != 0;
    }

    /// An array indexed by a variable would leave a GPU's registers.
    EVODOKU_HD static std::uint32_t at(const std::uint32_t (&of)[3], std::uint32_t index) {
#if EVODOKU_ON_DEVICE
        return index == 0 ? of[0] : index == 1 ? of[1] : of[2];
#else
        return of[index];
#endif
    }
    EVODOKU_HD static void put(std::uint32_t (&of)[3], std::uint32_t index, std::uint32_t byte, std::uint32_t value) {
        const std::uint32_t mask = 255u << 8 * byte, bits = value << 8 * byte;
#if EVODOKU_ON_DEVICE
        EVODOKU_UNROLLED
        for (std::uint32_t k = 0; k < 3; ++k) of[k] = k == index ? (of[k] & ~mask) | bits : of[k];
#else
        of[index] = (of[index] & ~mask) | bits;
#endif
    }

    std::uint32_t rows_[3] = {}, columns_[3] = {};
};

}  // namespace evodoku
