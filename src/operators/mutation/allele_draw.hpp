// One draw of the heat bath: an allele of a box by its Boltzmann weight given the four neighbours. Not an operator.
#pragma once

#include <cstdint>

#include "core/bits.hpp"
#include "operators/mutation/alleles.hpp"
#include "operators/mutation/clash_sets.hpp"
#include "operators/mutation/vector_words.hpp"
#include "operators/mutation/word_sets.hpp"

namespace evodoku {

struct DrawnAllele {
    std::uint32_t number;
    std::uint32_t clashes;  ///< bit k: it clashes with neighbour k
};

/// Up to this shift the weights' sum has 32 bits.
inline constexpr std::uint32_t max_shift_of_words = 3;

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
    if (!all_alike) [[likely]] {
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
        number = word * 64 + static_cast<std::uint32_t>(nth_bit(classes.members(energy), nth));
    }
    return {number, sets.clashes(classes, number)};
}

#if !EVODOKU_ON_DEVICE
/// As a CPU does it: four words at once, out of rows (see ClashRows).
class VectorSets {
public:
    using Sum = std::uint64_t;

    /// The row of each neighbour.
    EVODOKU_INLINE VectorSets(const std::uint64_t* row_0, const std::uint64_t* row_1, const std::uint64_t* row_2,
                              const std::uint64_t* row_3, std::uint32_t words)
        : row_{row_0, row_1, row_2, row_3}, words_(words) {}

    EVODOKU_INLINE Sum weigh(std::uint32_t shift) {
        Sum total = 0;
        for (std::uint32_t word = 0; word < words_; word += vector_words) {
            WordVector one[4], two[4];
            for (int k = 0; k < 4; ++k) {
                one[k] = load_words(row_[k] + word);
                two[k] = load_words(row_[k] + words_ + word);
            }
            Energies<WordVector> energies(one, two);
            // What lies beyond the last word weighs nothing.
            static constexpr std::uint64_t beyond_last[2 * vector_words] = {0, 0, 0, 0, ~0ull, ~0ull, ~0ull, ~0ull};
            const std::uint32_t rest = words_ - word < vector_words ? words_ - word : vector_words;
            const WordVector beyond = load_words(beyond_last + vector_words - rest);
            energies.bit_1 |= beyond;
            energies.bit_2 |= beyond;
            auto& kept = kept_[word / vector_words];
            WordVector weights = keep<0>(energies, kept);
            weights = (weights << shift) + keep<1>(energies, kept);
            weights = (weights << shift) + keep<2>(energies, kept);
            weights = (weights << shift) + keep<3>(energies, kept);
            weights = (weights << shift) + keep<4>(energies, kept);
            weights = (weights << shift) + keep<5>(energies, kept);
            store_words(weights_ + word, weights);
            total += (weights[0] + weights[1]) + (weights[2] + weights[3]);
        }
        return total;
    }

    /// The word that `left` falls into; leaves what is left of it there. Both searches count the sums that do not
    /// exceed it, instead of stopping at the first that does: a processor cannot foresee where that is.
    EVODOKU_INLINE std::uint32_t find(Sum& left) const {
        std::uint32_t first = 0;
        if (words_ > vector_words) {
            for (;; first += vector_words) {
                const std::uint64_t* each = weights_ + first;
                const std::uint64_t sum = (each[0] + each[1]) + (each[2] + each[3]);
                if (left < sum) break;
                left -= sum;
            }
        }
        std::uint64_t up_to = 0, before = 0;
        std::uint32_t word = first;
        for (std::uint32_t each = 0; each < vector_words - 1; ++each) {
            up_to += weights_[first + each];
            const bool is_later = left >= up_to;
            word += is_later;
            before = is_later ? up_to : before;
        }
        left -= before;
        return word;
    }

    struct Classes {
        const std::uint64_t* first;
        std::uint64_t members(std::uint32_t energy) const { return first[energy * vector_words]; }
        int count(std::uint32_t energy) const { return count_bits(members(energy)); }
    };
    Classes classes(std::uint32_t word) const { return {&kept_[word / vector_words][0][word % vector_words]}; }

    std::uint32_t clashes(const Classes&, std::uint32_t number) const {
        std::uint32_t clashes = 0;
        for (int k = 3; k >= 0; --k) {
            clashes = 2 * clashes + static_cast<std::uint32_t>(row_[k][number / 64] >> number % 64 & 1);
        }
        return clashes;
    }

private:
    /// Keeps a class; returns how many each word has.
    template <int energy>
    EVODOKU_INLINE static WordVector keep(const Energies<WordVector>& energies,
                                          std::uint64_t (&kept)[highest_energy + 1][vector_words]) {
        const WordVector members = energies.template of<energy>();
        store_words(kept[energy], members);
        return count_bits(members);
    }

    static constexpr std::uint32_t max_vectors = (Alleles::max_words + vector_words - 1) / vector_words;

    const std::uint64_t* row_[4];
    std::uint32_t words_;
    std::uint64_t weights_[max_vectors * vector_words];
    std::uint64_t kept_[max_vectors][highest_energy + 1][vector_words];
};
#endif

}  // namespace evodoku
