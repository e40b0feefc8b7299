// What the phases of a run need from a configuration: rules and memory. Host code.
#pragma once

#include <cstddef>
#include <cstdint>

#include "evodoku/engine/config.hpp"
#include "operators/replacement/replacement_rule.hpp"
#include "operators/stagnation/stagnation_rule.hpp"

namespace evodoku {

ReplacementRule replacement_rule(const Config& config);
StagnationRule stagnation_rule(const Config& config);

/// No board of the configuration costs more.
std::uint32_t highest_cost(const Config& config);

/// Waves in which the children of a generation are made.
std::uint32_t waves_of(const Config& config);

/// True where a mutation looks at the alleles of the puzzle; where one counts its efforts.
bool uses_alleles(const Config& config);
bool counts_efforts(const Config& config);
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

}  // namespace evodoku
