// The phases that find duplicates: boards that the new population has already, or that the deme has seen before.
//
// Entries: the new population, index by index; where parents compete with children, the parents come before them. The
// first of several equal boards stays. All decisions are maxima, unions and sums, so no order of work shows.
//
//   key        the key of each board
//   claim      round by round: every undecided entry claims a place that its key names; the lowest entry has it
//   judge      who has its place is the first of its kind; who finds an equal board there is a duplicate; others go on
//   (initialise, where the plan is now `rejected`)
//   remember   the boards of this generation are noted; claims are cleared for the next
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

/// A deme's entries and claims.
template <class Representation>
struct DistinctBody {
    using Stored = typename Representation::Stored;
    static constexpr std::uint32_t entry_bits = 28;
    static constexpr std::uint32_t all_entries = (1u << entry_bits) - 1;

    const Pool<Representation>& pool;
    const Deme& deme;
    std::uint32_t number, parents;
    const Stored *old_boards, *new_boards;
    std::uint64_t* keys;
    std::uint16_t* verdicts;
    std::uint32_t* claims;
    Layout layout;
    EVODOKU_HD bool active() const { return deme.running(); }

    EVODOKU_HD DistinctBody(const Pool<Representation>& whole_pool, std::uint32_t deme_number)
        : pool(whole_pool),
          deme(pool.demes[deme_number]),
          number(deme_number),
          parents(pool.replacement.merges ? pool.deme_size : 0),
          old_boards(pool.boards[deme.front] + pool.first_slot(number)),
          new_boards(pool.boards[deme.back()] + pool.first_slot(number)),
          keys(pool.distinct.keys + std::size_t{number} * pool.distinct.entries_a_deme),
          verdicts(pool.distinct.verdicts + std::size_t{number} * pool.distinct.entries_a_deme),
          claims(pool.distinct.claims + std::size_t{number} * pool.distinct.claims_a_deme),
          layout(pool.layout_of(deme)) {}

    EVODOKU_HD const Stored& board(std::uint32_t entry) const {
        return entry < parents ? old_boards[entry] : new_boards[entry - parents];
    }
    EVODOKU_HD bool in_use(std::uint32_t entry) const {
        return entry < parents ? !deme.fresh && entry < layout.size : entry - parents < layout.end;
    }
    EVODOKU_HD bool same(std::uint32_t a, std::uint32_t b) const {
        if (keys[a] != keys[b]) return false;
        const Stored &one = board(a), &other = board(b);
        for (int word = 0; word < Representation::words; ++word) {
            if (((one.word[word] ^ other.word[word]) & ~Representation::notes_in(word)) != 0) return false;
        }
        return true;
    }
    /// Two tables take turns, so that entries may claim for the next round while others still look at this one.
    EVODOKU_HD std::uint32_t& place(std::uint32_t entry, std::uint32_t round) const {
        const std::uint64_t named = round == 0 ? keys[entry] : mix(keys[entry] + round);
        const std::uint32_t even = pool.distinct.entries_a_deme * even_claims;
        const std::uint32_t odd = pool.distinct.claims_a_deme - even;
        return (round & 1) == 0 ? claims[multiply_high(named, even)] : claims[even + multiply_high(named, odd)];
    }
    /// The highest claim holds a place: of the latest round, of the lowest entry. 0 is none.
    EVODOKU_HD void claim(std::uint32_t entry, std::uint32_t round) const {
        atomic_max(&place(entry, round), (round + 1) << entry_bits | (all_entries - entry));
    }
    EVODOKU_HD std::uint32_t holder(std::uint32_t entry, std::uint32_t round) const {
        return all_entries - (place(entry, round) & all_entries);
    }

