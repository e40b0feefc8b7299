// The phases that find duplicates: boards that the new population has already, or that the deme has seen before.
//
// Entries: the new population, index by index; where parents compete with children, the parents come before them. The
// first of several equal boards stays. No order of work shows.
//
//   key        the key of each board
//   claim      every entry claims its key; who is not the first of its key is told: see Claims
//   recall     a child that was seen before gives way
//   reject     a child that was told, and has an equal before it, gives way
//   (initialise, where the plan is now `rejected`)
//   rekey, remember    the boards of this generation are noted
//   unclaim    the claims are cleared for the next generation
#pragma once

#include <cstdint>

#include "evodoku/core/atomics.hpp"
#include "evodoku/engine/claims.hpp"
#include "evodoku/engine/deme.hpp"

namespace evodoku {

/// A deme's entries and claims. All that the loops look at is copied in, so that no store can be thought to change it.
template <class Representation>
struct DistinctBody {
    using Stored = typename Representation::Stored;

    const Deme& deme;
    const Stored *old_boards, *new_boards;
    std::uint64_t* keys;
    Claims claims;
    std::uint64_t* seen;  ///< of this deme; null where none are remembered
    Plan* plans;
    std::uint32_t* rejected;
    std::uint32_t deme_size, parents, seen_words, half;
    Layout layout;
    bool fresh;
    EVODOKU_HD bool active() const { return deme.running(); }

    EVODOKU_HD DistinctBody(const Pool<Representation>& pool, std::uint32_t number)
        : deme(pool.demes[number]),
          old_boards(pool.boards[deme.front] + pool.first_slot(number)),
          new_boards(pool.boards[deme.back()] + pool.first_slot(number)),
          keys(pool.distinct.keys + std::size_t{number} * pool.distinct.entries_a_deme),
          claims{pool.distinct.claims + std::size_t{number} * pool.distinct.claims_a_deme, pool.distinct.claims_a_deme},
          seen(pool.distinct.seen == nullptr
                   ? nullptr
                   : pool.distinct.seen + std::uint64_t{number} * 2 * pool.distinct.seen_words),
          plans(pool.plans + pool.first_slot(number)),
          rejected(pool.distinct.rejected + number),
          deme_size(pool.deme_size),
          parents(pool.replacement.merges ? pool.deme_size : 0),
          seen_words(pool.distinct.seen_words),
          half(deme.half),
          layout(pool.layout_of(deme)),
          fresh(deme.fresh) {}

    EVODOKU_HD const Stored& board(std::uint32_t entry) const {
        return entry < parents ? old_boards[entry] : new_boards[entry - parents];
    }
    /// An individual's entries: its own, and its parent's where parents compete.
    template <class Work>
    EVODOKU_HD void each_entry(std::uint32_t index, const Work& work) const {
        work(parents + index);
        if (parents != 0) work(index);
    }
    EVODOKU_HD bool in_use(std::uint32_t entry) const {
        return entry < parents ? !fresh && entry < layout.size : entry - parents < layout.end;
    }
    EVODOKU_HD bool same(std::uint32_t a, std::uint32_t b) const {
        return same_boards<Representation>(board(a), board(b));
    }

    EVODOKU_HD void reject(std::uint32_t index) const {
        plans[index] = Plan::make(0, 0, Plan::rejected, Plan::copy);
        atomic_add(rejected, 1);
    }
    EVODOKU_HD bool is_rejected(std::uint32_t index) const { return plans[index].crossover() == Plan::rejected; }

    /// True of a new board that may be rejected: what is kept may stay, it was new once.
    EVODOKU_HD bool is_child(std::uint32_t index) const { return index >= layout.kept && index < layout.end; }

    /// One of the words in which a half of what the deme has seen notes a key. The halves lie word beside word, so that
    /// one cache line answers for both.
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

// Claims, and what is noted as seen, lie anywhere, in far more memory than a cache has: ask_for(index) asks for them
// beforehand.

template <class Representation>
struct KeyPhase {
    static constexpr const char* name = "key";
    Pool<Representation> pool;

    struct Body : DistinctBody<Representation> {
        EVODOKU_HD void operator()(std::uint32_t index) const {
            this->each_entry(index, [&](std::uint32_t entry) {
                if (this->in_use(entry)) this->keys[entry] = Representation::view(this->board(entry)).key();
            });
            if (index == 0) *this->rejected = 0;
            if (this->seen == nullptr) return;
            for (std::uint32_t which = 0; which < 2; ++which) {
                if (!this->fresh && !(this->deme.forgets && which == this->half)) continue;
                for (std::uint64_t k = index; k < this->seen_words; k += this->deme_size) this->seen[2 * k + which] = 0;
            }
        }
    };
    EVODOKU_HD Body operator()(std::uint32_t number) const { return {{pool, number}}; }
};

/// Writes plans of others: of those that have claimed already, whom nobody else is told of.
template <class Representation>
struct ClaimPhase {
    static constexpr const char* name = "claim";
    Pool<Representation> pool;

