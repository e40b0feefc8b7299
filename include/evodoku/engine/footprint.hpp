// How much memory an evolution takes, and how many puzzles there is room for. Host code.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "evodoku/engine/claims.hpp"
#include "evodoku/engine/config.hpp"
#include "evodoku/engine/deme.hpp"
#include "evodoku/engine/memory_error.hpp"
#include "evodoku/engine/needs.hpp"
#include "evodoku/engine/phases.hpp"
#include "evodoku/engine/rank_request.hpp"

namespace evodoku {

/// What ranking a population of the configuration asks of an executor, without the arrays.
inline RankRequest rank_sizes(const Config& config, std::uint32_t puzzle_slots) {
    // A slot that is not in use costs one more than any board.
    const bool some_unused = config.reserved() != config.population || replacement_rule(config).merges;
    const std::uint32_t highest = highest_cost(config) + (some_unused ? 1 : 0);
    return {{}, nullptr, nullptr, puzzle_slots * config.islands, config.reserved() / config.islands, highest};
}

template <class Representation>
class Footprint {
public:
    using Stored = typename Representation::Stored;

    /// What an individual costs in memory, the executor's ranking left out: two boards, two costs, a rank, a plan.
    static constexpr std::size_t bytes_per_individual =
        2 * (sizeof(Stored) + sizeof(std::uint32_t)) + sizeof(std::uint32_t) + sizeof(Plan);

    /// The same with all that a configuration asks for besides.
    static std::size_t bytes_per_individual_of(const Config& config) {
        const Needs needs(config);
        return bytes_per_individual + (needs.spare ? sizeof(Stored) + sizeof(std::uint32_t) : 0) +
               (needs.wheel ? sizeof(std::uint64_t) : 0) + (needs.efforts ? sizeof(Effort) : 0) +
               needs.entries * (1 + Claims::places_an_entry) * sizeof(std::uint64_t);
    }

    /// Of an evolution on the executor, with so many puzzles side by side.
    template <class Executor>
    Footprint(const Executor& executor, const Config& config, std::uint32_t puzzle_slots)
        : device_(executor.name()),
          config_(config),
          puzzle_slots_(puzzle_slots),
          individual_(bytes_per_individual_of(config) +
                      executor.rank_bytes_per_individual(rank_sizes(config, puzzle_slots))),
          available_(executor.available_bytes()) {
        // What the host reads and writes is there, too: the state three times, counting that of who looks underway.
        const std::uint64_t deme = 3 * sizeof(Deme) + sizeof(Champion<Representation>) +
                                   2 * (sizeof(Reading<Representation>) + sizeof(std::uint32_t)) +
                                   2 * sizeof(std::uint64_t) * Needs(config).seen_words;
        puzzle_ = config.islands * deme + 2 * sizeof(PuzzleJob) + sizeof(Presolved) + sizeof(Puzzle) +
                  (uses_alleles(config) ? sizeof(Alleles) : 0);
    }

    /// Throws MemoryError where that is more than there is.
    void check() const {
        const std::uint64_t needed = puzzle_slots_ * of_a_puzzle();
        if (needed <= available_) return;
        const std::uint64_t fixed = puzzle_slots_ * puzzle_;
        const std::uint64_t largest = (available_ - std::min(available_, fixed)) / individual_ / puzzle_slots_;
        throw MemoryError(device_, needed, available_, largest / config_.islands * config_.islands, puzzle_slots_);
    }

    /// As many puzzles as there is room for; at least one. Where it is less than all, an eighth is left to others.
    std::uint32_t puzzle_slots_that_fit() const {
        if (puzzle_slots_ * of_a_puzzle() <= available_) return puzzle_slots_;
        const std::uint64_t fit = (available_ - available_ / 8) / of_a_puzzle();
        return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(fit, 1, puzzle_slots_));
    }

private:
    std::uint64_t of_a_puzzle() const { return puzzle_ + config_.reserved() * individual_; }

    std::string device_;
    const Config& config_;
    std::uint32_t puzzle_slots_;
    std::uint64_t individual_;  ///< bytes
    std::uint64_t puzzle_ = 0;  ///< bytes besides its individuals
    std::uint64_t available_;   ///< bytes
};

}  // namespace evodoku