    /// One of the words in which a half of what the deme has seen notes a key. The halves lie word beside word, so that
    /// one cache line answers for both.
    EVODOKU_HD std::uint64_t* note(std::uint32_t half, std::uint64_t key) const {
        const std::uint64_t words = pool.distinct.seen_words;
        return pool.distinct.seen + (number * words + multiply_high(key, words)) * 2 + half;
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

/// Words that are asked for while others are worked on: an individual so many places on will want them.
inline constexpr std::uint32_t look_ahead = 48;

template <class Representation>
struct KeyPhase {
    static constexpr const char* name = "key";
    Pool<Representation> pool;

    struct Body : DistinctBody<Representation> {
        EVODOKU_HD void operator()(std::uint32_t index) const {
            const DistinctPool& distinct = this->pool.distinct;
            for (std::uint32_t entry = index; entry < distinct.entries_a_deme; entry += this->pool.deme_size) {
                const bool used = this->in_use(entry);
                this->verdicts[entry] = used ? undecided : first_of_its_kind;
                if (!used) continue;
                this->keys[entry] = Representation::view(this->board(entry)).key();
                prefetch(&this->place(entry, 0));
            }
            if (index == 0) distinct.rejected[this->number] = 0;
            if (distinct.seen == nullptr) return;
            for (std::uint32_t half = 0; half < 2; ++half) {
                if (!this->deme.fresh && !(this->deme.forgets && half == this->deme.half)) continue;
                std::uint64_t* words = distinct.seen + std::uint64_t{this->number} * 2 * distinct.seen_words + half;
                for (std::uint64_t k = index; k < distinct.seen_words; k += this->pool.deme_size) words[2 * k] = 0;
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
            for (std::uint32_t entry = index; entry < this->pool.distinct.entries_a_deme;
                 entry += this->pool.deme_size) {
                if (this->verdicts[entry] == undecided) this->claim(entry, 0);
            }
        }
    };
    EVODOKU_HD Body operator()(std::uint32_t number) const { return {{pool, number}}; }
};

/// Judges by the claims of one round, and claims for the next.
template <class Representation>
struct JudgePhase {
    static constexpr const char* name = "judge";
    Pool<Representation> pool;
    std::uint32_t round;

    struct Body : DistinctBody<Representation> {
        std::uint32_t round;
        EVODOKU_HD void operator()(std::uint32_t index) const {
            for (std::uint32_t entry = index; entry < this->pool.distinct.entries_a_deme;
                 entry += this->pool.deme_size) {
                const std::uint32_t later = entry + look_ahead;
                if (round == 0 && later < this->pool.distinct.entries_a_deme) prefetch(&this->place(later, round));
                if (this->verdicts[entry] == undecided) judge(entry);
            }
            if (round + 1 < claim_rounds) return;
            const std::uint32_t later = this->parents + index + look_ahead;
            if (this->pool.distinct.seen != nullptr && later < this->pool.distinct.entries_a_deme) {
                prefetch(this->note(0, this->keys[later]));
            }
            reject(index);
        }

    private:
        EVODOKU_HD void judge(std::uint32_t entry) const {
            const std::uint32_t holder = this->holder(entry, round);
            if (holder == entry) {
                this->verdicts[entry] = first_of_its_kind;
            } else if (this->same(holder, entry)) {
                this->verdicts[entry] = duplicate;
            } else if (round + 1 < claim_rounds) {
                this->claim(entry, round + 1);
            } else {
                bool found = false;
                for (std::uint32_t before = 0; before < entry && !found; ++before) {
                    found = this->in_use(before) && this->same(before, entry);
                }
                this->verdicts[entry] = found ? duplicate : first_of_its_kind;
            }
        }

        /// What is kept may stay: it was new once.
        EVODOKU_HD void reject(std::uint32_t index) const {
            if (index < this->layout.kept || index >= this->layout.end) return;
            const std::uint32_t entry = this->parents + index;
            const bool known =
                this->verdicts[entry] == duplicate ||
                (this->pool.distinct.seen != nullptr && !this->deme.fresh && this->has_seen(this->keys[entry]));
            if (!known) return;
            this->pool.plans[this->pool.first_slot(this->number) + index] =
                Plan::make(0, 0, Plan::rejected, Plan::copy);
            atomic_add(this->pool.distinct.rejected + this->number, 1);
        }
    };
    EVODOKU_HD Body operator()(std::uint32_t number) const { return {{pool, number}, round}; }
};

template <class Representation>
struct RememberPhase {
    static constexpr const char* name = "remember";
    Pool<Representation> pool;

    struct Body : DistinctBody<Representation> {
        EVODOKU_HD void operator()(std::uint32_t index) const {
            for (std::uint32_t k = index; k < this->pool.distinct.claims_a_deme; k += this->pool.deme_size) {
                this->claims[k] = 0;
            }
            if (this->pool.distinct.seen == nullptr) return;
            if (index < this->layout.kept || index >= this->layout.end) return;
            const std::uint32_t entry = this->parents + index;
            if (entry + look_ahead < this->pool.distinct.entries_a_deme) {
                prefetch(this->note(0, this->keys[entry + look_ahead]));
            }
            const Plan plan = this->pool.plans[this->pool.first_slot(this->number) + index];
            const std::uint64_t key = plan.crossover() == Plan::rejected
                                          ? Representation::view(this->new_boards[index]).key()
                                          : this->keys[entry];
            atomic_or(this->note(this->deme.half, key), this->note_bits(key));
        }
    };
    EVODOKU_HD Body operator()(std::uint32_t number) const { return {{pool, number}}; }
};

}  // namespace evodoku
