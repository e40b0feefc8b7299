// Two other ways of making a generation, by the same phases as everywhere, with less traffic to device memory:
//
//   the children of a block, one phase after the other in one kernel, with full warps for those that mutate
//   a whole island in shared memory: several generations in the own memory of a block
//
// A Block is the threads that share memory. All of them call make_children_of_block or run_island_in_shared_memory:
//   for_each(n, f)          f(0) .. f(n - 1), each once, distributed over its threads
//   for_each_and_wait(n, f) also waits: no thread continues before all are done
//   for_each_individual(n, f), for_each_individual_and_wait(n, f)  for individuals: a GPU has a thread for each
// The CUDA block is in kernels/fast_paths.cu; tests have serial and threaded ones. Control flow around the operations
// depends only on values that all threads read equally; shared data are not written outside them.
#pragma once

#include <cstdint>
#include <optional>

#include "core/threads.hpp"
#include "engine/chosen_operator.hpp"
#include "engine/generation.hpp"
#include "engine/phase.hpp"
#include "engine/phases/end.hpp"
#include "engine/phases/make.hpp"
#include "engine/phases/mutate.hpp"
#include "engine/phases/plan.hpp"
#include "engine/phases/score.hpp"
#include "evodoku/engine/config.hpp"
#include "operators/cost/costs.hpp"
#include "operators/crossover/all.hpp"
#include "operators/initialisation/initialisations.hpp"
#include "operators/mutation/heat_bath.hpp"
#include "operators/mutation/swaps.hpp"
#include "operators/selection/selections.hpp"

namespace evodoku {

/// The children of a block that mutate, in any order. In memory that the block shares.
template <std::uint32_t max_children>
struct MutatingChildren {
    std::uint32_t count;
    std::uint16_t index[max_children];
};

/// Passed to make_child(): the children first .. first + count - 1 of an island, by the threads of a block. Until they
/// mutate, each individual goes through all phases by itself: no phase reads what another individual writes.
///
/// Three children in ten mutate. Without a list nearly all warps of a block would wait for one that does. Here full
/// warps mutate those of the list. Counted on the emulator: 2,018 issue slots per child without, 1,634 with it, and
/// 1,295 where a thread makes four children (docs/notes/performance.md).
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
        block.for_each_and_wait(count, [&](std::uint32_t k) {
            if (body.acts_on(first + k)) mutating.index[atomic_add(&mutating.count, 1)] = static_cast<std::uint16_t>(k);
        });
        block.for_each_and_wait(mutating.count, [&](std::uint32_t k) { body(first + mutating.index[k]); });
    }
    EVODOKU_HD void score() const { each(phases.score); }

private:
    /// What is the same for all children of a thread is looked up once.
    template <class Phase>
    EVODOKU_HD void each(const Phase& phase) const {
        const auto body = phase(island_index);
        block.for_each(count, [&](std::uint32_t k) { do_individual<Phase>(body, first + k); });
    }
};

/// All threads of a block call it.
template <class Block, class Phases, class Mutating>
EVODOKU_HD void make_children_of_block(Block& block, const Phases& phases, std::uint32_t island_index,
                                       std::uint32_t first, std::uint32_t count, Mutating& mutating) {
    if (!phases.plan(island_index).active()) return;
    make_child(ChildrenOfBlock<Block, Phases, Mutating>{block, phases, island_index, first, count, mutating});
}

/// All phases of a child in one kernel, for make_children_of_block(). Every phase holds its own pool, as in a kernel of
/// its own.
///
/// Modelled for an H200, population 1,000,000, not measured: boards that one phase writes and the next reads are about
/// 100 MB per generation. That is 24 us at 4.3 TB/s, and there are five launches fewer (docs/notes/performance.md).
template <class InitialisationOp, class CrossoverOp, class MutationOp>
struct FusedPhases {
    static constexpr const char* name = "make";

