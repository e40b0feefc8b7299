// One draw of the heat bath: an allele of a box by its Boltzmann weight given the four neighbours; the energies of many
// alleles at once, out of the sets that clash with each neighbour; and those sets as a GPU reads them.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "core/bits.hpp"
#include "core/vectors.hpp"
#include "evodoku/core/hd.hpp"
#include "operators/mutation/alleles.hpp"
#include "operators/mutation/box_pairs.hpp"

#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512VL__) && !EVODOKU_ON_DEVICE
#define EVODOKU_HAS_WIDE_VECTORS 1
#include <immintrin.h>
#endif

namespace evodoku {

#if !EVODOKU_ON_DEVICE

// Several words of 64 bits at once, as a CPU's registers hold them. Not for a GPU.

/// Four words, and as many as the processor takes at once.
using WordVector = std::uint64_t __attribute__((vector_size(32)));
#if EVODOKU_HAS_WIDE_VECTORS
using WideVector = std::uint64_t __attribute__((vector_size(64)));
#else
using WideVector = WordVector;
#endif
template <class Vector>
inline constexpr std::uint32_t words_of = sizeof(Vector) / sizeof(std::uint64_t);

/// From any address of words.
template <class Vector>
EVODOKU_INLINE Vector load_words(const std::uint64_t* words) {
    Vector vector;
    std::memcpy(&vector, words, sizeof vector);
    return vector;
}
EVODOKU_INLINE void store_words(std::uint64_t* words, const auto& vector) {
    std::memcpy(words, &vector, sizeof vector);
}

namespace hn = hwy::HWY_NAMESPACE;

/// A vector as those of the processor: one, or several parts.
template <class Vector>
using Lanes = hn::CappedTag<std::uint64_t, words_of<Vector>>;
template <class Vector, class Lane = std::uint64_t>
using Parts = std::array<hn::Vec<hn::Rebind<Lane, Lanes<Vector>>>, words_of<Vector> / hn::MaxLanes(Lanes<Vector>{})>;

/// The number of set bits in each word.
template <class Vector>
requires(!std::unsigned_integral<Vector>) EVODOKU_INLINE Vector count_bits(const Vector& words) {
    auto parts = std::bit_cast<Parts<Vector>>(words);
    for (auto& part : parts) {
#if HWY_TARGET == HWY_AVX3_DL || HWY_TARGET == HWY_SCALAR
        part = hn::PopulationCount(part);
#else
        constexpr hn::Repartition<std::uint8_t, Lanes<Vector>> bytes;
        part = hn::SumsOf8(hn::PopulationCount(hn::BitCast(bytes, part)));
#endif
    }
    return std::bit_cast<Vector>(parts);
}

/// Each word becomes the sum of the words up to it.
EVODOKU_INLINE WordVector sums_of(WordVector words) {
    constexpr WordVector none = {};
    words += __builtin_shufflevector(none, words, 0, 4, 5, 6);
    return words + __builtin_shufflevector(none, words, 0, 1, 4, 5);
}

/// How many words do not exceed `bound`; words and bound are below 2^63.
template <class Vector>
EVODOKU_INLINE std::uint32_t count_up_to(const Vector& words, std::uint64_t bound) {
    constexpr hn::RebindToSigned<Lanes<Vector>> lanes;
    std::size_t beyond = 0;
    for (const auto& part : std::bit_cast<Parts<Vector, std::int64_t>>(words)) {
        beyond += hn::CountTrue(lanes, hn::Gt(part, hn::Set(lanes, static_cast<std::int64_t>(bound))));
    }
    return words_of<Vector> - static_cast<std::uint32_t>(beyond);
}

#if EVODOKU_HAS_WIDE_VECTORS
EVODOKU_INLINE WideVector sums_of(WideVector words) {
    constexpr WideVector none = {};
    words += __builtin_shufflevector(none, words, 0, 8, 9, 10, 11, 12, 13, 14);
    words += __builtin_shufflevector(none, words, 0, 1, 8, 9, 10, 11, 12, 13);
    return words + __builtin_shufflevector(none, words, 0, 1, 2, 3, 8, 9, 10, 11);
}
#endif

#endif

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

#if EVODOKU_HAS_WIDE_VECTORS  // Highway 1.0 lacks it: GCC makes two of it, and a redraw takes 1.05 of the time
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
    if constexpr (has_of_three<Word>) return of_three<a ^ b ^ c>(x, y, z);
    return x ^ y ^ z;
}
template <class Word>
EVODOKU_HD EVODOKU_INLINE Word carry(Word x, Word y, Word z) {
    if constexpr (has_of_three<Word>) return of_three<(a & b) | (c & (a ^ b))>(x, y, z);
    return (x & y) | (z & (x ^ y));
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
        }
        return (energy & 1 ? bit_0 : ~bit_0) & (energy & 2 ? bit_1 : ~bit_1) & (energy & 4 ? bit_2 : ~bit_2);
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

