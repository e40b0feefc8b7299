// Gumbel numbers in fixed point, from an integer table: the same on every device.
#pragma once

#include <array>
#include <cstdint>

#include "evodoku/core/hd.hpp"

namespace evodoku {

/// The standard Gumbel distribution, -ln(-ln(u)), at the middles of 4096 equal steps of u, as the distance below the
/// largest of them: 0 .. 2870, in units of 1/256. Computed when compiling, in integers, which takes a second: for the
/// host only in gumbel_table.cpp.
struct GumbelTable {
    static constexpr int index_bits = 12, unit_bits = 8;
    static constexpr std::uint32_t entries = 1u << index_bits;

    std::array<std::uint16_t, entries> below = {};

    constexpr GumbelTable() {
        const std::int64_t highest = gumbel(entries - 1);
        for (std::uint32_t k = 0; k < entries; ++k) {
            const std::int64_t distance = highest - gumbel(k);
            below[k] =
                static_cast<std::uint16_t>((distance + (std::int64_t{1} << (31 - unit_bits))) >> (32 - unit_bits));
        }
    }

private:
    static constexpr std::int64_t ln_2 = 2977044472;  ///< of 2^32

    /// The binary logarithm of number / 2^32, in units of 2^-32, by squaring.
    static constexpr std::int64_t log_2(std::uint64_t number) {
        std::int64_t whole_part = 31 - 32;
        while (number >= std::uint64_t{1} << 32) number >>= 1, ++whole_part;
        while (number < std::uint64_t{1} << 31) number <<= 1, --whole_part;
        std::int64_t fraction = 0;
        for (int bit = 31; bit >= 0; --bit) {  // 2^31 stands for 1, so that number is in 1 .. 2
            number = number * number >> 31;
            if (number < std::uint64_t{1} << 32) continue;
            fraction |= std::int64_t{1} << bit;
            number >>= 1;
        }
        return whole_part * (std::int64_t{1} << 32) + fraction;
    }

    /// -ln(x) in units of 2^-32, from x in the same units.
    static constexpr std::int64_t minus_ln(std::uint64_t x) {
        const std::int64_t bits = -log_2(x);
        const auto fraction = static_cast<std::uint64_t>(bits) & 0xFFFFFFFF;
        return (bits >> 32) * ln_2 + static_cast<std::int64_t>(fraction * static_cast<std::uint64_t>(ln_2) >> 32);
    }

    static constexpr std::int64_t gumbel(std::uint32_t k) {
        const std::uint64_t middle = (std::uint64_t{2} * k + 1) << (31 - index_bits);
        return minus_ln(static_cast<std::uint64_t>(minus_ln(middle)));
    }
};

extern const GumbelTable gumbel_table;

#if defined(__CUDACC__)
[[maybe_unused]] static __device__ const GumbelTable gumbel_table_on_device;
#endif

/// Entry `index` of the table.
EVODOKU_HD inline std::uint32_t gumbel_below(std::uint32_t index) {
#if EVODOKU_ON_DEVICE
    return gumbel_table_on_device.below[index];
#else
    return gumbel_table.below[index];
#endif
}

}  // namespace evodoku