    PlanPhase<Tournament, Pool<BoxBoard>, MixOfOne> plan;
    InitialisePhase<InitialisationOp, BoxBoard> initialise;
    CopyPhase<BoxBoard> copy;
    CrossPhase<CrossoverOp, BoxBoard> cross;
    MutatePhase<MutationOp, BoxBoard> mutate;
    ScorePhase<RowColumn, BoxBoard> score;

    /// Nothing for a configuration of other operators. Their parameters, and all other settings, may have any value.
    static std::optional<FusedPhases> of(const Config& config, const Pool<BoxBoard>& pool) {
        const auto select = specified<Tournament>(config.selection);
        const auto initialise = specified<InitialisationOp>(config.initialisation);
        const auto cross = only<CrossoverOp>(config.crossover);
        const auto mutate = only<MutationOp>(config.mutation);
        const auto cost = specified<RowColumn>(config.cost);
        if (!select || !initialise || !cross || !mutate || !cost) return {};
        return FusedPhases{{pool, *select, {mix_table(config.crossover).rate[0]}, {mix_table(config.mutation).rate[0]}},
                           {pool, *initialise, Plan::fresh},
                           {pool, 0},
                           {pool, *cross, 1, 0},
                           {pool, *mutate, 1, 0},
                           {pool, *cost}};
    }
};

/// The operators of the presets plain and guided.
using FusedPlainPhases = FusedPhases<RandomBoxes, UniformCrossover<Boxes>, Swap>;
using FusedGuidedPhases = FusedPhases<RandomAlleles, FittingBoxes, MinConflictsSwap>;

/// Calls use(phases) for a configuration that has a fused kernel.
void with_fused_phases(const Config& config, const Pool<BoxBoard>& pool, const auto& use) {
    if (const auto plain = FusedPlainPhases::of(config, pool)) use(*plain);
    if (const auto guided = FusedGuidedPhases::of(config, pool)) use(*guided);
}

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
struct SharedMemoryOperators {
    Pool<BoxBoard> pool;
    RandomBoxes initialise;
    DeterministicTruncation select;
    MixTable crossovers, mutations;
    BandStack cross;
    RowColumn cost;
};

/// The phases of islands in shared memory, by one of the two forms of the default's mutation.
template <class MutationOp>
struct SharedMemoryPhases : SharedMemoryOperators {
    static constexpr const char* name = "islands in shared memory";
    using Stored = BoxBoard::Stored;

