// The children of a block of threads, one phase after the other, with full warps for those that mutate.
//
// Three children in ten mutate. Without a list nearly all warps of a block would wait for one that does. Here the first
// threads mutate those of the list: three warps of eight. Counted on the emulator: 1,672 issue slots per child, before
// 2,018 (docs/performance.md).
//
// A Block is the threads that share memory: see island_in_shared_memory.hpp.
#pragma once

#include <cstdint>

#include "core/atomics.hpp"
#include "engine/generation.hpp"
#include "engine/phase.hpp"

namespace evodoku {

/// The children of a block that mutate, in any order. In memory that the block shares.
template <std::uint32_t max_children>
struct MutatingChildren {
    std::uint32_t count;
    std::uint16_t index[max_children];
};

/// Passed to make_child(): the children first .. first + count - 1 of an island, by the threads of a block. Until they
/// mutate, each individual goes through all phases by itself: no phase reads what another individual writes.
template <class Block, class Phases, class Mutating>
struct ChildrenOfBlock {
    Block& block;
    const Phases& phases;
    std::uint32_t island_index, first, count;
    Mutating& mutating;

    EVODOKU_HD void plan() const { each(phases.plan); }
    EVODOKU_HD void initialise() const { each(phases.initialise); }
    EVODOKU_HD void copy() const { each(phases.copy); }
    EVODOKU_HD void cross() const { each(phases.cross); }
    EVODOKU_HD void mutate() const {
        const auto body = phases.mutate(island_index);
        block.for_each_and_wait(1, [&](std::uint32_t) { mutating.count = 0; });
        block.for_each_individual_and_wait(count, [&](std::uint32_t k) {
            if (body.acts_on(first + k)) mutating.index[atomic_next(&mutating.count)] = static_cast<std::uint16_t>(k);
        });
        block.for_each_and_wait(mutating.count, [&](std::uint32_t k) { body(first + mutating.index[k]); });
    }
    EVODOKU_HD void score() const { each(phases.score); }

private:
    template <class Phase>
    EVODOKU_HD void each(const Phase& phase) const {
        block.for_each_individual(count, [&](std::uint32_t k) { do_phase(phase, island_index, first + k); });
    }
};

/// All threads of a block call it.
template <class Block, class Phases, class Mutating>
EVODOKU_HD void make_children_of_block(Block& block, const Phases& phases, std::uint32_t island_index,
                                       std::uint32_t first, std::uint32_t count, Mutating& mutating) {
    if (!phases.plan(island_index).active()) return;
    make_child(ChildrenOfBlock<Block, Phases, Mutating>{block, phases, island_index, first, count, mutating});
}

}  // namespace evodoku
