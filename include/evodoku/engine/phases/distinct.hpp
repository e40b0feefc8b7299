// The phases that find duplicates: boards that the new population has already, or that the deme has seen before.
//
// Entries: the new population, index by index; where parents compete with children, the parents come before them. The
// first of several equal boards stays. All decisions are maxima, unions and sums, so no order of work shows.
//
//   key        the key of each board
//   claim      every entry claims a place that its key names; the lowest entry has it
//   judge      round by round: who has its place is the first of its kind; who finds an equal board there is a
//              duplicate; others claim another place for the next round
//   reject     duplicates among the children, and those seen before, are to give way
//   (initialise, where the plan is now `rejected`)
//   rekey, remember    the boards of this generation are noted
//   unclaim    the places are cleared for the next generation
#pragma once

#include <cstdint>

#include "evodoku/core/atomics.hpp"
#include "evodoku/engine/deme.hpp"

namespace evodoku {

/// Equal boards claim the same place in every round, and only the first can have it: so they are found in one round, or
/// all of them go on. After four rounds about one entry in 10^8 is undecided; it is compared with all before it.
inline constexpr std::uint32_t claim_rounds = 4;

/// Places an entry in the tables of even rounds and of odd ones. Of the entries that a table has twice the places
/// for, one in five finds its place taken by another; of those in turn the odd table has plenty for all.
inline constexpr std::uint32_t even_claims = 2, odd_claims = 1;

enum Verdict : std::uint16_t { undecided, first_of_its_kind, duplicate };

/// A deme's entries and claims. All that the loops look at is copied in, so that no store can be thought to change it.
template <class Representation>
struct DistinctBody {
    using Stored = typename Representation::Stored;
    static constexpr std::uint32_t entry_bits = 28;
    static constexpr std::uint32_t all_entries = (1u << entry_bits) - 1;

    const Deme& deme;
    const Stored *old_boards, *new_boards;
    std::uint64_t* keys;
    std::uint16_t* verdicts;
    std::uint32_t *even_places, *odd_places;
    std::uint64_t* seen;  ///< of this deme; null where none are remembered
    Plan* plans;
    std::uint32_t* rejected;
    std::uint32_t deme_size, entries, parents, even_count, odd_count, seen_words, half;
    Layout layout;
    bool fresh;
    EVODOKU_HD bool active() const { return deme.running(); }

    EVODOKU_HD DistinctBody(const Pool<Representation>& pool, std::uint32_t number)
        : deme(pool.demes[number]),
          old_boards(pool.boards[deme.front] + pool.first_slot(number)),
          new_boards(pool.boards[deme.back()] + pool.first_slot(number)),
          keys(pool.distinct.keys + std::size_t{number} * pool.distinct.entries_a_deme),
          verdicts(pool.distinct.verdicts + std::size_t{number} * pool.distinct.entries_a_deme),
          even_places(pool.distinct.claims + std::size_t{number} * pool.distinct.claims_a_deme),
          odd_places(even_places + pool.distinct.entries_a_deme * even_claims),
          seen(pool.distinct.seen == nullptr
                   ? nullptr
                   : pool.distinct.seen + std::uint64_t{number} * 2 * pool.distinct.seen_words),
          plans(pool.plans + pool.first_slot(number)),
          rejected(pool.distinct.rejected + number),
          deme_size(pool.deme_size),
          entries(pool.distinct.entries_a_deme),
          parents(pool.replacement.merges ? pool.deme_size : 0),
          even_count(entries * even_claims),
          odd_count(entries * odd_claims),
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
        if (keys[a] != keys[b]) return false;
        const Stored &one = board(a), &other = board(b);
        std::uint64_t different = 0;
        for (int word = 0; word < Representation::words; ++word) {
            different |= (one.word[word] ^ other.word[word]) & ~Representation::notes_in(word);
        }
        return different == 0;
    }
    /// Two tables take turns, so that entries may claim for the next round while others still look at this one.
    EVODOKU_HD std::uint32_t& place(std::uint32_t entry, std::uint32_t round) const {
        const std::uint64_t named = round == 0 ? keys[entry] : mix(keys[entry] + round);
        return (round & 1) == 0 ? even_places[multiply_high(named, even_count)]
                                : odd_places[multiply_high(named, odd_count)];
    }
    /// The highest claim holds a place: of the latest round, of the lowest entry. 0 is none.
    EVODOKU_HD void claim(std::uint32_t entry, std::uint32_t round) const {
        atomic_max(&place(entry, round), (round + 1) << entry_bits | (all_entries - entry));
    }
    EVODOKU_HD std::uint32_t holder(std::uint32_t entry, std::uint32_t round) const {
        return all_entries - (place(entry, round) & all_entries);
    }

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

// What is noted as seen lies anywhere, in far more memory than a cache has: ask_for(index) asks for it beforehand.

template <class Representation>
struct KeyPhase {
    static constexpr const char* name = "key";
    Pool<Representation> pool;

