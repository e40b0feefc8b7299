// What an evolution needs of a configuration: its rules, its sizes and its memory. Host code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "engine/island.hpp"
#include "evodoku/engine/config.hpp"

namespace evodoku {

/// The rules of its selection, replacement and stagnation.
Rules rules_of(const Config& config);

/// True if islands grow: the operator is `grow`, and an island can stagnate.
bool grows(const Config& config);
/// The elites of an island that has stalled once; empty if islands do not grow.
std::optional<Amount> grown_elite(const Config& config);
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

    explicit Needs(const Config& config);
};

/// The population of a configuration without its arrays.
Population population_of(const Config& config, std::uint32_t puzzle_slots);

}  // namespace evodoku
