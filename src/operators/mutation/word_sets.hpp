// The energies of the alleles of a box, 64 at a time, for a draw of the heat bath on a GPU. Not an operator.
#pragma once

#include <cstdint>

#include "core/bits.hpp"
#include "operators/mutation/alleles.hpp"
#include "operators/mutation/clash_sets.hpp"

namespace evodoku {

/// The sets of four neighbours for draw_allele() as a GPU thread likes them, which has no room for classes: word by
/// word, and the drawn word once more. `Entries` loads those of 64 alleles.
template <class SumOfWeights, class Entries>
class WordSets {
public:
    using Sum = SumOfWeights;

    /// The sums of the words' weights. Not a member: an array that is indexed by a variable takes the struct around it
    /// out of a GPU's registers.
    using Sums = Sum[Alleles::max_words];

    /// `step`: 2^shift.
    EVODOKU_HD EVODOKU_INLINE WordSets(const Entries& entries, std::uint32_t words, Sum step, Sums& sums)
        : entries_(entries), words_(words), step_(step), sums_(sums) {}

    /// The sets of 64 alleles, in halves of 32.
    struct Classes {
        Energies<std::uint32_t> low, high;

        EVODOKU_HD EVODOKU_INLINE std::uint32_t count(std::uint32_t energy) const { return counts[energy]; }
        EVODOKU_HD EVODOKU_INLINE std::uint64_t members(std::uint32_t energy) const {
            const std::uint32_t x0 = (energy & 1) - 1, x1 = (energy >> 1 & 1) - 1, x2 = (energy >> 2 & 1) - 1;
            const std::uint32_t in_low = (low.bit_0 ^ x0) & (low.bit_1 ^ x1) & (low.bit_2 ^ x2);
            const std::uint32_t in_high = (high.bit_0 ^ x0) & (high.bit_1 ^ x1) & (high.bit_2 ^ x2);
            return std::uint64_t{in_high} << 32 | in_low;
        }
        std::uint32_t counts[highest_energy + 1];
        std::uint32_t one[2][4];  ///< half of the word, neighbour -> alleles that clash with it
    };

    EVODOKU_HD EVODOKU_INLINE Sum weigh(std::uint32_t) {
        Sum total = 0;
        EVODOKU_ROLLED
        for (std::uint32_t word = 0; word < words_; ++word) {
            const Classes now = classes(word);
            Sum weight = now.counts[0];
            EVODOKU_UNROLLED
            for (std::uint32_t energy = 1; energy <= highest_energy; ++energy) {
                weight = weight * step_ + now.counts[energy];
            }
            total += weight;
            sums_[word] = total;
        }
        return total;
    }

    EVODOKU_HD EVODOKU_INLINE std::uint32_t find(Sum& left) const {
        Sum before = 0;
        std::uint32_t word = 0;
        EVODOKU_ROLLED
        for (;; ++word) {
            const Sum sum = sums_[word];
            if (left < sum) break;
            before = sum;
        }
        left -= before;
        return word;
    }

    EVODOKU_HD EVODOKU_INLINE Classes classes(std::uint32_t word) const {
        std::uint32_t one[2][4], two[2][4];
        entries_.load(word, one, two);
        Classes classes{{one[0], two[0]}, {one[1], two[1]}, {}, {}};
        EVODOKU_UNROLLED
        for (int k = 0; k < 4; ++k) classes.one[0][k] = one[0][k], classes.one[1][k] = one[1][k];
        classes.counts[0] = counted<0>(classes), classes.counts[1] = counted<1>(classes);
        classes.counts[2] = counted<2>(classes), classes.counts[3] = counted<3>(classes);
        classes.counts[4] = counted<4>(classes), classes.counts[5] = counted<5>(classes);
        return classes;
    }

    /// Bit k: an allele of the word clashes with neighbour k.
    EVODOKU_HD EVODOKU_INLINE std::uint32_t clashes(const Classes& word, std::uint32_t number) const {
        std::uint32_t clashes = 0;
        EVODOKU_UNROLLED
        for (int k = 0; k < 4; ++k) {
            clashes |= (((number & 32) != 0 ? word.one[1][k] : word.one[0][k]) >> (number & 31) & 1) << k;
        }
        return clashes;
    }

private:
    template <int energy>
    EVODOKU_HD EVODOKU_INLINE static std::uint32_t counted(const Classes& classes) {
        return static_cast<std::uint32_t>(count_bits(classes.low.template of<energy>()) +
                                          count_bits(classes.high.template of<energy>()));
    }

    Entries entries_;
    std::uint32_t words_;
    Sum step_;
    Sums& sums_;
};

/// Entries out of the table: row k begins at entry from[k].
class TableEntries {
public:
    EVODOKU_HD EVODOKU_INLINE TableEntries(const ClashEntry* table, const std::uint32_t (&from)[4])
        : row_{table + from[0], table + from[1], table + from[2], table + from[3]} {}

    EVODOKU_HD EVODOKU_INLINE void load(std::uint32_t word, std::uint32_t (&one)[2][4],
                                        std::uint32_t (&two)[2][4]) const {
        EVODOKU_UNROLLED
        for (int k = 0; k < 4; ++k) {
            const ClashEntry entry = row_[k][word];
            one[0][k] = entry.one[0], one[1][k] = entry.one[1];
            two[0][k] = entry.two[0], two[1][k] = entry.two[1];
        }
    }

private:
    const ClashEntry* row_[4];
};

/// Entries straight from the places of the alleles: for what the table has not.
class PlaceEntries {
public:
    EVODOKU_HD PlaceEntries(const Alleles& alleles, std::uint32_t box, const std::uint32_t (&halves)[4])
        : alleles_(alleles), box_(box), halves_{halves[0], halves[1], halves[2], halves[3]} {}

    EVODOKU_HD void load(std::uint32_t word, std::uint32_t (&one)[2][4], std::uint32_t (&two)[2][4]) const {
        Alleles::Clashes found[4];
        EVODOKU_ROLLED  // in memory: code and registers count for more here than speed
            for (std::uint32_t k = 0; k < 4; ++k) found[k] = alleles_.clashes(box_, k, halves_[k], word);
        EVODOKU_UNROLLED
        for (int k = 0; k < 4; ++k) {
            one[0][k] = static_cast<std::uint32_t>(found[k].one);
            one[1][k] = static_cast<std::uint32_t>(found[k].one >> 32);
            two[0][k] = static_cast<std::uint32_t>(found[k].two);
            two[1][k] = static_cast<std::uint32_t>(found[k].two >> 32);
        }
    }

private:
    const Alleles& alleles_;
    std::uint32_t box_;
    std::uint32_t halves_[4];
};

}  // namespace evodoku