    struct Body : DistinctBody<Representation> {
        EVODOKU_HD void operator()(std::uint32_t index) const {
            this->each_entry(index, [&](std::uint32_t entry) {
                const bool used = this->in_use(entry);
                this->verdicts[entry] = used ? undecided : first_of_its_kind;
                if (!used) return;
                this->keys[entry] = Representation::view(this->board(entry)).key();
                prefetch(&this->place(entry, 0));
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

/// The claims of the first round.
template <class Representation>
struct ClaimPhase {
    static constexpr const char* name = "claim";
    Pool<Representation> pool;

    struct Body : DistinctBody<Representation> {
        EVODOKU_HD void operator()(std::uint32_t index) const {
            this->each_entry(index, [&](std::uint32_t entry) {
                if (this->verdicts[entry] == undecided) this->claim(entry, 0);
            });
        }
    };
    EVODOKU_HD Body operator()(std::uint32_t number) const { return {{pool, number}}; }
};

/// Judges by the claims of a round, and claims for the next. In the first round all are undecided.
template <class Representation, bool first_round>
struct JudgePhase {
    static constexpr const char* name = "judge";
    Pool<Representation> pool;
    std::uint32_t round;

    struct Body : DistinctBody<Representation> {
        std::uint32_t round;
        EVODOKU_HD bool acts_on(std::uint32_t index) const requires(!first_round) {
            return (this->verdicts[index] == undecided) | (this->verdicts[this->parents + index] == undecided);
        }
        EVODOKU_HD void ask_for(std::uint32_t index) const requires first_round {
            prefetch(&this->place(this->parents + index, 0));
        }
        /// True if there is nothing to do for any of them.
        bool is_idle(std::uint32_t begin, std::uint32_t end) const requires(!first_round) {
            const std::uint16_t *own = this->verdicts + this->parents, *parent = this->verdicts;
            bool any = false;
            for (std::uint32_t index = begin; index < end; ++index) {
                any |= (own[index] == undecided) | (parent[index] == undecided);
            }
            return !any;
        }
        EVODOKU_HD void operator()(std::uint32_t index) const {
            this->each_entry(index, [&](std::uint32_t entry) {
                if (this->verdicts[entry] == undecided) this->verdicts[entry] = judged(entry);
            });
        }

    private:
        EVODOKU_HD Verdict judged(std::uint32_t entry) const {
            const std::uint32_t holder = this->holder(entry, round);
            if (holder == entry) return first_of_its_kind;
            if (this->same(holder, entry)) return duplicate;
            if (round + 1 < claim_rounds) {
                this->claim(entry, round + 1);
                return undecided;
            }
            for (std::uint32_t before = 0; before < entry; ++before) {
                if (this->in_use(before) && this->same(before, entry)) return duplicate;
            }
            return first_of_its_kind;
        }
    };
    EVODOKU_HD Body operator()(std::uint32_t number) const { return {{pool, number}, round}; }
};

/// Plans a fresh board in place of every child that the population has already, or that the deme has seen.
template <class Representation>
struct RejectPhase {
    static constexpr const char* name = "reject";
    Pool<Representation> pool;

    struct Body : DistinctBody<Representation> {
        EVODOKU_HD void ask_for(std::uint32_t index) const {
            if (this->seen != nullptr) prefetch(this->note(0, this->keys[this->parents + index]));
        }
        EVODOKU_HD void operator()(std::uint32_t index) const {
            if (!this->is_child(index)) return;
            const std::uint32_t entry = this->parents + index;
            const bool remembers = this->seen != nullptr && !this->fresh;
            if (this->verdicts[entry] != duplicate && !(remembers && this->has_seen(this->keys[entry]))) return;
            this->plans[index] = Plan::make(0, 0, Plan::rejected, Plan::copy);
            atomic_add(this->rejected, 1);
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
        EVODOKU_HD bool acts_on(std::uint32_t index) const { return this->plans[index].crossover() == Plan::rejected; }
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
            for (std::uint32_t k = index; k < this->even_count; k += this->deme_size) this->even_places[k] = 0;
            for (std::uint32_t k = index; k < this->odd_count; k += this->deme_size) this->odd_places[k] = 0;
        }
    };
    EVODOKU_HD Body operator()(std::uint32_t number) const { return {{pool, number}}; }
};

}  // namespace evodoku
