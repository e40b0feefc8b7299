// Counts and finds bits, with the same results on host and device.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>

#include "evodoku/core/hd.hpp"

namespace evodoku {

/// The number of set bits.
template <std::unsigned_integral Word>
EVODOKU_HD int count_bits(Word word) {
#if EVODOKU_ON_DEVICE
    return sizeof word == 4 ? __popc(static_cast<std::uint32_t>(word)) : __popcll(word);
#else
    return std::popcount(word);
#endif
}

/// Place of the lowest set bit. Requires that `word` is not 0.
template <std::unsigned_integral Word>
EVODOKU_HD int lowest_bit(Word word) {
#if EVODOKU_ON_DEVICE
    return (sizeof word == 4 ? __ffs(static_cast<int>(word)) : __ffsll(static_cast<long long>(word))) - 1;
#else
    return sizeof word == 4 ? __builtin_ctz(static_cast<std::uint32_t>(word)) : __builtin_ctzll(word);
#endif
}

/// The largest number below `beyond` that fits; `fitting` if none above that does.
std::uint32_t largest_that_fits(std::uint32_t fitting, std::uint32_t beyond, const auto& fits) {
    while (beyond - fitting > 1) {
        const std::uint32_t middle = fitting + (beyond - fitting) / 2;
        (fits(middle) ? fitting : beyond) = middle;
    }
    return fitting;
}

/// The square root, rounded down.
EVODOKU_HD constexpr std::uint32_t square_root(std::uint32_t number) {
    std::uint32_t root = 0;
    for (std::uint32_t bit = 1u << 15; bit != 0; bit >>= 1) {
        if ((root | bit) * (root | bit) <= number) root |= bit;
    }
    return root;
}

/// The set bit of a word that has `n` set bits below it, as a word with that bit alone. Requires that there is one.
EVODOKU_HD inline std::uint32_t only_nth_bit(std::uint32_t word, std::uint32_t n) {
#if defined(__BMI2__) && !EVODOKU_ON_DEVICE
    return __builtin_ia32_pdep_si(1u << n, word);  // no loop, so no branch to mispredict
#else
    for (; n != 0; --n) word &= word - 1;
    return word & (0u - word);
#endif
}

/// Place of the set bit that has `n` set bits below it. Requires that there is one.
EVODOKU_HD inline int nth_bit(std::uint32_t word, int n) {
#if !EVODOKU_ON_DEVICE && defined(__BMI2__)
    return lowest_bit(__builtin_ia32_pdep_si(1u << n, word));
#else
    int above = 32;  // bits of the word that lie at or above the place found so far
    EVODOKU_UNROLLED
    for (int half = 16; half != 0; half /= 2) {
        const int fewer = above - half;
        above = count_bits(word << fewer) <= n ? fewer : above;
    }
    return 32 - above;
#endif
}

EVODOKU_HD inline int nth_bit(std::uint64_t word, int n) {
#if !EVODOKU_ON_DEVICE && defined(__BMI2__)
    return lowest_bit(static_cast<std::uint64_t>(__builtin_ia32_pdep_di(std::uint64_t{1} << n, word)));
#else
    const auto low = static_cast<std::uint32_t>(word);
    const int below = count_bits(low);
    const bool above = n >= below;  // by halves: registers of a GPU have 32 bits
    return (above ? 32 : 0) + nth_bit(above ? static_cast<std::uint32_t>(word >> 32) : low, above ? n - below : n);
#endif
}

/// The upper half of a 128-bit product.
EVODOKU_HD inline std::uint64_t multiply_high(std::uint64_t a, std::uint64_t b) {
#if EVODOKU_ON_DEVICE
    return __umul64hi(a, b);
#else
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>(Wide{a} * b >> 64);
#endif
}

/// The upper half of a product of 96 bits: `b` has 32.
EVODOKU_HD inline std::uint32_t multiply_high(std::uint64_t a, std::uint32_t b) {
#if EVODOKU_ON_DEVICE
    const std::uint64_t low = (a & 0xFFFFFFFFu) * b >> 32;
    return static_cast<std::uint32_t>(((a >> 32) * b + low) >> 32);
#else
    return static_cast<std::uint32_t>(multiply_high(a, std::uint64_t{b}));
#endif
}

/// Four of the eight bytes of two words: byte k of the result is the one with the number in bits 4 k .. 4 k + 2 of
/// `numbers`. 0..3 are bytes of `low`, 4..7 of `high`.
EVODOKU_HD inline std::uint32_t pick_bytes(std::uint32_t low, std::uint32_t high, std::uint32_t numbers) {
#if EVODOKU_ON_DEVICE
    return __byte_perm(low, high, numbers);
#else
    const std::uint64_t both = std::uint64_t{high} << 32 | low;
    std::uint32_t picked = 0;
    for (int k = 0; k < 4; ++k) picked |= static_cast<std::uint32_t>(both >> 8 * (numbers >> 4 * k & 7) & 255) << 8 * k;
    return picked;
#endif
}

/// A well-mixed 64-bit hash of one word (the finaliser of SplitMix64, Steele, Lea and Flood, 2014).
EVODOKU_HD constexpr std::uint64_t mix(std::uint64_t word) {
    word += 0x9E3779B97F4A7C15u;
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9u;
    word = (word ^ (word >> 27)) * 0x94D049BB133111EBu;
    return word ^ (word >> 31);
}

/// Both halves of a 128-bit product in one word: mixes two words with one multiplication.
EVODOKU_HD inline std::uint64_t fold(std::uint64_t a, std::uint64_t b) { return a * b ^ multiply_high(a, b); }

}  // namespace evodoku
