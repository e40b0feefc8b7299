// The distinct rows, or columns, that the alleles of a box have: each has a number. Not an operator.
#pragma once

#include <cstdint>

#include "evodoku/core/hd.hpp"

namespace evodoku {

/// An arrangement is one half of a box: its 27 bits of rows, or of columns (see BoxBoard). The alleles of a box share
/// few of them: 26 per box and axis of the hardest puzzles, 140 at most. A hash table finds the number of one.
class Arrangements {
public:
    static constexpr std::uint32_t max_count = 255;
    static constexpr std::uint32_t none =
        255;  ///< the number of a half that no allele has, or that there is no room for

    EVODOKU_HD void clear() {
        count_ = 0;
        for (std::uint32_t bucket = 0; bucket < buckets; ++bucket) number_[bucket] = none;
    }
    EVODOKU_HD std::uint32_t count() const { return count_; }
    EVODOKU_HD std::uint32_t half(std::uint32_t number) const { return half_[number]; }

    EVODOKU_HD std::uint32_t find(std::uint32_t half) const { return number_[bucket_of(half)]; }
    /// Its number: a new one where it has none yet.
    EVODOKU_HD std::uint32_t add(std::uint32_t half) {
        const std::uint32_t bucket = bucket_of(half);
        if (number_[bucket] == none && count_ < max_count) {
            half_[count_] = half;
            number_[bucket] = static_cast<std::uint8_t>(count_++);
        }
        return number_[bucket];
    }

private:
    static constexpr std::uint32_t buckets = 512;

    /// Where it is, or would be. At least half of the buckets are free.
    EVODOKU_HD std::uint32_t bucket_of(std::uint32_t half) const {
        std::uint32_t bucket = half * 0x9E3779B1u >> 23;
        while (number_[bucket] != none && half_[number_[bucket]] != half) bucket = (bucket + 1) % buckets;
        return bucket;
    }

    std::uint32_t count_;
    std::uint32_t half_[max_count];
    std::uint8_t number_[buckets];
};

}  // namespace evodoku
