// What an evolution needs of a configuration: its rules, its sizes, its memory, and the number of puzzles that fit.
// Host code.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "engine/executor.hpp"
#include "engine/phases/distinct.hpp"
#include "evodoku/engine/config.hpp"
#include "evodoku/engine/errors.hpp"

namespace evodoku {

/// The rules of its selection, replacement and stagnation.
Rules rules_of(const Config& config);

/// True if islands grow: the operator is `grow`, and an island can stagnate.
bool grows(const Config& config);
/// The elites of an island that has stalled once; empty if islands do not grow.
std::optional<CountOrShare> grown_elite(const Config& config);
/// Individuals per puzzle that all stalls of a run together may need: at most ten times the population, and not less
/// than `largest`. Shared evenly by the islands. Requires that islands grow.
std::uint32_t largest_for_all_stalls(const Config& config);

/// True if the temperature of a mutation falls.
bool cools(const Config& config);

/// True if a generation is one child per plan, replacing all except the elites, in an island of constant size.
bool has_plain_generations(const Config& config);

/// Memory of a configuration besides the population.
struct Needs {
    bool spare, wheel, alleles, efforts;
    std::size_t entries;       ///< keys per individual: none, its own, or also a parent's
    std::uint64_t seen_words;  ///< of one half, per island
    bool functions;            ///< operators that are functions: boards as bytes, and their places
    bool schedule;             ///< annealing

    explicit Needs(const Config& config);
};

/// The population of a configuration without its arrays.
Population population_of(const Config& config, std::uint32_t puzzle_slots);

/// The memory of an evolution.
template <class Board>
class Footprint {
public:
    using Stored = typename Board::Stored;

    /// Memory per individual without the executor's ranking: two boards, two costs, a rank, a plan.
    static constexpr std::size_t bytes_per_individual =
        2 * (sizeof(Stored) + sizeof(std::uint32_t)) + sizeof(std::uint32_t) + sizeof(Plan);

    /// Memory per individual with all options of the configuration, without the ranking.
    static std::size_t bytes_per_individual_of(const Config& config) {
        const Needs needs(config);
        return bytes_per_individual + (needs.spare ? sizeof(Stored) + sizeof(std::uint32_t) : 0) +
               (needs.wheel ? sizeof(std::uint64_t) : 0) + (needs.schedule ? 2 * sizeof(std::uint32_t) : 0) + (needs.efforts ? sizeof(SearchWork) : 0) +
               (needs.functions ? 3 * Geometry<Board::order>::cells + 3 * sizeof(std::uint32_t) : 0) +
               needs.entries * (1 + DeduplicationTable::buckets_per_entry) * sizeof(std::uint64_t);
    }

    /// For an evolution on the executor, with this many puzzles side by side, which ranks populations in `rankings`
    /// ways.
    Footprint(const Executor& executor, const Config& config, std::uint32_t puzzle_slots, std::uint32_t rankings = 1)
        : device_(executor.name()),
          config_(config),
          puzzle_slots_(puzzle_slots),
          individual_(bytes_per_individual_of(config) +
                      rankings * executor.rank_bytes_per_individual(rank_request(population_of(config, puzzle_slots)))),
          stacks_(executor.stack_bytes(config)),
          available_(executor.available_bytes()) {
        // Includes the host's reads and writes: the island states three times, one of them for progress reports.
        const std::uint64_t island = 3 * sizeof(Island) + sizeof(Champion<Board>) +
                                     2 * (sizeof(Reading<Board>) + sizeof(std::uint32_t)) +
                                     2 * sizeof(std::uint64_t) * Needs(config).seen_words;
        puzzle_ = config.islands * island + 2 * sizeof(NewPuzzle<Board>) + sizeof(Presolved<Board::order>) +
                  sizeof(typename Board::Puzzle) + (Needs(config).alleles ? sizeof(Alleles) : 0);
    }

    /// Throws MemoryError if that exceeds the available memory.
    void check() const {
        const std::uint64_t needed = stacks_ + puzzle_slots_ * bytes_per_puzzle();
        if (needed <= available_) return;
        const std::uint64_t fixed = stacks_ + puzzle_slots_ * puzzle_;
        const std::uint64_t largest = (available_ - std::min(available_, fixed)) / individual_ / puzzle_slots_;
        throw MemoryError(device_, {needed, stacks_, available_}, largest / config_.islands * config_.islands,
                          puzzle_slots_);
    }

    /// The number of puzzles that fit; at least one. If not all fit, an eighth of the memory stays free.
    std::uint32_t puzzle_slots_that_fit() const {
        const std::uint64_t left = available_ - std::min(available_, stacks_);
        if (puzzle_slots_ * bytes_per_puzzle() <= left) return puzzle_slots_;
        const std::uint64_t fit = (left - left / 8) / bytes_per_puzzle();
        return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(fit, 1, puzzle_slots_));
    }

private:
    std::uint64_t bytes_per_puzzle() const { return puzzle_ + config_.reserved() * individual_; }

    std::string device_;
    const Config& config_;
    std::uint32_t puzzle_slots_;
    std::uint64_t individual_;          ///< bytes
    std::uint64_t puzzle_ = 0;          ///< bytes per puzzle besides its individuals
    std::uint64_t stacks_, available_;  ///< bytes
};

}  // namespace evodoku
