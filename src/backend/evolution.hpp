// An evolution on one device, with grids in place of boards: the memory of all puzzle slots, the generations of their
// islands, and access to their state. The algorithm itself is in engine/generation.hpp. Host code.
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/executor.hpp"
#include "engine/island.hpp"
#include "evodoku/backend/backend.hpp"
#include "evodoku/backend/puzzle_evolution.hpp"

namespace evodoku {

/// Island k of the puzzle in a slot is number slot x islands per puzzle + k. evolution_on.hpp implements it for every
/// kind of board; evolution.cpp where ranks share the islands: each rank then evolves its share, knows the
/// states of all, and makes the same calls as the others.
class Evolution {
public:
    explicit Evolution(std::shared_ptr<Executor> executor) : executor_(std::move(executor)) {}
    Evolution(const Evolution&) = delete;  // the steps point into the arrays
    virtual ~Evolution() = default;

    virtual std::string name() const { return executor_->name(); }
    /// Ranks that share the islands, and which of them has island k of each puzzle.
    virtual std::uint32_t ranks() const { return 1; }
    virtual std::uint32_t rank_of(std::uint32_t /* k */) const { return 0; }
    Executor& executor() { return *executor_; }

    // The host's side of a synchronisation: few copies for any number of puzzles, through memory that is allocated
    // once.

    /// The islands on the host: the result of the last fetch(), and the content of the next send(). Do not change them
    /// between send() and the next call that waits.
    std::span<Island> islands() const { return islands_; }
    /// Assigns a puzzle to a slot, once before prepare(), but not between prepare() and the next call that waits.
    virtual void write_job(std::uint32_t puzzle_slot, const PuzzleJob& job) = 0;
    /// Begins another list of new puzzles.
    virtual void forget_jobs() = 0;
    /// Queued: later operations see the islands.
    virtual void send() = 0;
    /// Waits, then the states of islands on the host are the present ones.
    virtual void fetch() = 0;
    /// Queued: presolves and prepares the puzzles that write_job() has assigned since the last call. Call it after
    /// their islands were sent.
    virtual void prepare() = 0;
    /// Queued: makes `generations` generations of every running island. `islands_apart`: none receives migrants.
    virtual void run(std::uint32_t generations, bool islands_apart) = 0;

    /// The islands as they are now; those on the host stay.
    virtual std::vector<Island> read_islands() = 0;
    /// One per listed island.
    virtual std::vector<ReadingNumbers> read_numbers(const WantedSums& wanted,
                                                     std::span<const std::uint32_t> listed) = 0;
    virtual std::vector<PopulationProgress> read_populations(std::span<const std::uint32_t> listed, Detail detail) = 0;
    /// One per puzzle in these slots, as Backend::advance_epoch() returns them.
    virtual std::vector<Outcome> read_outcomes(std::span<const std::uint32_t> slots) = 0;

    // The state of a puzzle's islands as bytes: everything that decides their further generations. Data that follow
    // from the puzzle are left out: prepare() makes them again.

    /// Writes the puzzles in these slots, in the middle of their evolution. `begin`, if any, is called before each.
    /// Where ranks share the islands, rank 0 writes.
    virtual void save_puzzles(std::span<const std::uint32_t> slots, const std::function<void(std::uint32_t)>& begin,
                              const StateWriter& to) = 0;
    /// The bytes of one.
    virtual std::uint64_t saved_bytes() const = 0;
    /// Into a slot that prepare() has prepared for its puzzle. Islands on the host are then up to date. Throws
    /// CheckpointError for bytes that do not fit.
    virtual void load_puzzle(std::uint32_t puzzle_slot, const StateReader& from) = 0;

    // Where one device has all islands:

