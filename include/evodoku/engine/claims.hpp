// A hash table in which equal keys find the lowest of those who have them: how equal boards are found.
#pragma once

#include <cstdint>

#include "evodoku/core/atomics.hpp"
#include "evodoku/core/bits.hpp"
#include "evodoku/core/hd.hpp"

namespace evodoku {

/// Entries claim their keys, all at once and in any order; of those with one key all but the lowest are told of, each
/// once, to the entry itself or to the one that took its place. Open addressing: a key begins at the place that its
/// upper bits name, and has the first place that is free or holds its tag, the lower bits. No place is ever given up,
/// so that all of one key come to the same place.
///
/// Two keys may share a tag and meet, and whether they do depends on the order of claims: an entry told of may have a
/// key of its own. Who is told of must therefore look whether it is equal to anything; who is not told of is the
/// lowest.
struct Claims {
    static constexpr int entry_bits = 28;
    static constexpr std::uint64_t all_entries = (std::uint64_t{1} << entry_bits) - 1;
    /// Places an entry: half of them stay free, so that a key looks at two or three.
    static constexpr std::uint32_t places_an_entry = 2;

    std::uint64_t* places;  ///< tag | all_entries - lowest entry, or 0
    std::uint32_t count;    ///< more than the keys

    static constexpr std::uint32_t nobody = ~0u;

    /// `entry` is below all_entries; `alone`: one thread makes all claims. Returns the entry that this shows not to be
    /// the lowest of its tag, or nobody.
    EVODOKU_HD std::uint32_t claim(std::uint64_t key, std::uint32_t entry, bool alone = false) const {
        const std::uint64_t wanted = key << entry_bits | (all_entries - entry);
        std::uint32_t place = first_place(key);
        for (;; place = next(place)) {
            const std::uint64_t held = atomic_take(places + place, wanted, alone);
            if (held == 0) return nobody;
            if (has_tag(held, key)) break;
        }
        const std::uint64_t held = atomic_max(places + place, wanted);
        return held > wanted ? entry : entry_of(held);
    }

    /// After all claims: the lowest entry of this key's tag. The key was claimed.
    EVODOKU_HD std::uint32_t first(std::uint64_t key) const {
        std::uint32_t place = first_place(key);
        while (!has_tag(places[place], key)) place = next(place);
        return entry_of(places[place]);
    }

    EVODOKU_HD void ask_for(std::uint64_t key) const { prefetch(places + first_place(key)); }

private:
    EVODOKU_HD std::uint32_t first_place(std::uint64_t key) const {
        return static_cast<std::uint32_t>(multiply_high(key, count));
    }
    EVODOKU_HD std::uint32_t next(std::uint32_t place) const { return place + 1 == count ? 0 : place + 1; }
    EVODOKU_HD static std::uint32_t entry_of(std::uint64_t held) {
        return static_cast<std::uint32_t>(all_entries - (held & all_entries));
    }
    EVODOKU_HD static bool has_tag(std::uint64_t held, std::uint64_t key) {
        return held >> entry_bits == (key << entry_bits) >> entry_bits;
    }
};

}  // namespace evodoku
