// The energies of many alleles at once, out of the sets that clash with each neighbour. Not an operator.
#pragma once

#include <cstdint>

#include "core/bits.hpp"
#include "evodoku/core/hd.hpp"
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

    /// Those of energy `energy`, 0..highest_energy.
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

}  // namespace evodoku
