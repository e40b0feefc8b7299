// The digits that rows and columns of a box board lack.
#pragma once

#include <cstdint>

#include "core/bits.hpp"
#include "evodoku/core/hd.hpp"

namespace evodoku {

/// Digits missing, summed over the nine rows and nine columns: 162 - bits(lines(k)) summed over k, the digits in the
/// rows of band k and the columns of stack k.
template <class View>
EVODOKU_HD std::uint32_t missing_digits(View board) {
    int present = 0;
    for (int k = 0; k < 3; ++k) present += count_bits(board.lines(k));
    return static_cast<std::uint32_t>(162 - present);
}

}  // namespace evodoku
