// The phases that find duplicates: boards already in the new population, or seen by the island before.
//
// Entries: the new population, index by index; if parents compete with children, the parents come before them. The
// first of several equal boards stays. The order of execution has no effect.
//
//   key        the key of each board
//   insert     every entry inserts its key; an entry that is not the first of its key is marked: see DeduplicationTable
//   seen       a child seen before is replaced, unless it is a solution
//   reject     a marked child with an equal board before it is replaced
//   (initialise, where the plan is now `rejected`)
//   rekey, remember    the boards of this generation are noted
//   clear      the table is cleared for the next generation
#pragma once

#include <cstdint>

#include "core/bits.hpp"
#include "core/threads.hpp"
#include "engine/island.hpp"
#include "engine/phase.hpp"
#include "evodoku/core/hd.hpp"

namespace evodoku {

/// A hash table in which equal keys find the lowest entry that has them.
///
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

/// An island's entries and its table. Everything that the loops read is copied here, so that no store can alias it.
template <class Board>
struct DistinctBody {
    using Stored = typename Board::Stored;

    const Pool<Board>& pool;
    std::uint32_t island_index;
    const Island& island = pool.islands[island_index];
    std::uint32_t first_individual = pool.first_individual(island_index);
    const Stored *old_boards = pool.boards[island.front] + first_individual,
                 *new_boards = pool.boards[island.back()] + first_individual;
    const std::uint32_t* new_costs = pool.costs[island.back()] + first_individual;
    std::uint64_t* keys = pool.distinct.keys + std::size_t{island_index} * pool.distinct.entries_per_island;
    DeduplicationTable table = {pool.distinct.buckets + std::size_t{island_index} * pool.distinct.buckets_per_island,
                                pool.distinct.buckets_per_island};
    std::uint32_t seen_words = pool.distinct.seen_words;
    /// Of this island; null if none are remembered.
    std::uint64_t* seen =
        pool.distinct.seen == nullptr ? nullptr : pool.distinct.seen + std::uint64_t{island_index} * 2 * seen_words;
    Plan* plans = pool.plans + first_individual;
    std::uint32_t* rejected = pool.distinct.rejected + island_index;
    std::uint32_t island_size = pool.island_size, parents = pool.rules.merges ? pool.island_size : 0;
    std::uint32_t half = island.half;
    std::uint32_t competing = pool.competing(island);  ///< of the parents, those that compete
    Layout layout = pool.layout_of(island);
    bool fresh = island.fresh;
    EVODOKU_HD bool active() const { return island.running(); }

    EVODOKU_HD const Stored& board(std::uint32_t entry) const {
        return entry < parents ? old_boards[entry] : new_boards[entry - parents];
    }
    /// An individual's entries: its own, and its parent's where parents compete.
    EVODOKU_HD void each_entry(std::uint32_t index, const auto& work) const {
        work(parents + index);
        if (parents != 0) work(index);
    }
    EVODOKU_HD bool in_use(std::uint32_t entry) const {
        return entry < parents ? entry < competing : entry - parents < layout.end;
    }
    EVODOKU_HD bool same(std::uint32_t a, std::uint32_t b) const { return same_boards<Board>(board(a), board(b)); }

    EVODOKU_HD void reject(std::uint32_t index) const {
        plans[index] = Plan::make(0, 0, Plan::rejected, Plan::copy);
        atomic_add(rejected, 1);
    }

    /// True for a new board that may be rejected. Boards that are kept may stay.
    EVODOKU_HD bool is_child(std::uint32_t index) const { return index >= layout.kept && index < layout.end; }

    /// One of the words in which a half of the filters notes a key. The words of the two halves are neighbours, in one
    /// cache line.
    EVODOKU_HD std::uint64_t* note(std::uint32_t in_half, std::uint64_t key) const {
        return seen + multiply_high(key, seen_words) * 2 + in_half;
    }
    EVODOKU_HD static std::uint64_t note_bits(std::uint64_t key) {
        std::uint64_t bits = 0;
        for (int k = 0; k < 5; ++k) bits |= std::uint64_t{1} << (key >> 6 * k & 63);
        return bits;
    }
    EVODOKU_HD bool has_seen(std::uint64_t key) const {
        const std::uint64_t bits = note_bits(key);
        return (*note(0, key) & bits) == bits || (*note(1, key) & bits) == bits;
    }
};

// Entries of the table and of the filters are at random addresses, in far more memory than a cache holds, so
// ask_for(index) prefetches them.

template <class Board>
struct KeyBody : DistinctBody<Board> {
    static constexpr const char* name = "key";
    static constexpr PhaseTraits traits = {};

    EVODOKU_HD void operator()(std::uint32_t index) const {
        this->each_entry(index, [&](std::uint32_t entry) {
            if (this->in_use(entry)) this->keys[entry] = Board::view(this->board(entry)).key();
        });
        if (index == 0) *this->rejected = 0;
        if (this->seen == nullptr) return;
        for (std::uint32_t which = 0; which < 2; ++which) {
            if (!this->fresh && !(this->island.forgets && which == this->half)) continue;
            for (std::uint64_t k = index; k < this->seen_words; k += this->island_size) this->seen[2 * k + which] = 0;
        }
    }
};

/// Writes plans of other individuals: only of those that are inserted already, each by one writer.
template <class Board>
struct InsertBody : DistinctBody<Board> {
    static constexpr const char* name = "insert";
    static constexpr PhaseTraits traits = {.asks_ahead = true, .may_be_alone = true};

