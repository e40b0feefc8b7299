// Random choices that several operators make.
#pragma once

#include <cstdint>

#include "core/bits.hpp"
#include "core/draws.hpp"

namespace evodoku {

/// `first` and another number, `second`, from their places: `second` is a place among the numbers other than `first`.
struct TwoDifferent {
    std::uint32_t first, second;

    EVODOKU_HD constexpr TwoDifferent(std::uint32_t number, std::uint32_t place)
        : first(number), second(place + (place >= number)) {}

    EVODOKU_HD constexpr std::uint32_t low() const { return first < second ? first : second; }
    EVODOKU_HD constexpr std::uint32_t high() const { return first < second ? second : first; }
};

/// `first` and a random other number of 0..count-1. Draws 16 bits.
EVODOKU_HD inline TwoDifferent with_another(std::uint32_t first, std::uint32_t count, Draws& draws) {
    return {first, draws.below_small(count - 1)};
}

/// Two different numbers of 0..count-1, every ordered pair alike. Requires a count of two or more. Draws 32 bits.
EVODOKU_HD inline TwoDifferent two_different(std::uint32_t count, Draws& draws) {
    const std::uint32_t first = draws.below_small(count);
    return with_another(first, count, draws);
}

/// One of the bits of a set that is not empty, every bit alike. Draws 16 bits.
EVODOKU_HD inline std::uint32_t random_bit_of(std::uint32_t set, Draws& draws) {
    return only_nth_bit(set, draws.below_small(static_cast<std::uint32_t>(count_bits(set))));
}

}  // namespace evodoku
