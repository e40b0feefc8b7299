// One draw of the heat bath: an allele of a box by its Boltzmann weight given the four neighbours. Not an operator.
#pragma once

#include <cstdint>

#include "core/bits.hpp"
#include "operators/mutation/alleles.hpp"
#include "operators/mutation/clash_rows.hpp"
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

    EVODOKU_INLINE VectorSets(const ClashRows::Rows& rows, std::uint32_t words) : rows_(rows), words_(words) {}

    EVODOKU_INLINE Sum weigh(std::uint32_t shift) {
        Sum total = 0;
        for (std::uint32_t word = 0; word < words_; word += vector_words) {
            WordVector one[4], two[4];
            for (int k = 0; k < 4; ++k) {
                one[k] = load_words(rows_.of[k] + word);
                two[k] = load_words(rows_.of[k] + words_ + word);
            }
            Energies<WordVector> energies(one, two);
            // What lies beyond the last word weighs nothing.
            static constexpr std::uint64_t beyond_last[2 * vector_words] = {0, 0, 0, 0, ~0ull, ~0ull, ~0ull, ~0ull};
            const std::uint32_t rest = words_ - word < vector_words ? words_ - word : vector_words;
            const WordVector beyond = load_words(beyond_last + vector_words - rest);
            energies.bit_1 |= beyond;
            energies.bit_2 |= beyond;
            auto& kept = kept_[word / vector_words];
            store_words(kept[0], energies.bit_0);
            store_words(kept[1], energies.bit_1);
            store_words(kept[2], energies.bit_2);
            WordVector weights = count_bits(energies.template of<0>());
            weights = (weights << shift) + count_bits(energies.template of<1>());
            weights = (weights << shift) + count_bits(energies.template of<2>());
            weights = (weights << shift) + count_bits(energies.template of<3>());
            weights = (weights << shift) + count_bits(energies.template of<4>());
            weights = (weights << shift) + count_bits(energies.template of<5>());
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

    /// The energies of 64 alleles: bits 0, 1 and 2 of each.
    struct Classes {
        std::uint64_t bit_0, bit_1, bit_2;
        EVODOKU_INLINE std::uint64_t members(std::uint32_t energy) const {
            const std::uint64_t none = 0, differs_0 = (energy & 1) + ~none, differs_1 = (energy >> 1 & 1) + ~none,
                                differs_2 = (energy >> 2 & 1) + ~none;
            return (bit_0 ^ differs_0) & (bit_1 ^ differs_1) & (bit_2 ^ differs_2);
        }
        EVODOKU_INLINE int count(std::uint32_t energy) const { return count_bits(members(energy)); }
    };
    EVODOKU_INLINE Classes classes(std::uint32_t word) const {
        const auto& kept = kept_[word / vector_words];
        const std::uint32_t within = word % vector_words;
        return {kept[0][within], kept[1][within], kept[2][within]};
    }

    EVODOKU_INLINE std::uint32_t clashes(const Classes&, std::uint32_t number) const {
        const std::uint32_t word = number / 64, bit = number % 64;
        return static_cast<std::uint32_t>((rows_.of[0][word] >> bit & 1) | (rows_.of[1][word] >> bit & 1) << 1 |
                                          (rows_.of[2][word] >> bit & 1) << 2 | (rows_.of[3][word] >> bit & 1) << 3);
    }

private:
    static constexpr std::uint32_t max_vectors = (Alleles::max_words + vector_words - 1) / vector_words;

    ClashRows::Rows rows_;
    std::uint32_t words_;
    std::uint64_t weights_[max_vectors * vector_words];
    std::uint64_t kept_[max_vectors][3][vector_words];
};
#endif

}  // namespace evodoku
