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
        for (std::uint32_t place = 0; place < places; ++place) number_[place] = none;
    }
    EVODOKU_HD std::uint32_t count() const { return count_; }
    EVODOKU_HD std::uint32_t half(std::uint32_t number) const { return half_[number]; }

    EVODOKU_HD std::uint32_t find(std::uint32_t half) const { return number_[place_of(half)]; }
    /// Its number: a new one where it has none yet.
    EVODOKU_HD std::uint32_t add(std::uint32_t half) {
        const std::uint32_t place = place_of(half);
        if (number_[place] == none && count_ < max_count) {
            half_[count_] = half;
            number_[place] = static_cast<std::uint8_t>(count_++);
        }
        return number_[place];
    }

private:
    static constexpr std::uint32_t places = 512;

    /// Where it is, or would be. At least half of the places are free.
    EVODOKU_HD std::uint32_t place_of(std::uint32_t half) const {
        std::uint32_t place = half * 0x9E3779B1u >> 23;
        while (number_[place] != none && half_[number_[place]] != half) place = (place + 1) % places;
        return place;
    }

    std::uint32_t count_;
    std::uint32_t half_[max_count];
    std::uint8_t number_[places];
};

}  // namespace evodoku
