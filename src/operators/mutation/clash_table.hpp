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
/// lie side by side, in the order of the arrangements' numbers. Those of the hardest puzzles take 34 KB on average. A
/// box and neighbour that there is no room for has none, and is drawn from the places of the alleles.
struct ClashTable {
    static constexpr std::uint32_t room = 3712;  ///< entries: 58 KB
    static constexpr std::uint32_t none = ~0u;

    std::uint32_t first[9][4];  ///< box, k -> first entry, or none
    ClashEntry entry[room];
};

}  // namespace evodoku
