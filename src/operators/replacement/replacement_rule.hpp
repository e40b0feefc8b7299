// A replacement as the phases see it: how many individuals stay and how many are made. Not an operator.
#pragma once

#include <cstdint>

#include "core/draws.hpp"

namespace evodoku {

/// Elites that may compete where each must beat one: a bit of a word each.
inline constexpr std::uint32_t max_beaten = 64;

struct ReplacementRule {
    Share made = whole;           ///< children, migrants and immigrants of a generation, as a share of the island
    bool merges = false;          ///< the next population is the best of the old one and of those made
    bool children_first = false;  ///< where both cost the same: the made one, not the old one
    bool elites_only = false;     ///< of the old population, only the elites compete
    bool must_beat = false;       ///< an elite stays only if it is better than the made one that then has its rank
    bool ages = false;            ///< the cost of one that stays rises by one
    bool learns = false;          ///< an immigrant may be a copy of an elite

    /// The best that stay unchanged, in an island of `size` with `elites` requested elites.
    EVODOKU_HD std::uint32_t kept(std::uint32_t size, std::uint32_t elites) const {
        if (merges) return 0;
        const std::uint32_t left = size - share_of(made, size);
        return left > elites ? left : elites;
    }

    /// Individuals of the island in use during a generation: those kept, then those made.
    EVODOKU_HD std::uint32_t end(std::uint32_t size) const {
        if (!merges) return size;
        const std::uint32_t count = share_of(made, size);
        return count == 0 ? 1 : count;
    }
};

}  // namespace evodoku
