// Which configurations have a path on chip.
#pragma once

#include <optional>
#include <variant>

#include "evodoku/engine/config.hpp"
#include "evodoku/engine/deme_on_chip.hpp"
#include "evodoku/engine/generation.hpp"
#include "evodoku/engine/needs.hpp"

namespace evodoku {

/// The default's operators.
template <class Representation>
using DefaultOnChip = ChipPhases<RandomBoxes, Survivors, BandStack, HeatBath, RowColumn, Representation>;

/// The phases of a configuration that has them all, with any knobs, nothing else, and demes small enough.
template <class Representation>
std::optional<DefaultOnChip<Representation>> phases_on_chip(const Config& config, const Pool<Representation>& pool) {
    if (!has_plain_generations(config)) return {};
    const auto* initialise = std::get_if<RandomBoxes>(&config.initialisation);
    const auto* select = std::get_if<Survivors>(&config.selection);
    const auto* cost = std::get_if<RowColumn>(&config.cost);
    const auto* mutate = only<HeatBath>(config.mutation);
    const auto* cross = only<BandStack>(config.crossover);
    const bool crosses = cross != nullptr || config.crossover.empty();
    if (!initialise || !select || !cost || !mutate || !crosses || pool.deme_size > most_on_chip) return {};
    return DefaultOnChip<Representation>{pool,
                                         *initialise,
                                         *select,
                                         mix_table(config.crossover),
                                         mix_table(config.mutation),
                                         cross != nullptr ? *cross : BandStack{},
                                         *mutate,
                                         *cost};
}

}  // namespace evodoku
