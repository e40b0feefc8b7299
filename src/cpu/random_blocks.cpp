// Philox in vectors. Compiled automatically, most instructions only move the halves of products. Here each 32-bit
// number has a lane of 64 bits, so that its product stays in place.
#include "cpu/executor.hpp"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace evodoku::cpu {

#if defined(__AVX2__)
namespace {

constexpr int lanes = 4, groups = block_lanes / lanes;  // enough independent products to hide their latency

__m256i all(std::uint32_t number) { return _mm256_set1_epi64x(number); }

/// Blocks of `lanes` individuals from their words; the upper halves of the words may hold anything.
void store(__m256i a, __m256i b, __m256i c, __m256i d, PhiloxBlock* blocks) {
    const __m256i ab = _mm256_blend_epi32(a, _mm256_slli_epi64(b, 32), 0b10101010);
    const __m256i cd = _mm256_blend_epi32(c, _mm256_slli_epi64(d, 32), 0b10101010);
    const __m256i even = _mm256_unpacklo_epi64(ab, cd), odd = _mm256_unpackhi_epi64(ab, cd);
    auto* to = reinterpret_cast<__m256i*>(blocks);
    _mm256_storeu_si256(to, _mm256_permute2x128_si256(even, odd, 0x20));
    _mm256_storeu_si256(to + 1, _mm256_permute2x128_si256(even, odd, 0x31));
}

}  // namespace

void make_blocks(const StreamKey& key, Purpose purpose, std::uint32_t number, const std::uint32_t* offsets,
                 std::uint32_t count, PhiloxBlock* blocks) {
    const __m256i multiplier_0 = all(philox::multiplier_0), multiplier_1 = all(philox::multiplier_1);
    number = Draws::block_number(purpose, number);
    for (std::uint32_t k = 0; k < count; k += block_lanes) {
        __m256i a[groups], b[groups], c[groups], d[groups];
        for (int group = 0; group < groups; ++group) {
            const auto* from = reinterpret_cast<const __m128i*>(offsets + k) + group;
            const __m128i individuals =
                _mm_add_epi32(_mm_loadu_si128(from), _mm_set1_epi32(static_cast<int>(key.individual)));
            a[group] = all(number), b[group] = _mm256_cvtepu32_epi64(individuals);
            c[group] = all(key.generation), d[group] = all(key.puzzle_index);
        }
        std::uint32_t key_0 = static_cast<std::uint32_t>(key.seed), key_1 = static_cast<std::uint32_t>(key.seed >> 32);
        for (int round = 0; round < philox::rounds; ++round) {
            for (int group = 0; group < groups; ++group) {
                const __m256i product_0 = _mm256_mul_epu32(a[group], multiplier_0);
                const __m256i product_1 = _mm256_mul_epu32(c[group], multiplier_1);
                const __m256i mixed_b = _mm256_xor_si256(b[group], all(key_0));
                const __m256i mixed_d = _mm256_xor_si256(d[group], all(key_1));
                a[group] = _mm256_xor_si256(_mm256_srli_epi64(product_1, 32), mixed_b), b[group] = product_1;
                c[group] = _mm256_xor_si256(_mm256_srli_epi64(product_0, 32), mixed_d), d[group] = product_0;
            }
            key_0 += philox::weyl_0, key_1 += philox::weyl_1;
        }
        for (int group = 0; group < groups; ++group) {
            store(a[group], b[group], c[group], d[group], blocks + k + group * lanes);
        }
    }
}

#else

void make_blocks(const StreamKey& key, Purpose purpose, std::uint32_t number, const std::uint32_t* offsets,
                 std::uint32_t count, PhiloxBlock* blocks) {
    number = Draws::block_number(purpose, number);
    for (std::uint32_t k = 0; k < count; ++k) {
        blocks[k] = philox_block({{number, key.individual + offsets[k], key.generation, key.puzzle_index}}, key.seed);
    }
}

#endif

}  // namespace evodoku::cpu