    /// A generation in two halves, see Steps; and boards of other programs, written over those of an island from
    /// `first` on, scored and ranked. Their number counts as evaluations. Islands on the host are up to date before and
    /// after.
    virtual std::vector<std::uint8_t> ask() = 0;
    virtual void tell(std::span<const std::uint8_t> cells) = 0;
    virtual bool is_broken() const = 0;
    virtual void write(std::uint32_t number, std::uint32_t first, std::span<const std::uint8_t> cells) = 0;

    /// Annealing: sets the coldness of a generation that is not made yet; the family of each individual.
    virtual void cool(std::uint32_t generation, std::uint32_t coldness) = 0;
    virtual std::vector<std::uint32_t> families(std::uint32_t number) const = 0;

    /// The boards of an island; see PuzzleEvolution.
    virtual IslandBoards boards(std::uint32_t number) = 0;
    virtual std::vector<Grid> grids(std::uint32_t number, std::uint32_t first, std::uint32_t count) = 0;

protected:
    std::shared_ptr<Executor> executor_;
    std::span<Island> islands_;
};

/// The ranks among which the islands of each puzzle are divided. All of them make the same calls of an Evolution in the
/// same order, and with the same values; within these calls they meet here.
class SharingRanks {
public:
    virtual ~SharingRanks() = default;
    virtual std::uint32_t rank() const = 0;
    virtual std::uint32_t size() const = 0;
    /// Returns the bytes of every rank, by rank.
    virtual std::vector<std::string> gather(const std::string& mine) = 0;
    /// Returns them on rank 0; nothing on the others.
    virtual std::vector<std::string> gather_on_first(const std::string& mine) = 0;
    /// Sends bytes to the next rank of a ring; returns those of the one before.
    virtual std::string pass_on(const std::string& mine) = 0;
};

/// The islands first .. first + count - 1 of the `all` islands of each puzzle.
struct IslandShare {
    std::uint32_t first = 0, count = 0, all = 0;

    /// Some of its migrants come from another rank.
    bool has_guest() const { return count < all; }
    /// The share of a rank: consecutive islands, as many as others have or one more.
    static IslandShare of(std::uint32_t rank, std::uint32_t ranks, std::uint32_t islands) {
        const std::uint32_t first = rank * islands / ranks;
        return {first, (rank + 1) * islands / ranks - first, islands};
    }
};

/// Allocates all memory, for as many puzzles side by side as fit, up to `max_puzzle_slots`. `ranks`: null if one device
/// has all islands; must outlive them. `asks`: ask(), tell() and write() may be called. Throws as validate() does, and
/// MemoryError if not one fits.
std::unique_ptr<Evolution> make_evolution(std::unique_ptr<Executor> executor, const Config& config,
                                          std::uint32_t max_puzzle_slots, SharingRanks* ranks = nullptr,
                                          bool asks = false);

/// The population of an island, for the verification of a benchmark.
struct Sample {
    std::uint32_t stride;
    std::vector<Grid> boards;          ///< every `stride`th
    std::vector<std::uint32_t> costs;  ///< all
    std::vector<std::uint32_t> order;  ///< rank -> index, all
};

inline std::vector<std::uint32_t> islands_of_puzzles(std::span<const std::uint32_t> slots,
                                                     std::uint32_t islands_per_puzzle) {
    std::vector<std::uint32_t> numbers;
    for (const std::uint32_t slot : slots) {
        for (std::uint32_t k = 0; k < islands_per_puzzle; ++k) numbers.push_back(slot * islands_per_puzzle + k);
    }
    return numbers;
}

/// The entropy of the digits in a cell, in bits: 0 if all boards agree, log2 of their number if every digit is as
/// frequent, which is 3.17 for 9 x 9.
inline double entropy_of(std::span<const std::uint32_t> boards) {
    double all = 0, sum = 0;
    for (const std::uint32_t count : boards) all += count;
    for (const std::uint32_t count : boards) {
        if (count != 0) sum -= count / all * std::log2(count / all);
    }
    return sum;
}

}  // namespace evodoku
