// The energies of many alleles at once, out of the sets that clash with each neighbour; and those sets as a GPU reads
// them, 64 alleles at a time.
#pragma once

#include <cstdint>

#include "core/bits.hpp"
#include "evodoku/core/hd.hpp"
#include "operators/mutation/alleles.hpp"
#include "operators/mutation/vector_words.hpp"

namespace evodoku {

/// E(allele) = sum over the four neighbours of min(2, digits that it clashes with), 0..8.
inline constexpr std::uint32_t highest_energy = 5;  ///< beyond, an allele weighs nothing

namespace logic {

/// Any function of three bits as a table of eight: one instruction of a GPU, and of AVX-512. The tables of the
/// arguments themselves:
inline constexpr int a = 0xF0, b = 0xCC, c = 0xAA;

template <int table>
EVODOKU_HD EVODOKU_INLINE std::uint32_t of_three(std::uint32_t x, std::uint32_t y, std::uint32_t z) {
#if EVODOKU_ON_DEVICE
    std::uint32_t result;
    asm("lop3.b32 %0, %1, %2, %3, %4;" : "=r"(result) : "r"(x), "r"(y), "r"(z), "n"(table & 0xFF));
    return result;
#else
    std::uint32_t result = 0;
    for (int row = 0; row < 8; ++row) {
        if (table >> row & 1) result |= (row & 4 ? x : ~x) & (row & 2 ? y : ~y) & (row & 1 ? z : ~z);
    }
    return result;
#endif
}

/// Whether a Word has such an instruction.
template <class Word>
inline constexpr bool has_of_three = EVODOKU_ON_DEVICE;

#if EVODOKU_HAS_WIDE_VECTORS
template <>
inline constexpr bool has_of_three<WordVector> = true;
template <>
inline constexpr bool has_of_three<WideVector> = true;

template <int table>
EVODOKU_INLINE WordVector of_three(const WordVector& x, const WordVector& y, const WordVector& z) {
    return reinterpret_cast<WordVector>(
        _mm256_ternarylogic_epi64(reinterpret_cast<__m256i>(x), reinterpret_cast<__m256i>(y),
                                  reinterpret_cast<__m256i>(z), static_cast<std::uint8_t>(table)));
}
template <int table>
EVODOKU_INLINE WideVector of_three(const WideVector& x, const WideVector& y, const WideVector& z) {
    return reinterpret_cast<WideVector>(
        _mm512_ternarylogic_epi64(reinterpret_cast<__m512i>(x), reinterpret_cast<__m512i>(y),
                                  reinterpret_cast<__m512i>(z), static_cast<std::uint8_t>(table)));
}
#endif

template <class Word>
EVODOKU_HD EVODOKU_INLINE Word sum(Word x, Word y, Word z) {
    if constexpr (has_of_three<Word>) {
        return of_three<a ^ b ^ c>(x, y, z);
    } else {
        return x ^ y ^ z;
    }
}
template <class Word>
EVODOKU_HD EVODOKU_INLINE Word carry(Word x, Word y, Word z) {
    if constexpr (has_of_three<Word>) {
        return of_three<(a & b) | (c & (a ^ b))>(x, y, z);
    } else {
        return (x & y) | (z & (x ^ y));
    }
}

}  // namespace logic

/// E of as many alleles as a Word has bits, as a number of three bits; 8 reads as 6.
template <class Word>
struct Energies {
    Word bit_0, bit_1, bit_2;

    /// `one[k]`: alleles that clash with neighbour k; `two[k]`: those that clash twice. Carry-save adders.
    EVODOKU_HD EVODOKU_INLINE Energies(const Word (&one)[4], const Word (&two)[4]) {
        const Word low_a = logic::sum(one[0], one[1], one[2]), high_a = logic::carry(one[0], one[1], one[2]);
        const Word low_b = logic::sum(one[3], two[0], two[1]), high_b = logic::carry(one[3], two[0], two[1]);
        const Word low_c = logic::sum(low_a, low_b, two[2]), high_c = logic::carry(low_a, low_b, two[2]);
        bit_0 = low_c ^ two[3];
        const Word high_d = low_c & two[3];
        const Word low_e = logic::sum(high_a, high_b, high_c), fours = logic::carry(high_a, high_b, high_c);
        // With 8 all three are set: so are both bits, and no class has it.
        if constexpr (logic::has_of_three<Word>) {
            using namespace logic;
            bit_1 = of_three<(a ^ b) | (a & b & c)>(low_e, high_d, fours);
            bit_2 = of_three<c | (a & b)>(low_e, high_d, fours);
        } else {
            const Word more = low_e & high_d;
            bit_1 = (low_e ^ high_d) | (more & fours);
            bit_2 = fours | more;
        }
    }

    /// The alleles of energy `energy`, 0..highest_energy.
    template <int energy>
    EVODOKU_HD EVODOKU_INLINE Word of() const {
        if constexpr (logic::has_of_three<Word>) {
            using namespace logic;
            return of_three<(energy & 1 ? a : ~a) & (energy & 2 ? b : ~b) & (energy & 4 ? c : ~c)>(bit_0, bit_1, bit_2);
        } else {
            return (energy & 1 ? bit_0 : ~bit_0) & (energy & 2 ? bit_1 : ~bit_1) & (energy & 4 ? bit_2 : ~bit_2);
        }
    }
};

/// The sets of four neighbours for draw_allele() on a GPU, whose threads have no room for the classes of all words:
/// they are made word by word, and once more for the drawn word. `Entries` loads the sets of 64 alleles.
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
