// Which alleles of a box clash with an arrangement of a neighbour: a table made beforehand, for a GPU. Not an operator.
#pragma once

#include <cstdint>

#include "evodoku/core/hd.hpp"

namespace evodoku {

/// 64 alleles in halves of 32: a bit for those that clash with the arrangement, and for those that clash twice.
struct alignas(16) ClashEntry {
    std::uint32_t one[2], two[2];
};

/// A row per box, neighbour k and arrangement of that neighbour: words(box) entries. The rows of a box and neighbour
/// lie side by side, in the order of the arrangements' numbers. Those of the hardest puzzles take 34 KB on average, and
/// 84 KB at most. A box and neighbour that there is no room for has none, and is drawn from the places of the alleles.
struct ClashTable {
    static constexpr std::uint32_t none = ~0u;

    /// All that a redraw of a box looks up, in two loads of 16 bytes.
    struct alignas(16) Box {
        std::uint32_t first[4];  ///< neighbour k -> its first entry, or none
        std::uint32_t count;     ///< of alleles
        std::uint32_t words;     ///< of 64 alleles
        std::uint32_t numbers;   ///< its first allele in Alleles::numbers
        std::uint32_t ring;      ///< see LineNumbers
    };
    Box box[9];
    std::uint32_t movable;  ///< bit b: box b has several alleles
    /// 1: every box is listed, every row is here, no two boxes clash that cannot change, and the puzzle has fewer than
    /// about 2^63 boards (Alleles::many_boards): the weights have 32 bits.
    std::uint32_t complete;
};

}  // namespace evodoku