    struct Body : DistinctBody<Representation> {
        bool alone = false;  ///< an executor may set it where one thread has the deme to itself
        EVODOKU_HD void ask_for(std::uint32_t index) const {
            this->each_entry(index, [&](std::uint32_t entry) { this->claims.ask_for(this->keys[entry]); });
        }
        EVODOKU_HD void operator()(std::uint32_t index) const {
            this->each_entry(index, [&](std::uint32_t entry) {
                if (!this->in_use(entry)) return;
                const std::uint32_t told = this->claims.claim(this->keys[entry], entry, alone);
                if (told == Claims::nobody || told < this->parents || !this->is_child(told - this->parents)) return;
                this->plans[told - this->parents] = Plan::make(0, 0, Plan::alike, Plan::copy);
            });
        }
    };
    EVODOKU_HD Body operator()(std::uint32_t number) const { return {{pool, number}}; }
};

/// Plans a fresh board in place of every child that the deme has seen.
template <class Representation>
struct RecallPhase {
    static constexpr const char* name = "recall";
    Pool<Representation> pool;

    struct Body : DistinctBody<Representation> {
        EVODOKU_HD bool active() const { return this->deme.running() && !this->fresh; }
        EVODOKU_HD void ask_for(std::uint32_t index) const {
            prefetch(this->note(0, this->keys[this->parents + index]));
        }
        EVODOKU_HD void operator()(std::uint32_t index) const {
            if (this->is_child(index) && this->has_seen(this->keys[this->parents + index])) this->reject(index);
        }
    };
    EVODOKU_HD Body operator()(std::uint32_t number) const { return {{pool, number}}; }
};

/// Plans a fresh board in place of every child that the population has already.
template <class Representation>
struct RejectPhase {
    static constexpr const char* name = "reject";
    Pool<Representation> pool;

    struct Body : DistinctBody<Representation> {
        EVODOKU_HD bool acts_on(std::uint32_t index) const { return this->plans[index].crossover() == Plan::alike; }
        EVODOKU_HD void ask_for(std::uint32_t index) const { this->claims.ask_for(this->keys[this->parents + index]); }
        EVODOKU_HD void operator()(std::uint32_t index) const {
            if (acts_on(index)) prefetch(&this->board(this->claims.first(this->keys[this->parents + index])));
        }
        EVODOKU_HD void then(std::uint32_t index) const {
            if (acts_on(index) && has_equal(this->parents + index)) this->reject(index);
        }

    private:
        EVODOKU_HD bool has_equal(std::uint32_t entry) const {
            const std::uint32_t first = this->claims.first(this->keys[entry]);
            if (first < entry && this->same(first, entry)) return true;
            for (std::uint32_t before = 0; before < entry; ++before) {  // two keys have met
                const bool alike = this->in_use(before) && this->keys[before] == this->keys[entry];
                if (alike && this->same(before, entry)) return true;
            }
            return false;
        }
    };
    EVODOKU_HD Body operator()(std::uint32_t number) const { return {{pool, number}}; }
};

/// The keys of boards that took the place of others.
template <class Representation>
struct RekeyPhase {
    static constexpr const char* name = "rekey";
    Pool<Representation> pool;

    struct Body : DistinctBody<Representation> {
        EVODOKU_HD bool acts_on(std::uint32_t index) const { return this->is_rejected(index); }
        EVODOKU_HD void operator()(std::uint32_t index) const {
            if (!acts_on(index)) return;
            this->keys[this->parents + index] = Representation::view(this->new_boards[index]).key();
        }
    };
    EVODOKU_HD Body operator()(std::uint32_t number) const { return {{pool, number}}; }
};

template <class Representation>
struct RememberPhase {
    static constexpr const char* name = "remember";
    Pool<Representation> pool;

    struct Body : DistinctBody<Representation> {
        EVODOKU_HD void ask_for(std::uint32_t index) const {
            prefetch(this->note(this->half, this->keys[this->parents + index]));
        }
        EVODOKU_HD void operator()(std::uint32_t index) const {
            if (!this->is_child(index)) return;
            const std::uint64_t key = this->keys[this->parents + index];
            atomic_or(this->note(this->half, key), this->note_bits(key));
        }
    };
    EVODOKU_HD Body operator()(std::uint32_t number) const { return {{pool, number}}; }
};

/// Clears the claims for the next generation.
template <class Representation>
struct UnclaimPhase {
    static constexpr const char* name = "unclaim";
    Pool<Representation> pool;

    struct Body : DistinctBody<Representation> {
        EVODOKU_HD void operator()(std::uint32_t index) const {
            for (std::uint32_t k = index; k < this->claims.count; k += this->deme_size) this->claims.places[k] = 0;
        }
    };
    EVODOKU_HD Body operator()(std::uint32_t number) const { return {{pool, number}}; }
};

}  // namespace evodoku
