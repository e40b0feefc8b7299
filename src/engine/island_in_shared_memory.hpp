// A whole island in shared memory: several generations in a block's own memory, by the same phases as everywhere.
//
// Modelled, not measured: ten generations of the default configuration are one launch instead of about eighty. At 3 us
// each that is 240 us, most of the time of a run with one puzzle. Boards do not pass through device memory in between.
//
// A Block is the threads that share that memory; all of them call run_island_in_shared_memory:
//   for_each(n, f)          f(0) .. f(n - 1), each once, distributed over its threads
//   for_each_and_wait(n, f) the same; no thread continues before all are done
//   for_each_individual(n, f), for_each_individual_and_wait(n, f)  for individuals: a GPU has a thread for each
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

/// Four individuals as keys for ranking: cost * 256 + index. No two are equal.
struct alignas(16) RankKeys {
    static constexpr std::uint32_t unused = ~0u;
    std::uint32_t of[4];

    EVODOKU_HD static constexpr std::uint32_t key(std::uint32_t cost, std::uint32_t index) { return cost << 8 | index; }
    /// How many hold an island.
    EVODOKU_HD static constexpr std::uint32_t fours(std::uint32_t island_size) { return (island_size + 3) / 4; }
};

/// The islands that a launch serves: all, or by whether the table of their puzzle is complete.
enum class IslandsServed : std::uint32_t { all, with_complete_table, with_other_table };

/// The phases of the one configuration with this path: the default's operators, with any parameters.
template <class InitialisationOp, class SelectionOp, class CrossoverOp, class MutationOp, class CostOp,
          class Representation>
struct SharedMemoryPhases {
    static constexpr const char* name = "islands in shared memory";
    using Board = Representation;
    using Stored = typename Representation::Stored;
    using Planning = PlanPhase<SelectionOp, Pool<Representation>>;
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
    IslandsServed served = IslandsServed::all;

    EVODOKU_HD bool serves(const Island& island) const {
        if (!island.running()) return false;
        if (served == IslandsServed::all) return true;
        const bool complete = pool.alleles_of(island)->table.complete != 0;
        return complete == (served == IslandsServed::with_complete_table);
    }

    /// A block's memory, carved out of one piece:
    ///   [ header | boards 0 | boards 1 | rank keys, up to a multiple of four | efforts | costs 0 | costs 1 | order |
    ///   plans ]
    struct Header {
        Island island;
        Champion<Representation> champion;
    };
    static constexpr std::uint32_t header_bytes = (sizeof(Header) + 63) / 64 * 64;
    static constexpr std::uint32_t bytes_per_individual =
        2 * sizeof(Stored) + sizeof(Effort) + 3 * sizeof(std::uint32_t) + sizeof(Plan);

    EVODOKU_HD static constexpr std::uint32_t bytes(std::uint32_t island_size) {
        constexpr std::uint32_t bytes_per_four = sizeof(RankKeys);
        return header_bytes + island_size * bytes_per_individual + RankKeys::fours(island_size) * bytes_per_four;
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
    RankKeys* keys;
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
        block.for_each_individual_and_wait(size, [&](std::uint32_t index) {
            make_child(Child{phases, pool, index});
            keys[index / 4].of[index % 4] = RankKeys::key(costs[index], index);
        });
    }
    /// The rank is the number of lower keys.
    EVODOKU_HD void rank() const {
        block.for_each_individual_and_wait(size, [&](std::uint32_t index) {
            const std::uint32_t mine = RankKeys::key(costs[index], index);
            std::uint32_t rank = 0;
            for (std::uint32_t at = 0; at < RankKeys::fours(size); ++at) {
                const RankKeys four = keys[at];
                EVODOKU_UNROLLED
                for (int k = 0; k < 4; ++k) rank += four.of[k] < mine;
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

/// Copies an object in words, one per thread: a struct of hundreds of bytes would go through as many of one thread's
/// registers.
template <class T>
struct CopyWords {
    static_assert(sizeof(T) % 4 == 0);
    static constexpr std::uint32_t count = sizeof(T) / 4;
    T& to;
    const T& from;

    EVODOKU_HD void operator()(std::uint32_t k) const {
        reinterpret_cast<std::uint32_t*>(&to)[k] = reinterpret_cast<const std::uint32_t*>(&from)[k];
    }
};

/// Makes up to `generations` generations of island `island_index`; stops after the one that ends it. `memory`:
/// bytes(island size), aligned to 64, with anything in it. The island takes in no migrants meanwhile. What is written
/// back is what the phases would have left: boards, costs, order and efforts of the population, island and champion.
template <class Block, class Phases>
EVODOKU_HD void run_island_in_shared_memory(Block& block, const Phases& phases, std::uint32_t island_index,
                                            std::uint32_t generations, unsigned char* memory) {
    using Stored = typename Phases::Stored;
    const auto& in_memory = phases.pool;
    if (!phases.serves(in_memory.islands[island_index])) return;
    const std::uint32_t size = in_memory.island_size, first = in_memory.first_individual(island_index);

    auto& header = *reinterpret_cast<typename Phases::Header*>(memory);
    auto* boards = reinterpret_cast<Stored*>(memory + Phases::header_bytes);
    auto* keys = reinterpret_cast<RankKeys*>(boards + 2 * size);
    auto* efforts = reinterpret_cast<Effort*>(keys + RankKeys::fours(size));
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
    pool.island_count = 1;

    using CopyIsland = CopyWords<Island>;
    using CopyChampion = CopyWords<Champion<typename Phases::Board>>;
    block.for_each(RankKeys::fours(size), [&](std::uint32_t k) {
        for (std::uint32_t& each : keys[k].of) each = RankKeys::unused;
    });
    block.for_each(CopyChampion::count, CopyChampion{header.champion, in_memory.champions[island_index]});
    block.for_each_and_wait(CopyIsland::count, CopyIsland{header.island, in_memory.islands[island_index]});
    const std::uint32_t begun_in = header.island.front;
    block.for_each_individual_and_wait(size, [&](std::uint32_t index) {
        pool.boards[begun_in][index] = in_memory.boards[begun_in][first + index];
        pool.costs[begun_in][index] = in_memory.costs[begun_in][first + index];
        order[index] = in_memory.order[first + index];
        efforts[index] = in_memory.efforts[first + index];
    });

    for (std::uint32_t generation = 0; generation < generations && header.island.running(); ++generation) {
        make_generation(
            SharedMemoryGeneration<Block, Phases>{block, phases, pool, pool.costs[header.island.back()], keys, size});
    }

    // No barrier from here on: the data written back are not read again.
    const std::uint32_t ended_in = header.island.front;
    block.for_each(size, [&](std::uint32_t index) {
        in_memory.boards[ended_in][first + index] = pool.boards[ended_in][index];
        in_memory.costs[ended_in][first + index] = pool.costs[ended_in][index];
        in_memory.order[first + index] = order[index];
        in_memory.efforts[first + index] = efforts[index];
    });
    block.for_each(CopyIsland::count, CopyIsland{in_memory.islands[island_index], header.island});
    block.for_each(CopyChampion::count, CopyChampion{in_memory.champions[island_index], header.champion});
}

}  // namespace evodoku
