// The deduplication table: a hash table in which equal keys find the lowest entry that has them.
#pragma once

#include <cstdint>

#include "core/atomics.hpp"
#include "core/bits.hpp"
#include "evodoku/core/hd.hpp"

namespace evodoku {

/// Entries insert their keys, all at once and in any order. For each key, insert() returns all entries except the
/// lowest, each once: to the entry itself, or to the lower one that replaces it. Open addressing: a key begins at the
/// bucket given by its upper bits, and takes the first bucket that is free or holds its tag, the lower bits. A bucket
/// keeps its tag, so all entries of one key meet in one bucket.
///
/// Two keys may share a tag and meet in a bucket. Whether they do depends on the order of insertion. An entry that was
/// returned may therefore have a key of its own: compare it with the others. An entry that was not returned is the
/// lowest of its key.
struct DeduplicationTable {
    static constexpr int entry_bits = 28;
    static constexpr std::uint64_t all_entries = (std::uint64_t{1} << entry_bits) - 1;
    /// Half of the buckets stay free, so that a key looks at two or three.
    static constexpr std::uint32_t buckets_per_entry = 2;

    std::uint64_t* buckets;  ///< tag | all_entries - lowest entry, or 0
    std::uint32_t count;     ///< more than the number of keys

    static constexpr std::uint32_t none = ~0u;

    /// `entry` is below all_entries; `alone`: one thread inserts all. Returns the entry that is now known not to be the
    /// lowest of its tag, or none.
    EVODOKU_HD std::uint32_t insert(std::uint64_t key, std::uint32_t entry, bool alone = false) const {
        const std::uint64_t wanted = key << entry_bits | (all_entries - entry);
        std::uint32_t bucket = first_bucket(key);
        for (;; bucket = next(bucket)) {
            const std::uint64_t held = atomic_take(buckets + bucket, wanted, alone);
            if (held == 0) return none;
            if (has_tag(held, key)) break;
        }
        const std::uint64_t held = atomic_max(buckets + bucket, wanted);
        return held > wanted ? entry : entry_of(held);
    }

    /// After all are inserted: the lowest entry of this key's tag. Requires a key that was inserted.
    EVODOKU_HD std::uint32_t find(std::uint64_t key) const {
        std::uint32_t bucket = first_bucket(key);
        while (!has_tag(buckets[bucket], key)) bucket = next(bucket);
        return entry_of(buckets[bucket]);
    }

    EVODOKU_HD void ask_for(std::uint64_t key) const { prefetch(buckets + first_bucket(key)); }

private:
    EVODOKU_HD std::uint32_t first_bucket(std::uint64_t key) const {
        return static_cast<std::uint32_t>(multiply_high(key, count));
    }
    EVODOKU_HD std::uint32_t next(std::uint32_t bucket) const { return bucket + 1 == count ? 0 : bucket + 1; }
    EVODOKU_HD static std::uint32_t entry_of(std::uint64_t held) {
        return static_cast<std::uint32_t>(all_entries - (held & all_entries));
    }
    EVODOKU_HD static bool has_tag(std::uint64_t held, std::uint64_t key) {
        return held >> entry_bits == (key << entry_bits) >> entry_bits;
    }
};

}  // namespace evodoku