    MutationOp mutate;
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
        Champion<BoxBoard> champion;
    };
    static constexpr std::uint32_t header_bytes = (sizeof(Header) + 63) / 64 * 64;
    static constexpr std::uint32_t bytes_per_individual =
        2 * sizeof(Stored) + sizeof(SearchWork) + 3 * sizeof(std::uint32_t) + sizeof(Plan);

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
    const Pool<BoxBoard>& pool;  ///< of this island only, in shared memory
    const std::uint32_t* costs;  ///< of the children
    RankKeys* keys;
    std::uint32_t size;

    /// One child: see make_child(). Its phases follow each other without a barrier, because none reads what another
    /// individual writes.
    struct Child {
        using Planning = PlanPhase<DeterministicTruncation, Pool<BoxBoard>>;
        using Mutate = MutatePhase<decltype(Phases::mutate), BoxBoard>;
        const Phases& phases;
        const Pool<BoxBoard>& pool;
        std::uint32_t index;

        EVODOKU_HD void plan() const {
            do_phase(Planning{pool, phases.select, phases.crossovers, phases.mutations}, 0, index);
        }
        EVODOKU_HD void initialise() const {
            do_phase(InitialisePhase<RandomBoxes, BoxBoard>{pool, phases.initialise, Plan::fresh}, 0, index);
        }
        EVODOKU_HD void copy() const { do_phase(CopyPhase<BoxBoard>{pool, 0}, 0, index); }
        EVODOKU_HD void cross() const { do_phase(CrossPhase<BandStack, BoxBoard>{pool, phases.cross, 1, 0}, 0, index); }
        EVODOKU_HD void mutate() const { do_phase(Mutate{pool, phases.mutate, 1, 0}, 0, index); }
        EVODOKU_HD void score() const { do_phase(ScorePhase<RowColumn, BoxBoard>{pool, phases.cost}, 0, index); }
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
            for (std::uint32_t group = 0; group < RankKeys::fours(size); ++group) {
                const RankKeys four = keys[group];
                EVODOKU_UNROLLED
                for (int k = 0; k < 4; ++k) rank += four.of[k] < mine;
            }
            pool.order[rank] = index;
        });
    }
    EVODOKU_HD void end() const {
        block.for_each_and_wait(1, [&](std::uint32_t) { EndOfGenerationPhase<BoxBoard>{pool}(0); });
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

/// Modelled, not measured: ten generations of the default configuration are one launch instead of about eighty. At 3 us
/// each that is 240 us, most of the time of a run with one puzzle. Boards do not pass through device memory in between.
///
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
    auto* efforts = reinterpret_cast<SearchWork*>(keys + RankKeys::fours(size));
    auto* costs = reinterpret_cast<std::uint32_t*>(efforts + size);
    auto* order = costs + 2 * size;

    // A local object, not read from shared memory, so that the compiler sees where each pointer leads.
    auto pool = in_memory;
    pool.boards.set(boards, size);
    pool.costs.set(costs, size);
    pool.schedule = nullptr;  // plain generations have none: the compiler leaves the code for annealing out
    pool.order = order;
    pool.plans = reinterpret_cast<Plan*>(order + size);
    pool.efforts = efforts;
    pool.islands = &header.island;
    pool.champions = &header.champion;
    pool.island_count = 1;

    using CopyIsland = CopyWords<Island>;
    using CopyChampion = CopyWords<Champion<BoxBoard>>;
    block.for_each(RankKeys::fours(size), [&](std::uint32_t k) {
        for (std::uint32_t& key : keys[k].of) key = RankKeys::unused;
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

/// The phases of a configuration with exactly these operators, any parameters, no other options, and islands small
/// enough.
inline std::optional<SharedMemoryPhases<HeatBath>> shared_memory_phases(const Config& config,
                                                                        const Pool<BoxBoard>& pool) {
    // One child per plan, replacing all except the elites, in an island of constant size.
    const bool is_plain = config.representation == box_board && config.replacement.is("generational") &&
                          config.stagnation == Stagnation("restart") && config.reserved() == config.population &&
                          !config.paired_children && !config.either && !config.different && config.brood_size == 1 &&
                          !config.distinct && config.duplicate_memory == 0 && config.schedule.empty();
    const auto initialise = specified<RandomBoxes>(config.initialisation);
    const auto select = specified<DeterministicTruncation>(config.selection);
    const auto cost = specified<RowColumn>(config.cost);
    const auto mutate = only<HeatBath>(config.mutation);
    const auto cross = only<BandStack>(config.crossover);
    const bool crosses = cross || config.crossover.empty();
    if (!is_plain || !initialise || !select || !cost || !mutate || !crosses) return {};
    if (pool.island_size > max_shared_memory_island) return {};
    const SharedMemoryOperators operators{pool,
                                          *initialise,
                                          *select,
                                          mix_table(config.crossover),
                                          mix_table(config.mutation),
                                          cross.value_or(BandStack{}),
                                          *cost};
    return SharedMemoryPhases<HeatBath>{operators, *mutate};
}

/// In two parts, where it supports the parameters: one for islands whose table is complete, in fewer registers, and
/// `phases` for the others.
inline std::optional<SharedMemoryPhases<HeatBathByTables>> split_by_tables(SharedMemoryPhases<HeatBath>& phases) {
    if (!HeatBathByTables::can_replace(phases.mutate)) return {};
    phases.served = IslandsServed::with_other_table;
    return SharedMemoryPhases<HeatBathByTables>{phases, HeatBathByTables(phases.mutate),
                                                IslandsServed::with_complete_table};
}

}  // namespace evodoku
