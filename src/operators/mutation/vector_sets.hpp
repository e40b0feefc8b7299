// The energies of the alleles of a box, several words at once, for a draw of the heat bath on a CPU. Not an operator.
#pragma once

#include <array>
#include <cstdint>

#include "core/bits.hpp"
#include "operators/mutation/clash_rows.hpp"
#include "operators/mutation/clash_sets.hpp"
#include "operators/mutation/vector_words.hpp"

#if !EVODOKU_ON_DEVICE
namespace evodoku {

/// The energies of 64 alleles: bits 0, 1 and 2 of each.
struct WordClasses {
    std::uint64_t bit_0, bit_1, bit_2;

    EVODOKU_INLINE std::uint64_t members(std::uint32_t energy) const {
        const std::uint64_t none = 0, differs_0 = (energy & 1) + ~none, differs_1 = (energy >> 1 & 1) + ~none,
                            differs_2 = (energy >> 2 & 1) + ~none;
        return (bit_0 ^ differs_0) & (bit_1 ^ differs_1) & (bit_2 ^ differs_2);
    }
    EVODOKU_INLINE int count(std::uint32_t energy) const { return count_bits(members(energy)); }
};

/// Boxes by their number of words. 80 % of those that hard puzzles redraw are small, 92 % at most medium.
inline constexpr std::uint32_t small_words = 4, medium_words = 8, large_words = 16, huge_words = 32;

/// The sets of four neighbours for draw_allele() as a CPU likes them, out of rows (see ClashRows), for boxes of at most
/// `max_words` words. Up to large ones take no loop, whose end a processor could not foresee.
template <class Vector, std::uint32_t max_words>
class VectorSets {
public:
    using Sum = std::uint64_t;
    using Classes = WordClasses;
    static constexpr std::uint32_t wide = words_of<Vector>;

    VectorSets() = default;
    EVODOKU_INLINE VectorSets(const ClashRows::Rows& rows, std::uint32_t words) { set(rows, words); }

    EVODOKU_INLINE void set(const ClashRows::Rows& rows, std::uint32_t words) {
        rows_ = rows;
        words_ = words;
        sums_[wide - 1] = 0;
    }

    EVODOKU_INLINE Sum weigh(std::uint32_t shift) {
        Sum total = 0;
        if constexpr (max_words <= large_words) {
            for (std::uint32_t word = 0; word < max_words; word += wide) total = weigh_vector(word, shift, total);
            return total;
        }
        for (std::uint32_t word = 0; word < words_; word += wide) total = weigh_vector(word, shift, total);
        return total;
    }

    /// The word that `left` falls into; leaves what is left of it there. Counts the sums that do not exceed it, instead
    /// of stopping at the first that does: a processor cannot foresee where that is.
    EVODOKU_INLINE std::uint32_t find(Sum& left) const {
        std::uint32_t first = 0;
        if constexpr (max_words == 2 * wide) {
            first = left >= sums_[2 * wide - 1] ? wide : 0;
        } else if constexpr (max_words > wide) {
            while (left >= sums_[first + 2 * wide - 1]) first += wide;
        }
        const std::uint32_t word = first + count_up_to(load_words<Vector>(sums_ + wide + first), left);
        left -= sums_[wide - 1 + word];
        return word;
    }

    EVODOKU_INLINE Classes classes(std::uint32_t word) const {
        const auto& kept = kept_[word / wide];
        const std::uint32_t within = word % wide;
        return {kept[0][within], kept[1][within], kept[2][within]};
    }

    EVODOKU_INLINE std::uint32_t clashes(const Classes&, std::uint32_t number) const {
        const std::uint32_t word = number / 64, bit = number % 64;
        return static_cast<std::uint32_t>((rows_.of[0][word] >> bit & 1) | (rows_.of[1][word] >> bit & 1) << 1 |
                                          (rows_.of[2][word] >> bit & 1) << 2 | (rows_.of[3][word] >> bit & 1) << 3);
    }

private:
    static constexpr std::uint32_t vectors = (max_words + wide - 1) / wide;

    /// Weighs the words from `word` on. `before`: the weights of those before it.
    EVODOKU_INLINE Sum weigh_vector(std::uint32_t word, std::uint32_t shift, Sum before) {
        Vector one[4], two[4];
        for (int k = 0; k < 4; ++k) {
            one[k] = load_words<Vector>(rows_.of[k] + word);
            two[k] = load_words<Vector>(rows_.of[k] + words_ + word);
        }
        const Energies<Vector> energies(one, two);
        auto& kept = kept_[word / wide];
        store_words(kept[0], energies.bit_0);
        store_words(kept[1], energies.bit_1);
        store_words(kept[2], energies.bit_2);
        // Shifted one by one, not as by Horner's rule: a chain of five steps less.
        const Vector cold =
            (count_bits(energies.template of<0>()) << 5 * shift) + (count_bits(energies.template of<1>()) << 4 * shift);
        const Vector warm =
            (count_bits(energies.template of<2>()) << 3 * shift) + (count_bits(energies.template of<3>()) << 2 * shift);
        const Vector hot = (count_bits(energies.template of<4>()) << shift) + count_bits(energies.template of<5>());
        // What lies beyond the last word weighs nothing.
        static constexpr auto within_last = [] {
            std::array<std::uint64_t, 2 * wide> masks{};
            for (std::uint32_t k = 0; k < wide; ++k) masks[k] = ~std::uint64_t{0};
            return masks;
        }();
        const std::uint32_t from_here = words_ > word ? words_ - word : 0, rest = from_here < wide ? from_here : wide;
        const Vector weights = (cold + (warm + hot)) & load_words<Vector>(within_last.data() + wide - rest);
        store_words(sums_ + wide + word, sums_of(weights) + before);
        return sums_[2 * wide - 1 + word];
    }

    ClashRows::Rows rows_;
    std::uint32_t words_;
    /// From sums_[wide - 1] on: word -> sum of the weights of the words before it.
    alignas(sizeof(Vector)) std::uint64_t sums_[wide + vectors * wide];
    alignas(sizeof(Vector)) std::uint64_t kept_[vectors][3][wide];  ///< bits 0, 1 and 2 of the energies
};

/// For boxes up to each of these sizes, and for all.
using SmallSets = VectorSets<WordVector, small_words>;
using MediumSets = VectorSets<WideVector, medium_words>;
using LargeSets = VectorSets<WideVector, large_words>;
using HugeSets = VectorSets<WideVector, huge_words>;
using AnySets = VectorSets<WideVector, Alleles::max_words>;

}  // namespace evodoku
#endif
