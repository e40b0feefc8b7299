// The rule of Metropolis, for operators that accept some changes for the worse. Not an operator.
#pragma once

#include <cstdint>

#include "core/draws.hpp"
#include "evodoku/core/hd.hpp"

namespace evodoku {

/// For a higher cost: true with probability 2^-bits; never above 31 bits.
EVODOKU_HD inline bool passes_metropolis(std::uint32_t bits, Draws& draws) {
    if (bits == 0) return true;
    return bits < 32 && draws.bits(32) >> (32 - bits) == 0;
}

}  // namespace evodoku