    bool alone = false;  ///< an executor may set it if one thread processes the whole island
    EVODOKU_HD void ask_for(std::uint32_t index) const {
        this->each_entry(index, [&](std::uint32_t entry) { this->table.ask_for(this->keys[entry]); });
    }
    EVODOKU_HD void operator()(std::uint32_t index) const {
        this->each_entry(index, [&](std::uint32_t entry) {
            if (!this->in_use(entry)) return;
            const std::uint32_t duplicate = this->table.insert(this->keys[entry], entry, alone);
            if (duplicate == DeduplicationTable::none || duplicate < this->parents ||
                !this->is_child(duplicate - this->parents))
                return;
            this->plans[duplicate - this->parents] = Plan::make(0, 0, Plan::alike, Plan::copy);
        });
    }
};

/// Plans a fresh board for every child that the island has seen before. None with cost 0 was there: it would be a false
/// alarm of the filter, which would lose a solution.
template <class Board>
struct SeenBody : DistinctBody<Board> {
    static constexpr const char* name = "seen";
    static constexpr PhaseTraits traits = {.asks_ahead = true};

    EVODOKU_HD bool active() const { return this->island.running() && !this->fresh; }
    EVODOKU_HD void ask_for(std::uint32_t index) const { prefetch(this->note(0, this->keys[this->parents + index])); }
    EVODOKU_HD void operator()(std::uint32_t index) const {
        if (this->is_child(index) && this->new_costs[index] != 0 && this->has_seen(this->keys[this->parents + index]))
            this->reject(index);
    }
};

/// Plans a fresh board for every child that the population already contains.
template <class Board>
struct RejectBody : DistinctBody<Board> {
    static constexpr const char* name = "reject";
    static constexpr PhaseTraits traits = {.chooses = true, .asks_ahead = true, .finishes = true};

    EVODOKU_HD bool acts_on(std::uint32_t index) const { return this->plans[index].crossover() == Plan::alike; }
    EVODOKU_HD void ask_for(std::uint32_t index) const { this->table.ask_for(this->keys[this->parents + index]); }
    EVODOKU_HD void operator()(std::uint32_t index) const {
        if (acts_on(index)) prefetch(&this->board(this->table.find(this->keys[this->parents + index])));
    }
    EVODOKU_HD void then(std::uint32_t index) const {
        if (acts_on(index) && has_equal(this->parents + index)) this->reject(index);
    }

private:
    EVODOKU_HD bool has_equal(std::uint32_t entry) const {
        const std::uint32_t first = this->table.find(this->keys[entry]);
        if (first < entry && this->same(first, entry)) return true;
        for (std::uint32_t before = 0; before < entry; ++before) {  // two keys share a tag
            const bool alike = this->in_use(before) && this->keys[before] == this->keys[entry];
            if (alike && this->same(before, entry)) return true;
        }
        return false;
    }
};

/// The keys of boards that replaced others.
template <class Board>
struct RekeyBody : DistinctBody<Board> {
    static constexpr const char* name = "rekey";
    static constexpr PhaseTraits traits = {.chooses = true};

    EVODOKU_HD bool acts_on(std::uint32_t index) const { return this->plans[index].crossover() == Plan::rejected; }
    EVODOKU_HD void operator()(std::uint32_t index) const {
        if (!acts_on(index)) return;
        this->keys[this->parents + index] = Board::view(this->new_boards[index]).key();
    }
};

template <class Board>
struct RememberBody : DistinctBody<Board> {
    static constexpr const char* name = "remember";
    static constexpr PhaseTraits traits = {.asks_ahead = true};

    EVODOKU_HD void ask_for(std::uint32_t index) const {
        prefetch(this->note(this->half, this->keys[this->parents + index]));
    }
    EVODOKU_HD void operator()(std::uint32_t index) const {
        if (!this->is_child(index)) return;
        const std::uint64_t key = this->keys[this->parents + index];
        atomic_or(this->note(this->half, key), this->note_bits(key));
    }
};

/// Clears the table for the next generation.
template <class Board>
struct ClearBody : DistinctBody<Board> {
    static constexpr const char* name = "clear";
    static constexpr PhaseTraits traits = {};

    EVODOKU_HD void operator()(std::uint32_t index) const {
        for (std::uint32_t k = index; k < this->table.count; k += this->island_size) this->table.buckets[k] = 0;
    }
};

/// The phase for a body.
template <template <class> class Work, class Board>
struct DistinctPhase {
    using Body = Work<Board>;
    static constexpr const char* name = Body::name;
    static constexpr PhaseTraits traits = Body::traits;
    Pool<Board> pool;

    EVODOKU_HD Body operator()(std::uint32_t island_index) const { return {{pool, island_index}}; }
};

}  // namespace evodoku
