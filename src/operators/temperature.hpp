// Temperatures, in integers: the rule of Metropolis, the cost of a clash in bits of probability, and cooling.
#pragma once

#include <cstdint>

#include "core/bits.hpp"
#include "core/draws.hpp"
#include "operators/bases.hpp"

namespace evodoku {

/// The rule of Metropolis for a higher cost: true with probability 2^-bits; never above 31 bits.
EVODOKU_HD inline bool passes_metropolis(std::uint32_t bits, auto& draws) {
    if (bits == 0) return true;
    return bits < 32 && draws.bits(32) >> (32 - bits) == 0;
}

/// Temperatures are in thousandths of a unit of cost. The highest keeps every product below within 64 bits.
inline constexpr std::uint32_t max_temperature = 1'000'000;

/// Bits of probability lost per unit of cost, in units of 1/65536: 1 / (temperature ln 2). The temperature is in units
/// of 1/4096 of a thousandth.
EVODOKU_HD inline std::uint32_t coldness_of(std::uint64_t temperature) {
    constexpr std::uint64_t one_over_ln_2 = 387'270'501'170;  // x 65536 x 1000 x 4096
    return static_cast<std::uint32_t>((one_over_ln_2 + temperature / 2) / temperature);
}

/// Geometric cooling: the temperature of a generation is start * factor^age, and never below `end`. Age counts the
/// generations since the start, the last restart or the last reheat; the first that is bred has age 0.
struct Cooling {
    std::uint32_t start, end;  ///< temperatures
    Share factor;              ///< per generation; `share_one`: the temperature stays

    EVODOKU_HD std::uint32_t coldness(std::uint32_t age) const {
        const std::uint64_t floor = std::uint64_t{end} << 12;
        const std::uint64_t cooled = (std::uint64_t{start} << 12) * power(age) >> 31;
        return coldness_of(cooled > floor ? cooled : floor);
    }

private:
    /// factor^age x 2^31, by squaring.
    EVODOKU_HD std::uint64_t power(std::uint32_t age) const {
        std::uint64_t result = std::uint64_t{1} << 31, square = std::uint64_t{factor} << 15;
        for (; age != 0; age >>= 1) {
            if ((age & 1) != 0) result = result * square >> 31;
            square = square * square >> 31;
        }
        return result;
    }
};

/// 2^-(exponent / 65536) x 2^64; just below 2^64 for 0.
EVODOKU_HD inline std::uint64_t power_of_half(std::uint32_t exponent) {
    const std::uint32_t halvings = exponent >> 16;
    if (halvings >= 64) return 0;
    std::uint64_t result = ~std::uint64_t{0};
    std::uint64_t factor = 0xFFFF4E8E25879BFA;  // 2^-(1/65536) x 2^64; then its square, and so on
    for (std::uint32_t bits = exponent & 0xFFFF; bits != 0; bits >>= 1) {
        if ((bits & 1) != 0) result = multiply_high(result, factor);
        factor = multiply_high(factor, factor);
    }
    return result >> halvings;
}

/// The rule of Metropolis for changes of cost up to `max`: a rise is accepted with probability 2^-(coldness * rise),
/// the coldness in units of 1/65536.
template <std::uint32_t max>
class Metropolis {
public:
    EVODOKU_HD explicit Metropolis(std::uint32_t coldness) {
        const std::uint64_t by_one = power_of_half(coldness);
        std::uint64_t power = by_one;
        for (std::uint32_t& weight : below_) {
            weight = static_cast<std::uint32_t>(power >> 32);
            power = multiply_high(power, by_one);
        }
    }
    EVODOKU_HD bool passes(int change, auto& draws) const {
        if (change <= 0) return true;
#if EVODOKU_ON_DEVICE  // an index would put the table into memory
        std::uint32_t below = below_[0];
        for (std::uint32_t k = 1; k < max; ++k) below = static_cast<std::uint32_t>(change) > k ? below_[k] : below;
#else
        const std::uint32_t below = below_[change - 1];
#endif
        return draws.bits(32) < below;
    }

private:
    std::uint32_t below_[max];  ///< probabilities in units of 2^-32
};

/// 2^-(bits * excess) in units of 2^-32; `bits` in units of 1/65536.
EVODOKU_HD inline std::uint32_t boltzmann_weight(std::uint32_t bits, std::uint32_t excess) {
    const std::uint64_t exponent = std::uint64_t{bits} * excess;
    return static_cast<std::uint32_t>(power_of_half(exponent < ~0u ? static_cast<std::uint32_t>(exponent) : ~0u) >> 32);
}

/// The logarithm to base 2 in units of 2^-32. Requires a number above 0.
EVODOKU_HD inline std::int64_t log2_of(std::uint64_t number) {
    std::int64_t whole = 63;
    for (; number >> 63 == 0; number <<= 1) --whole;
    std::int64_t part = 0;  // the number is now 1..2 in units of 2^-63: each square gives one more bit
    for (int bit = 31; bit >= 0; --bit) {
        const std::uint64_t square = multiply_high(number, number);
        const bool is_set = square >> 63 != 0;
        part |= std::int64_t{is_set} << bit;
        number = is_set ? square : square << 1;
    }
    return (whole << 32) + part;
}

/// The three parameters of an operator that cools.
template <class Op>
constexpr Parameter<Op> start_parameter(std::uint32_t Op::*member) {
    return count_parameter("start", member, 1, max_temperature, "first temperature, in thousandths of a unit of cost");
}
template <class Op>
constexpr Parameter<Op> cooling_parameter(std::uint32_t Op::*member) {
    return share_parameter("cooling", member, "factor of the temperature per generation; 1: it stays");
}
template <class Op>
constexpr Parameter<Op> end_parameter(std::uint32_t Op::*member) {
    return count_parameter("end", member, 1, max_temperature, "lowest temperature, in the same unit");
}

}  // namespace evodoku
