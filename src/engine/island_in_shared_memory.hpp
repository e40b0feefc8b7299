// A whole island in shared memory: several generations in a block's own memory, by the same phases as everywhere.
//
// A Block is the threads that share that memory; all of them call run_island_in_shared_memory:
//   for_each(n, f)          f(0) .. f(n - 1), each once, distributed over its threads
//   for_each_and_wait(n, f) the same; no thread continues before all are done
// The CUDA block is in kernels/; tests have serial and threaded ones. Control flow around the two operations depends
// only on values that all threads read equally; shared data are not written outside them.
#pragma once

#include <cstdint>

#include "engine/generation.hpp"
#include "engine/phases/copy.hpp"
#include "engine/phases/cross.hpp"
#include "engine/phases/end_of_generation.hpp"
#include "engine/phases/initialise.hpp"
#include "engine/phases/mutate.hpp"
#include "engine/phases/plan.hpp"
#include "engine/phases/score.hpp"

namespace evodoku {

/// Maximum of individuals per island: its ranking compares each with every other.
inline constexpr std::uint32_t max_shared_memory_island = 256;

/// The phases of the one configuration with this path: the default's operators, with any parameters.
template <class InitialisationOp, class SelectionOp, class CrossoverOp, class MutationOp, class CostOp,
          class Representation>
struct SharedMemoryPhases {
    static constexpr const char* name = "islands in shared memory";
    using Board = Representation;
    using Stored = typename Representation::Stored;
    using Planning = PlanPhase<SelectionOp, Representation>;
    using Initialise = InitialisePhase<InitialisationOp, Representation>;
    using Copy = CopyPhase<Representation>;
    using Cross = CrossPhase<CrossoverOp, Representation>;
    using Mutate = MutatePhase<MutationOp, Representation>;
    using Score = ScorePhase<CostOp, Representation>;
    using EndOfGeneration = EndOfGenerationPhase<Representation>;

    Pool<Representation> pool;
    InitialisationOp initialise;
    SelectionOp select;
    MixTable crossovers, mutations;
    CrossoverOp cross;
    MutationOp mutate;
    CostOp cost;

    /// A block's memory, carved out of one piece:
    ///   [ header | boards 0 | boards 1 | efforts | costs 0 | costs 1 | order | plans ]
    struct Header {
        Island island;
        Champion<Representation> champion;
        Puzzle puzzle;
    };
    static constexpr std::uint32_t header_bytes = (sizeof(Header) + 63) / 64 * 64;
    static constexpr std::uint32_t bytes_per_individual =
        2 * sizeof(Stored) + sizeof(Effort) + 3 * sizeof(std::uint32_t) + sizeof(Plan);

    EVODOKU_HD static constexpr std::uint32_t bytes(std::uint32_t island_size) {
        return header_bytes + island_size * bytes_per_individual;
    }
};

/// Passed to make_generation(): all of a plain generation, by the threads of the block. Further tries, deduplication
/// and competing parents are missing: configurations with those do not use this path.
template <class Block, class Phases>
struct SharedMemoryGeneration {
    Block& block;
    const Phases& phases;
    const Pool<typename Phases::Board>& pool;  ///< of this island only, in shared memory
    const std::uint32_t* costs;                ///< of the children
    std::uint32_t size;

    /// One child: see make_child(). Its phases follow each other without a barrier, because none reads what another
    /// individual writes.
    struct Child {
        const Phases& phases;
        const Pool<typename Phases::Board>& pool;
        std::uint32_t index;

        EVODOKU_HD void plan() const {
            do_phase(typename Phases::Planning{pool, phases.select, phases.crossovers, phases.mutations}, 0, index);
        }
        EVODOKU_HD void initialise() const {
            do_phase(typename Phases::Initialise{pool, phases.initialise, Plan::fresh}, 0, index);
        }
        EVODOKU_HD void copy() const { do_phase(typename Phases::Copy{pool, 0}, 0, index); }
        EVODOKU_HD void cross() const { do_phase(typename Phases::Cross{pool, phases.cross, 1, 0}, 0, index); }
        EVODOKU_HD void mutate() const { do_phase(typename Phases::Mutate{pool, phases.mutate, 1, 0}, 0, index); }
        EVODOKU_HD void score() const { do_phase(typename Phases::Score{pool, phases.cost}, 0, index); }
    };

