// Evolutions on an executor: which puzzle uses which islands, and the work at a synchronisation. Host code.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/executor.hpp"
#include "evodoku/backend/backend.hpp"
#include "evodoku/backend/evaluator.hpp"
#include "evodoku/backend/puzzle_evolution.hpp"
#include "evodoku/engine/config.hpp"

namespace evodoku {

/// The ranks among which the islands of each puzzle are divided. All of them make the same calls of a Backend in the
/// same order, and with the same values; within these calls they meet here.
class SharingRanks {
public:
    virtual ~SharingRanks() = default;
    virtual std::uint32_t rank() const = 0;
    virtual std::uint32_t size() const = 0;

    /// Returns the bytes of every rank, by rank.
    std::vector<std::string> gather(const std::string& mine) {
        for_others([&](std::uint32_t other) { send(other, mine); });
        return receive_from_all(mine);
    }
    /// Returns them on rank 0; nothing on the others.
    std::vector<std::string> gather_on_first(const std::string& mine) {
        if (rank() == 0) return receive_from_all(mine);
        send(0, mine);
        return {};
    }
    /// Sends bytes to the next rank of a ring; returns those of the one before.
    std::string pass_on(const std::string& mine) {
        send((rank() + 1) % size(), mine);
        return receive((rank() + size() - 1) % size());
    }

protected:
    virtual void send(std::uint32_t to, const std::string& bytes) = 0;
    virtual std::string receive(std::uint32_t from) = 0;
    void for_others(const auto& work) const {
        for (std::uint32_t other = 0; other < size(); ++other) {
            if (other != rank()) work(other);
        }
    }

private:
    std::vector<std::string> receive_from_all(const std::string& mine) {
        std::vector<std::string> all(size(), mine);
        for_others([&](std::uint32_t other) { all[other] = receive(other); });
        return all;
    }
};

/// The islands first .. first + count - 1 of the `all` islands of each puzzle.
struct IslandShare {
    std::uint32_t first = 0, count = 0, all = 0;

    /// Some of its migrants come from another rank.
    bool has_guest() const { return count < all; }
    /// The share of a rank: consecutive islands, as many as others have or one more.
    static IslandShare of(std::uint32_t rank, std::uint32_t ranks, std::uint32_t islands) {
        const auto begin = [&](std::uint64_t of) { return static_cast<std::uint32_t>(of * islands / ranks); };
        return {begin(rank), begin(rank + 1) - begin(rank), islands};
    }
};

/// Throws SettingError for an invalid configuration. Puzzles side by side: as many as the memory allows, up to
/// `max_puzzle_slots`. `ranks`: null if one device has all islands; must outlive them. Throws MemoryError if not one
/// fits.
std::unique_ptr<Backend> make_evolution_backend(std::unique_ptr<Executor> executor, const Config& config,
                                                std::uint32_t max_puzzle_slots, SharingRanks* ranks = nullptr);

/// Makes the first population of a puzzle, or takes the state of one that was saved. Throws MemoryError;
/// CheckpointError for a state that does not fit.
std::unique_ptr<PuzzleEvolution> make_stepped_evolution(std::unique_ptr<Executor> executor, const Config& config,
                                                        const SavedPuzzle& puzzle);

/// Throws SettingError for a cost, an order or a puzzle that does not suit.
std::unique_ptr<Evaluator> make_evaluator_on(std::unique_ptr<Executor> executor, const Evaluation& wanted);

}  // namespace evodoku
