// Shared by the phases that make boards: initialise, copy, cross, mutate. Each acts if the plan names it.
#pragma once

#include <cstdint>

#include "engine/island.hpp"
#include "engine/phase.hpp"
#include "operators/context.hpp"

namespace evodoku {

/// Base of the phases that make a child: they act if the plan names them, `acts_on(index)`, and otherwise do nothing.
/// Try 0 of a child goes to its own board, any other to the spare one.
template <class Representation>
struct MakingBody {
    using Stored = typename Representation::Stored;
    using Context = ContextFor<typename Representation::Puzzle>;
    const Pool<Representation>& pool;
    const Island& island;
    const typename Representation::Puzzle& puzzle;
    const Plan* plans;
    const Stored* front;    ///< of the whole population
    const Stored* parents;  ///< of the whole population: `front`, or the new one where children are made in waves
    Stored* back;           ///< of this island
    Layout layout;
    EVODOKU_HD bool active() const { return island.running(); }
    EVODOKU_HD StreamKey stream(std::uint32_t index) const { return pool.stream(island, index); }

    EVODOKU_HD MakingBody(const Pool<Representation>& whole_pool, std::uint32_t island_index,
                          std::uint32_t try_number = 0)
        : pool(whole_pool),
          island(pool.islands[island_index]),
          puzzle(pool.puzzle_of(island)),
          plans(pool.plans + pool.first_individual(island_index)),
          front(pool.boards[island.front]),
          parents(pool.boards[pool.in_waves ? island.back() : island.front]),
          back((try_number == 0 ? pool.boards[island.back()] : pool.spare) + pool.first_individual(island_index)),
          layout(pool.layout_of(island)) {}
};

}  // namespace evodoku
