// The islands of all puzzle slots, wherever they evolve: what a backend needs of an evolution. Host code.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "checkpoint/fields.hpp"
#include "engine/island.hpp"
#include "engine/reading.hpp"
#include "evodoku/backend/backend.hpp"

namespace evodoku {

/// Island k of the puzzle in a slot is number slot x islands + k. The members are those of Evolution and
/// Executor with the same names, with grids in place of boards.
class Islands {
public:
    virtual ~Islands() = default;

    virtual std::string name() const = 0;
    /// Processes or devices that share the islands, and which of them has island k of each puzzle.
    virtual std::uint32_t ranks() const { return 1; }
    virtual std::uint32_t rank_of(std::uint32_t /* k */) const { return 0; }
    virtual bool may_pause(std::uint32_t islands) const = 0;
    virtual std::uint64_t children_per_check() const = 0;
    virtual void stop_when(const std::function<bool()>& should_stop) = 0;

    virtual std::uint32_t puzzle_slots() const = 0;
    virtual std::span<Island> islands() = 0;
    virtual void write_job(std::uint32_t puzzle_slot, const PuzzleJob& job) = 0;
    virtual void forget_jobs() = 0;
    virtual void send() = 0;
    virtual void prepare() = 0;
    virtual void run(std::uint32_t generations, bool islands_apart) = 0;
    virtual void fetch() = 0;
    virtual void wait() = 0;

    virtual std::vector<Island> read_islands() = 0;
    /// One per listed island.
    virtual std::vector<ReadingNumbers> read_numbers(const WantedSums& wanted,
                                                     std::span<const std::uint32_t> listed) = 0;
    virtual std::vector<PopulationProgress> read_populations(std::span<const std::uint32_t> listed, Detail detail) = 0;
    /// One per puzzle in these slots.
    virtual std::vector<Answer> read_answers(std::span<const std::uint32_t> slots) = 0;

    /// Writes the puzzles in these slots, in the middle of their evolution. `begin` is called before each.
    virtual void save_puzzles(std::span<const std::uint32_t> slots, const std::function<void(std::uint32_t)>& begin,
                              const ByteSink& to) = 0;
    /// The bytes of one.
    virtual std::uint64_t saved_bytes() const = 0;
    virtual std::vector<std::uint64_t> load_puzzle(std::uint32_t puzzle_slot, const ByteSource& from) = 0;
};

/// The numbers of the islands of some puzzles.
inline std::vector<std::uint32_t> islands_of_puzzles(std::span<const std::uint32_t> slots,
                                                     std::uint32_t islands_per_puzzle) {
    std::vector<std::uint32_t> numbers;
    for (const std::uint32_t slot : slots) {
        for (std::uint32_t k = 0; k < islands_per_puzzle; ++k) numbers.push_back(slot * islands_per_puzzle + k);
    }
    return numbers;
}

}  // namespace evodoku
