// One draw of the heat bath: an allele of a box by its Boltzmann weight given the four neighbours. Not an operator.
#pragma once

#include <cstdint>

#include "core/bits.hpp"
#include "operators/mutation/alleles.hpp"
#include "operators/mutation/clash_sets.hpp"
#include "operators/mutation/vector_sets.hpp"
#include "operators/mutation/word_sets.hpp"

namespace evodoku {

struct DrawnAllele {
    std::uint32_t number;
    std::uint32_t clashes;  ///< bit k: it clashes with neighbour k
};

/// Up to this shift the weights of `Alleles::max_listed` alleles have a sum of 32 bits.
inline constexpr std::uint32_t max_shift_of_words = 3;

/// Those of `count` alleles have.
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
/// The same with all classes in one vector.
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
/// `Sets` has the sets of four neighbours, as the device that runs likes them. `uniform`: a random number below 2^64;
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

}  // namespace evodoku