/// Entries out of the table where a row begins at entry from[k], and straight from the places of the alleles where
/// from[k] is ClashTable::none. `half(k)` is then the half of neighbour k.
class MixedEntries {
public:
    /// Not a member, as WordSets::Sums.
    using Halves = HalfPlaces[4];

    EVODOKU_HD MixedEntries(const Alleles& alleles, std::uint32_t box, const std::uint32_t (&from)[4], const auto& half,
                            Halves& halves)
        : entries_(alleles.entries()), places_(alleles.places(box)), halves_(halves) {
        EVODOKU_UNROLLED
        for (std::uint32_t k = 0; k < 4; ++k) {
            const bool has_row = from[k] != ClashTable::none;
            from_[k] = has_row ? from[k] : 0;
            without_row_ |= std::uint32_t{!has_row} << k;
        }
        for_each_without_row([&](std::uint32_t k) { halves[k] = HalfPlaces(half(k), k, alleles.words(box)); });
    }

    EVODOKU_HD void load(std::uint32_t word, std::uint32_t (&one)[2][4], std::uint32_t (&two)[2][4]) const {
        ClashEntry found[4];
        EVODOKU_UNROLLED
        for (std::uint32_t k = 0; k < 4; ++k) found[k] = entries_[from_[k] + word];
        for_each_without_row([&](std::uint32_t k) { found[k] = halves_[k].clashes(places_ + word); });
        EVODOKU_UNROLLED
        for (int k = 0; k < 4; ++k) {
            one[0][k] = found[k].one[0], one[1][k] = found[k].one[1];
            two[0][k] = found[k].two[0], two[1][k] = found[k].two[1];
        }
    }

private:
    /// Lanes of a GPU take as many rounds as the one with most of them, not four. Arrays in memory: code and registers
    /// count for more here than speed.
    EVODOKU_HD void for_each_without_row(const auto& visit) const {
        EVODOKU_ROLLED
        for (std::uint32_t left = without_row_; left != 0; left &= left - 1) {
            visit(static_cast<std::uint32_t>(lowest_bit(left)));
        }
    }

    const ClashEntry* entries_;
    const std::uint64_t* places_;
    std::uint32_t from_[4];          ///< any row for a neighbour that has none
    std::uint32_t without_row_ = 0;  ///< bit k: neighbour k has none
    const Halves& halves_;
};

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

    /// True if some half has no number. Without branches: lanes of a GPU that find it at different bytes would go
    /// through what follows apart.
    EVODOKU_HD bool some_unlisted() const {
        std::uint32_t bits = 0;
        EVODOKU_UNROLLED
        for (int k = 0; k < 3; ++k) bits |= bits_of_none(rows_[k]) | bits_of_none(columns_[k]);
        return bits != 0;
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
    /// Not 0 where one of the lower three bytes is 255, HalfPatterns::none.
    EVODOKU_HD static std::uint32_t bits_of_none(std::uint32_t bytes) {
        return ((~bytes & 0xFFFFFF) - 0x010101) & bytes & 0x808080;
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
    for (std::uint32_t level = 0; level < highest_energy; ++level) {
        sum += static_cast<Sum>(classes.count(level)) << shift * (highest_energy - level);
        const bool is_later = left >= sum;
        energy += is_later;
        below = is_later ? sum : below;
    }
    const auto nth = static_cast<int>((left - below) >> shift * (highest_energy - energy));
    return static_cast<std::uint32_t>(nth_bit(classes.members(energy), nth));
}

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
