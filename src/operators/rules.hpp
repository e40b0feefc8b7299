// How one generation follows the other, as the phases see it: plain data. A selection, a replacement or a stagnation
// changes it by a member
//
//   void change(Rules& rules) const
//
// This is the only hook for what a preset does differently between generations: the phases know no operator of
// replacement or stagnation, only these rules.
#pragma once

#include <cstdint>

#include "core/draws.hpp"
#include "evodoku/core/count_or_share.hpp"

namespace evodoku {

/// Elites that may compete where each must beat one: a bit of a word each.
inline constexpr std::uint32_t max_beaten = 64;

struct Rules {
    // Which boards survive.
    Share made = share_one;       ///< children, migrants and immigrants of a generation, as a share of the island
    bool merges = false;          ///< the next population is the best of the old one and of those made
    bool children_first = false;  ///< where both cost the same: the made one, not the old one
    bool elites_only = false;     ///< of the old population, only the elites compete
    bool must_beat = false;       ///< an elite stays only if it is better than the made one that then has its rank
    bool ages = false;            ///< the cost of one that stays rises by one
    bool learns = false;          ///< an immigrant may be a copy of an elite

    // What a stalled island does: unless it grows or reheats, it starts again.
    bool grows = false;
    bool reheats = false;        ///< temperatures begin anew; a generation is compared with the one before
    bool fresh = false;          ///< a reheat takes fresh boards, too
    bool since_restart = false;  ///< generations are counted since the start or restart, not since the best board
    std::uint32_t limit = 0;     ///< restarts per island; 0 = any number

    // How an island grows, and its shares from then on.
    std::uint32_t max_growth = 0;            ///< individuals added per growth: 0 to this many
    Share grown_elite = 0;                   ///< elites
    Share min_crossed = 0, max_crossed = 0;  ///< children crossed: a share between these
    /// After a stall the island grows in every generation, up to the one after a better board, without immigrants.
    bool grows_each_generation = false;

    /// Waves in which the children of a generation are made: parents are boards of the waves before. 0: all at once,
    /// from the last population.
    std::uint32_t waves = 0;

    /// The best that stay unchanged, in an island of `size` with `elites` requested elites.
    EVODOKU_HD std::uint32_t kept(std::uint32_t size, std::uint32_t elites) const {
        const std::uint32_t left = size - share_of(made, size);
        return merges ? 0 : left > elites ? left : elites;  // a branch takes the crossovers six registers on a GPU
    }

    /// Individuals of the island in use during a generation: those kept, then those made.
    EVODOKU_HD std::uint32_t end(std::uint32_t size) const {
        if (!merges) return size;
        const std::uint32_t count = share_of(made, size);
        return count == 0 ? 1 : count;
    }
};

/// An island's size and shares, which change when it stalls.
struct Growth {
    std::uint32_t next_size = 0;  ///< of the next population, if it is bred from this one
    std::uint32_t has_grown = 0;  ///< 0 or 1: shares are those of the configuration, or of the rules
    Share crossed = 0;            ///< of the children, once it has grown

    EVODOKU_HD CountOrShare elite(const Rules& rules, const CountOrShare& otherwise) const {
        return has_grown != 0 ? CountOrShare{rules.grown_elite, true} : otherwise;
    }
    EVODOKU_HD CountOrShare immigrants(const Rules& rules, const CountOrShare& otherwise) const {
        return has_grown != 0 && rules.grows_each_generation ? CountOrShare{} : otherwise;
    }
    /// The share of children that are crossed, in place of the rate of the operator; null where that holds.
    EVODOKU_HD const Share* crossed_instead() const { return has_grown != 0 ? &crossed : nullptr; }

    /// A stall, with effect in the next generation. The island holds at most `max_size` individuals. `draws`: of the
    /// island in this generation.
    EVODOKU_HD void grow(const Rules& rules, std::uint32_t max_size, Draws draws) {
        const std::uint32_t more = draws.below(rules.max_growth + 1);
        const std::uint32_t room = max_size - next_size;
        crossed = rules.min_crossed + draws.below(rules.max_crossed - rules.min_crossed + 1);
        next_size += more < room ? more : room;
        has_grown = 1;
    }
};

}  // namespace evodoku
