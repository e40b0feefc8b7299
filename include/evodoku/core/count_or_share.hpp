// Shares, and numbers of individuals that are given outright or as a share of the island.
#pragma once

#include <cstdint>

#include "evodoku/core/hd.hpp"

namespace evodoku {

/// A share of 65536: how probabilities and proportions are held. 65536 = always.
using Share = std::uint32_t;
inline constexpr Share share_one = 65536;

/// A share from a constant known when compiling, such as percent(30).
constexpr Share percent(std::uint32_t hundredths) { return (hundredths * share_one + 50) / 100; }

/// The whole number of `count` that a share stands for, rounded down. Below 65,536 it is exact where it is whole, 1 of
/// 100 for 1 %, though the share may have lost half of 1/65536.
EVODOKU_HD constexpr std::uint32_t share_of(Share share, std::uint32_t count) {
    return static_cast<std::uint32_t>(std::uint64_t{count} * (2 * share + (count < share_one)) >> 17);
}

/// For all puzzles together: a plan holds an index in 24 bits.
inline constexpr std::uint32_t max_individuals = 1u << 24;
/// Tries of one child at most: a draw has 4 bits for the number of the try.
inline constexpr std::uint32_t max_tries = 16;

/// A number of individuals, or a share of them in 1/65536.
struct CountOrShare {
    std::uint32_t value = 0;
    bool is_share = false;

    /// The number, of `size` individuals; a share is rounded down.
    EVODOKU_HD constexpr std::uint32_t of(std::uint32_t size) const { return is_share ? share_of(value, size) : value; }
};

}  // namespace evodoku