    EVODOKU_HD void make_children() const {
        block.for_each_and_wait(size, [&](std::uint32_t index) { make_child(Child{phases, pool, index}); });
    }
    EVODOKU_HD void rank() const {
        block.for_each_and_wait(size, [&](std::uint32_t index) {
            const std::uint32_t mine = costs[index];
            std::uint32_t rank = 0;
            for (std::uint32_t other = 0; other < size; ++other) {
                rank += costs[other] < mine || (costs[other] == mine && other < index);
            }
            pool.order[rank] = index;
        });
    }
    EVODOKU_HD void end() const {
        block.for_each_and_wait(1, [&](std::uint32_t) { typename Phases::EndOfGeneration{pool}(0); });
    }

    EVODOKU_HD static constexpr std::uint32_t tries() { return 1; }
    EVODOKU_HD void try_again(std::uint32_t) const {}
    EVODOKU_HD static constexpr bool rejects_duplicates() { return false; }
    EVODOKU_HD void replace_duplicates() const {}
    EVODOKU_HD static constexpr bool merges() { return false; }
    EVODOKU_HD void merge() const {}
};

/// Makes up to `generations` generations of island `island_index`; stops after the one that ends it. `memory`:
/// bytes(island size), aligned to 64, with anything in it. The island takes in no migrants meanwhile. What is written
/// back is what the phases would have left: boards, costs, order and efforts of the population, island and champion.
template <class Block, class Phases>
EVODOKU_HD void run_island_in_shared_memory(Block& block, const Phases& phases, std::uint32_t island_index,
                                            std::uint32_t generations, unsigned char* memory) {
    using Stored = typename Phases::Stored;
    const auto& in_memory = phases.pool;
    if (!in_memory.islands[island_index].running()) return;
    const std::uint32_t size = in_memory.island_size, first = in_memory.first_individual(island_index);
    const std::uint32_t puzzle_slot = in_memory.islands[island_index].puzzle_slot;

    auto& header = *reinterpret_cast<typename Phases::Header*>(memory);
    auto* boards = reinterpret_cast<Stored*>(memory + Phases::header_bytes);
    auto* efforts = reinterpret_cast<Effort*>(boards + 2 * size);
    auto* costs = reinterpret_cast<std::uint32_t*>(efforts + size);
    auto* order = costs + 2 * size;

    // A local object, not read from shared memory, so that the compiler sees where each pointer leads.
    auto pool = in_memory;
    pool.boards.set(boards, boards + size);
    pool.costs.set(costs, costs + size);
    pool.order = order;
    pool.plans = reinterpret_cast<Plan*>(order + size);
    pool.efforts = efforts;
    pool.islands = &header.island;
    pool.champions = &header.champion;
    pool.puzzles = &header.puzzle;
    pool.alleles = in_memory.alleles + puzzle_slot;
    pool.island_count = 1;

    // No barrier: the writes of the first thread are not read before the next barrier.
    block.for_each(1, [&](std::uint32_t) {
        header.island = in_memory.islands[island_index];
        header.island.puzzle_slot = 0;
        header.champion = in_memory.champions[island_index];
    });
    // Byte by byte: a struct of hundreds of bytes would be copied through too many registers.
    block.for_each_and_wait(sizeof(Puzzle), [&](std::uint32_t k) {
        reinterpret_cast<unsigned char*>(&header.puzzle)[k] =
            reinterpret_cast<const unsigned char*>(in_memory.puzzles + puzzle_slot)[k];
    });
    const std::uint32_t begun_in = header.island.front;
    block.for_each_and_wait(size, [&](std::uint32_t index) {
        pool.boards[begun_in][index] = in_memory.boards[begun_in][first + index];
        pool.costs[begun_in][index] = in_memory.costs[begun_in][first + index];
        order[index] = in_memory.order[first + index];
        efforts[index] = in_memory.efforts[first + index];
    });

    for (std::uint32_t generation = 0; generation < generations && header.island.running(); ++generation) {
        make_generation(
            SharedMemoryGeneration<Block, Phases>{block, phases, pool, pool.costs[header.island.back()], size});
    }

    // No barrier from here on: the data written back are not read again.
    const std::uint32_t ended_in = header.island.front;
    block.for_each(size, [&](std::uint32_t index) {
        in_memory.boards[ended_in][first + index] = pool.boards[ended_in][index];
        in_memory.costs[ended_in][first + index] = pool.costs[ended_in][index];
        in_memory.order[first + index] = order[index];
        in_memory.efforts[first + index] = efforts[index];
    });
    block.for_each(1, [&](std::uint32_t) {
        Island island = header.island;
        island.puzzle_slot = puzzle_slot;
        in_memory.islands[island_index] = island;
        in_memory.champions[island_index] = header.champion;
    });
}

}  // namespace evodoku
