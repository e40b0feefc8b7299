// What a replacement comes to for the phases: how many stay, how many are made. Not an operator.
#pragma once

#include <cstdint>

#include "evodoku/core/draws.hpp"

namespace evodoku {

struct ReplacementRule {
    Share made = whole;           ///< children, migrants and immigrants of a generation, as a share of the deme
    bool merges = false;          ///< the next population is the best of the old one and of those made
    bool children_first = false;  ///< where both cost the same: the made one, not the old one

    /// The best that stay as they are, in a deme of `size` that asks for `elites` of them.
    EVODOKU_HD std::uint32_t kept(std::uint32_t size, std::uint32_t elites) const {
        if (merges) return 0;
        const std::uint32_t left = size - share_of(made, size);
        return left > elites ? left : elites;
    }

    /// Slots of the deme in use while a generation is made: those kept, then those made.
    EVODOKU_HD std::uint32_t end(std::uint32_t size) const {
        if (!merges) return size;
        const std::uint32_t count = share_of(made, size);
        return count == 0 ? 1 : count;
    }
};

}  // namespace evodoku
