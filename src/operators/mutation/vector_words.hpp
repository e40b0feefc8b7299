// Four words of 64 bits at once, as a CPU's registers hold them. Not for a GPU.
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

inline constexpr std::uint32_t vector_words = 4;
using WordVector = std::uint64_t __attribute__((vector_size(8 * vector_words)));

/// From any address of words.
EVODOKU_INLINE WordVector load_words(const std::uint64_t* words) {
    WordVector vector;
    std::memcpy(&vector, words, sizeof vector);
    return vector;
}
EVODOKU_INLINE void store_words(std::uint64_t* words, const WordVector& vector) {
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

}  // namespace evodoku
#endif
