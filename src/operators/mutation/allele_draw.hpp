// One draw of the heat bath: an allele of a box by its Boltzmann weight given the four neighbours, and the numbers that
// a GPU looks its table up with.
#pragma once

#include <cstdint>

#include "core/bits.hpp"
#include "operators/mutation/alleles.hpp"
#include "operators/mutation/box_pairs.hpp"
#include "operators/mutation/clash_sets.hpp"
#include "operators/mutation/vector_sets.hpp"

namespace evodoku {

/// A byte per box: of the bands the numbers of the rows, of the stacks those of the columns. HalfPatterns::none where
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
    EVODOKU_HD OfNeighbours around(const Surroundings& box) const { return around(box, box.ring()); }

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
    /// One of the lower three bytes is 255, HalfPatterns::none.
    EVODOKU_HD static bool has_none(std::uint32_t bytes) {
        return (((~bytes & 0xFFFFFF) - 0x010101) & bytes & 0x808080) != 0;
    }

    /// An array indexed by a variable would leave a GPU's registers.
    EVODOKU_HD static std::uint32_t at(const std::uint32_t (&of)[3], std::uint32_t index) {
        return index == 0 ? of[0] : index == 1 ? of[1] : of[2];
    }
    EVODOKU_HD static void put(std::uint32_t (&of)[3], std::uint32_t index, std::uint32_t byte, std::uint32_t value) {
        const std::uint32_t mask = 255u << 8 * byte, bits = value << 8 * byte;
        EVODOKU_UNROLLED
        for (std::uint32_t k = 0; k < 3; ++k) of[k] = k == index ? (of[k] & ~mask) | bits : of[k];
    }

    std::uint32_t rows_[3] = {}, columns_[3] = {};
};

struct DrawnAllele {
    std::uint32_t number;
    std::uint32_t clashes;  ///< bit k: it clashes with neighbour k
};

/// Up to this shift the weights of `Alleles::max_listed` alleles have a sum of 32 bits.
inline constexpr std::uint32_t max_shift_of_words = 3;

/// True if the weights of `count` alleles have a sum of 32 bits.
EVODOKU_HD inline bool weights_fit_words(std::uint32_t count, std::uint32_t shift) {
    return (std::uint64_t{count} << shift * highest_energy) >> 32 == 0;
}
static_assert(Alleles::max_listed >> (32 - max_shift_of_words * highest_energy) == 0);

/// The allele of a word whose weight, summed class by class, is the first that `left` falls into.
template <class Classes, class Sum>
EVODOKU_HD EVODOKU_INLINE std::uint32_t find_in_word(const Classes& classes, Sum left, std::uint32_t shift) {
    Sum sum = 0, below = 0;
    std::uint32_t energy = 0;
    EVODOKU_UNROLLED
    for (std::uint32_t each = 0; each < highest_energy; ++each) {
        sum += static_cast<Sum>(classes.count(each)) << shift * (highest_energy - each);
        const bool is_later = left >= sum;
        energy += is_later;
        below = is_later ? sum : below;
    }
    const auto nth = static_cast<int>((left - below) >> shift * (highest_energy - energy));
    return static_cast<std::uint32_t>(nth_bit(classes.members(energy), nth));
}

#if EVODOKU_HAS_WIDE_VECTORS
/// All classes in one vector.
EVODOKU_INLINE std::uint32_t find_in_word(const WordClasses& classes, std::uint64_t left, std::uint32_t shift) {
    constexpr std::uint64_t no = ~std::uint64_t{0};
    constexpr WideVector none = {}, differs_0 = {no, 0, no, 0, no, 0, no, 0}, differs_1 = {no, no, 0, 0, no, no, 0, 0},
                         differs_2 = {no, no, no, no, 0, 0, 0, 0}, cooler = {5, 4, 3, 2, 1, 0, 0, 0};
    const WideVector members = ((none + classes.bit_0) ^ differs_0) & ((none + classes.bit_1) ^ differs_1) &
                               ((none + classes.bit_2) ^ differs_2);
    const WideVector shifts = cooler * shift, weights = count_bits(members) << shifts, sums = sums_of(weights);
    const WideVector nth = (left - (sums - weights)) >> shifts;
    return static_cast<std::uint32_t>(nth_bit(first_beyond(sums, left, members),  //
                                              static_cast<int>(first_beyond(sums, left, nth))));
}
#endif

/// weight = 2^(shift (5 - E)) up to E = 5, nothing beyond; all alleles alike where all are beyond, and at shift 0.
/// Integers only: `Alleles::max_listed` alleles have a total weight below 2^48 at shift 7, and below 2^28 at shift 3.
///
/// A uniform number u below the total picks one: the first word of 64 alleles whose weights, summed from the beginning,
/// exceed u; in it the class, lowest energy first; in that the k-th allele.
///
/// `Sets` has the sets of four neighbours, in the device's layout. `uniform`: a random number below 2^64;
/// its upper 48 bits do.
template <class Sets>
EVODOKU_HD EVODOKU_INLINE DrawnAllele draw_allele(Sets& sets, std::uint32_t count, std::uint32_t shift,
                                                  std::uint64_t uniform) {
    using Sum = typename Sets::Sum;
    const Sum total = sets.weigh(shift);
    const bool all_alike = total == 0 || shift == 0;
    std::uint32_t number = 0, word = 0;
    Sum left = 0;
    if (all_alike) [[unlikely]] {
        number = static_cast<std::uint32_t>(multiply_high(uniform, count));
        word = number / 64;
    } else {
        left = static_cast<Sum>(multiply_high(uniform, total));
        word = sets.find(left);
    }
    const auto classes = sets.classes(word);
    if (!all_alike) [[likely]]
        number = word * 64 + find_in_word(classes, left, shift);
    return {number, sets.clashes(classes, number)};
}

/// draw_allele() out of WordSets. `step`: 2^shift.
template <class Sum, class Entries>
EVODOKU_HD EVODOKU_INLINE DrawnAllele draw_by_words(const Entries& entries, std::uint32_t words, Sum step,
                                                    std::uint32_t count, std::uint32_t shift, std::uint64_t uniform) {
    using Sets = WordSets<Sum, Entries>;
    typename Sets::Sums sums;
    Sets sets(entries, words, step, sums);
    return draw_allele(sets, count, shift, uniform);
}

}  // namespace evodoku
