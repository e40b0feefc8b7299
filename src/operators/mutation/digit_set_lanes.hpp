// Sums over sets of digits, several sets in a vector, for UnlistedDraw on a CPU. Not an operator.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <utility>

#include "operators/mutation/vector_words.hpp"

namespace evodoku {

/// A word holds a number per digit, nine in all.
inline constexpr std::uint32_t bits_per_digit = 6;

#if !EVODOKU_ON_DEVICE

/// The sets of `digits` digits, those of no digit first; first[n]: where those of n begin.
template <std::uint32_t digits>
struct DigitSets {
    std::array<std::uint8_t, 1u << digits> sets{};
    std::array<std::uint8_t, digits + 2> first{};

    constexpr DigitSets() {
        std::uint8_t place = 0;
        for (std::uint32_t size = 0; size <= digits; ++size) {
            first[size] = place;
            for (std::uint32_t set = 0; set < 1u << digits; ++set) {
                if (static_cast<std::uint32_t>(std::popcount(set)) == size) {
                    sets[place++] = static_cast<std::uint8_t>(set);
                }
            }
        }
        first[digits + 1] = place;
    }
};
template <std::uint32_t digits>
inline constexpr DigitSets<digits> digit_sets{};

/// A vector has the sets that differ in the first digits: lane k has those digits that are bits of k.
struct DigitSetLanes {
    using Vector = WideVector;
    static constexpr std::uint32_t lanes = words_of<Vector>, digits = std::countr_zero(lanes);
    using All = std::make_integer_sequence<std::uint32_t, lanes>;

    static constexpr std::uint32_t size(std::uint32_t lane) { return static_cast<std::uint32_t>(std::popcount(lane)); }
    /// The digit of a lane with `number` smaller ones; 0 if it has none.
    static constexpr std::uint32_t digit(std::uint32_t lane, std::uint32_t number) {
        for (; number != 0; --number) lane &= lane - 1;
        return lane == 0 ? 0 : static_cast<std::uint32_t>(std::countr_zero(lane));
    }
    /// of[n] in the lanes of n digits.
    EVODOKU_INLINE static Vector by_size(const std::uint64_t* of) { return by_size(of, All{}); }

private:
    template <std::uint32_t... lane>
    EVODOKU_INLINE static Vector by_size(const std::uint64_t* of, std::integer_sequence<std::uint32_t, lane...>) {
        return Vector{of[size(lane)]...};
    }
};

/// The terms for the digits in which the sets of a vector differ: the sum without the digit, shifted.
class OwnTerms {
    using Lanes = DigitSetLanes;
    using Vector = Lanes::Vector;

public:
    /// shifts[n]: per digit, where it is the last of a set with n other own ones.
    EVODOKU_INLINE explicit OwnTerms(const std::uint64_t* shifts) : OwnTerms(shifts, Lanes::All{}) {}

    /// `sums`: the terms of the other digits. Sets of one own digit come first, then those of two, ...
    EVODOKU_INLINE Vector added_to(Vector sums) const {
        sums += term<1, 0>(sums);
        sums += term<2, 0>(sums) + term<2, 1>(sums);
        if constexpr (Lanes::digits == 3) sums += term<3, 0>(sums) + term<3, 1>(sums) + term<3, 2>(sums);
        return sums;
    }

private:
    static_assert(Lanes::digits == 2 || Lanes::digits == 3);
    static constexpr std::uint64_t all_ones = (1u << bits_per_digit) - 1;  ///< no sum has more than 63 bits

    template <std::uint32_t... lane>
    EVODOKU_INLINE OwnTerms(const std::uint64_t* shifts, std::integer_sequence<std::uint32_t, lane...>) {
        for (std::uint32_t size = 1; size <= Lanes::digits; ++size) {
            for (std::uint32_t number = 0; number < size; ++number) {
                const Vector from_bit{(bits_per_digit * Lanes::digit(lane, number))...},
                    others{(Lanes::size(lane) == size ? 0 : all_ones)...};
                shifts_[size - 1][number] = (((Vector{} + shifts[size - 1]) >> from_bit) & all_ones) | others;
            }
        }
    }

    /// In the lanes of `size` digits that of the digit with `number` smaller ones, elsewhere 0.
    template <std::uint32_t size, std::uint32_t number>
    EVODOKU_INLINE Vector term(const Vector& sums) const {
        return without<number>(sums, Lanes::All{}) >> shifts_[size - 1][number];
    }
    template <std::uint32_t number, std::uint32_t... lane>
    EVODOKU_INLINE static Vector without(const Vector& sums, std::integer_sequence<std::uint32_t, lane...>) {
        return Vector{sums[lane & ~(1u << Lanes::digit(lane, number))]...};
    }

    Vector shifts_[Lanes::digits][Lanes::digits];
};

#endif

}  // namespace evodoku
