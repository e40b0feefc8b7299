// Several words of 64 bits at once, as a CPU's registers hold them. Not for a GPU.
#pragma once

#include <cstdint>
#include <cstring>

#include "core/bits.hpp"
#include "evodoku/core/hd.hpp"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

#if !EVODOKU_ON_DEVICE
namespace evodoku {

#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512VL__)
#define EVODOKU_HAS_WIDE_VECTORS 1
#endif

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

/// The number of set bits in each word.
EVODOKU_INLINE WordVector count_bits(const WordVector& words) {
#if defined(__AVX512VPOPCNTDQ__) && defined(__AVX512VL__)
    return reinterpret_cast<WordVector>(_mm256_popcnt_epi64(reinterpret_cast<__m256i>(words)));
#elif defined(__AVX2__)
    // Looked up by halves of bytes, then the eight bytes of each word are added. One by one takes twice as many
    // instructions, most of them to take vectors apart and to put them together.
    const __m256i of_half = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,  //
                                             0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    const __m256i low = _mm256_set1_epi8(15), bits = reinterpret_cast<__m256i>(words);
    const __m256i in_low = _mm256_shuffle_epi8(of_half, _mm256_and_si256(bits, low));
    const __m256i in_high = _mm256_shuffle_epi8(of_half, _mm256_and_si256(_mm256_srli_epi16(bits, 4), low));
    return reinterpret_cast<WordVector>(_mm256_sad_epu8(_mm256_add_epi8(in_low, in_high), _mm256_setzero_si256()));
#else
    return WordVector{
        static_cast<std::uint64_t>(count_bits(words[0])), static_cast<std::uint64_t>(count_bits(words[1])),
        static_cast<std::uint64_t>(count_bits(words[2])), static_cast<std::uint64_t>(count_bits(words[3]))};
#endif
}

/// Each word becomes the sum of the words up to it.
EVODOKU_INLINE WordVector sums_of(WordVector words) {
    constexpr WordVector none = {};
    words += __builtin_shufflevector(none, words, 0, 4, 5, 6);
    return words + __builtin_shufflevector(none, words, 0, 1, 4, 5);
}

/// How many words do not exceed `bound`; words and bound are below 2^63.
EVODOKU_INLINE std::uint32_t count_up_to(const WordVector& words, std::uint64_t bound) {
#if defined(__AVX2__)
    const WordVector bounds = WordVector{} + bound;
    const __m256i beyond = _mm256_cmpgt_epi64(reinterpret_cast<__m256i>(words), reinterpret_cast<__m256i>(bounds));
    const int which = _mm256_movemask_pd(_mm256_castsi256_pd(beyond));
    return words_of<WordVector> - static_cast<std::uint32_t>(count_bits(static_cast<std::uint32_t>(which)));
#else
    std::uint32_t count = 0;
    for (std::uint32_t k = 0; k < words_of<WordVector>; ++k) count += words[k] <= bound;
    return count;
#endif
}

#if EVODOKU_HAS_WIDE_VECTORS
EVODOKU_INLINE WideVector count_bits(const WideVector& words) {
    const auto bits = reinterpret_cast<__m512i>(words);
#if defined(__AVX512VPOPCNTDQ__)
    return reinterpret_cast<WideVector>(_mm512_popcnt_epi64(bits));
#else
    const __m512i of_half = _mm512_broadcast_i32x4(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
    const __m512i low = _mm512_set1_epi8(15);
    const __m512i in_low = _mm512_shuffle_epi8(of_half, _mm512_and_si512(bits, low));
    const __m512i in_high = _mm512_shuffle_epi8(of_half, _mm512_and_si512(_mm512_srli_epi16(bits, 4), low));
    return reinterpret_cast<WideVector>(_mm512_sad_epu8(_mm512_add_epi8(in_low, in_high), _mm512_setzero_si512()));
#endif
}
EVODOKU_INLINE WideVector sums_of(WideVector words) {
    constexpr WideVector none = {};
    words += __builtin_shufflevector(none, words, 0, 8, 9, 10, 11, 12, 13, 14);
    words += __builtin_shufflevector(none, words, 0, 1, 8, 9, 10, 11, 12, 13);
    return words + __builtin_shufflevector(none, words, 0, 1, 2, 3, 8, 9, 10, 11);
}
EVODOKU_INLINE std::uint32_t count_up_to(const WideVector& words, std::uint64_t bound) {
    const WideVector bounds = WideVector{} + bound;
    const __mmask8 which = _mm512_cmple_epu64_mask(reinterpret_cast<__m512i>(words), reinterpret_cast<__m512i>(bounds));
    return static_cast<std::uint32_t>(count_bits(std::uint32_t{which}));
}
/// The word of `of` where `words` first exceeds `bound`.
EVODOKU_INLINE std::uint64_t first_beyond(const WideVector& words, std::uint64_t bound, const WideVector& of) {
    const WideVector bounds = WideVector{} + bound;
    const __mmask8 which = _mm512_cmpgt_epu64_mask(reinterpret_cast<__m512i>(words), reinterpret_cast<__m512i>(bounds));
    const __m512i from_first = _mm512_maskz_compress_epi64(which, reinterpret_cast<__m512i>(of));
    return reinterpret_cast<WideVector>(from_first)[0];
}
#endif

}  // namespace evodoku
#endif
