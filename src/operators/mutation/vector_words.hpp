// Several words of 64 bits at once, as a CPU's registers hold them. Not for a GPU.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "core/bits.hpp"
#include "core/vectors.hpp"
#include "evodoku/core/hd.hpp"

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

}  // namespace evodoku
#endif
