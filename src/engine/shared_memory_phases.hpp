// The configurations that run in shared memory.
#pragma once

#include <optional>

#include "engine/island_in_shared_memory.hpp"
#include "engine/needs.hpp"
#include "engine/with_operator.hpp"
#include "evodoku/engine/config.hpp"
#include "operators/cost/costs.hpp"
#include "operators/crossover/bands.hpp"
#include "operators/initialisation/initialisations.hpp"
#include "operators/mutation/heat_bath.hpp"
#include "operators/mutation/heat_bath_by_tables.hpp"
#include "operators/selection/selections.hpp"

namespace evodoku {

/// The default's operators.
template <class Representation, class MutationOp = HeatBath>
using DefaultInSharedMemory =
    SharedMemoryPhases<RandomBoxes, DeterministicTruncation, BandStack, MutationOp, RowColumn, Representation>;

/// The phases of a configuration with exactly these operators, any parameters, no other options, and islands small
/// enough.
template <class Representation>
std::optional<DefaultInSharedMemory<Representation>> shared_memory_phases(const Config& config,
                                                                          const Pool<Representation>& pool) {
    if (!has_plain_generations(config)) return {};
    const auto initialise = specified<RandomBoxes>(config.initialisation);
    const auto select = specified<DeterministicTruncation>(config.selection);
    const auto cost = specified<RowColumn>(config.cost);
    const auto mutate = only<HeatBath>(config.mutation);
    const auto cross = only<BandStack>(config.crossover);
    const bool crosses = cross || config.crossover.empty();
    if (!initialise || !select || !cost || !mutate || !crosses || pool.island_size > max_shared_memory_island)
        return {};
    return DefaultInSharedMemory<Representation>{pool,
                                                 *initialise,
                                                 *select,
                                                 mix_table(config.crossover),
                                                 mix_table(config.mutation),
                                                 cross.value_or(BandStack{}),
                                                 *mutate,
                                                 *cost};
}

/// The same in two parts, where it supports the parameters: one for islands whose table is complete, in fewer registers,
/// and `phases` for the others.
template <class Representation>
std::optional<DefaultInSharedMemory<Representation, HeatBathByTables>> split_by_tables(
    DefaultInSharedMemory<Representation>& phases) {
    if (!HeatBathByTables::can_replace(phases.mutate)) return {};
    phases.served = IslandsServed::with_other_table;
    return DefaultInSharedMemory<Representation, HeatBathByTables>{phases.pool,
                                                                   phases.initialise,
                                                                   phases.select,
                                                                   phases.crossovers,
                                                                   phases.mutations,
                                                                   phases.cross,
                                                                   HeatBathByTables(phases.mutate),
                                                                   phases.cost,
                                                                   IslandsServed::with_complete_table};
}

}  // namespace evodoku
