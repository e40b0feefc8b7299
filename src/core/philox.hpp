// Philox4x32-10, the counter-based generator of Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1,
// 2, 3" (SC'11). It is written here because it must be constexpr and the same on host and device. Tests compare it with
// the Random123 library and its published known answers.
#pragma once

#include <cstdint>

#include "evodoku/core/hd.hpp"

namespace evodoku {

/// Four 32-bit words: the counter, or the random words.
struct PhiloxBlock {
    std::uint32_t word[4];
    constexpr bool operator==(const PhiloxBlock&) const = default;
};

/// The constants of Philox4x32-10.
namespace philox {
inline constexpr std::uint32_t multiplier_0 = 0xD2511F53u, multiplier_1 = 0xCD9E8D57u;
inline constexpr std::uint32_t weyl_0 = 0x9E3779B9u, weyl_1 = 0xBB67AE85u;
inline constexpr int rounds = 10;
}  // namespace philox

/// The random block of a counter under a 64-bit key: a pure function, 20 multiplications.
EVODOKU_HD constexpr PhiloxBlock philox_block(PhiloxBlock counter, std::uint64_t key) {
    std::uint32_t a = counter.word[0], b = counter.word[1], c = counter.word[2], d = counter.word[3];
    std::uint32_t key_0 = static_cast<std::uint32_t>(key), key_1 = static_cast<std::uint32_t>(key >> 32);
    for (int round = 0; round < philox::rounds; ++round) {
        const std::uint64_t product_0 = std::uint64_t{philox::multiplier_0} * a;
        const std::uint64_t product_1 = std::uint64_t{philox::multiplier_1} * c;
        a = static_cast<std::uint32_t>(product_1 >> 32) ^ b ^ key_0;
        b = static_cast<std::uint32_t>(product_1);
        c = static_cast<std::uint32_t>(product_0 >> 32) ^ d ^ key_1;
        d = static_cast<std::uint32_t>(product_0);
        key_0 += philox::weyl_0;
        key_1 += philox::weyl_1;
    }
    return {{a, b, c, d}};
}

// The known answers that Random123 publishes, checked by the compiler.
static_assert(philox_block({{0, 0, 0, 0}}, 0) == PhiloxBlock{{0x6627e8d5u, 0xe169c58du, 0xbc57ac4cu, 0x9b00dbd8u}});
static_assert(philox_block({{~0u, ~0u, ~0u, ~0u}}, ~std::uint64_t{0}) ==
              PhiloxBlock{{0x408f276du, 0x41c83b0eu, 0xa20bc7c6u, 0x6d5451fdu}});
static_assert(philox_block({{0x243f6a88u, 0x85a308d3u, 0x13198a2eu, 0x03707344u}}, 0x299f31d0a4093822u) ==
              PhiloxBlock{{0xd16cfe09u, 0x94fdccebu, 0x5001e420u, 0x24126ea1u}});

}  // namespace evodoku
