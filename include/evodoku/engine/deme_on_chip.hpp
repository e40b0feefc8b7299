// A whole deme on chip: several generations of it in a block's own memory, with the phases that every executor runs.
//
// A Block is the threads that share that memory; all of them call run_deme_on_chip:
//   for_each(n, f)    f(0) .. f(n - 1), each once, shared out among its threads; nobody goes on before all are done
// The CUDA one is in kernels/; tests have serial and threaded ones. Control flow around a for_each depends only on what
// all threads read alike; nothing shared is written outside one.
#pragma once

#include <cstdint>

#include "evodoku/engine/phases.hpp"

namespace evodoku {

/// Individuals of a deme that fits on chip: its ranking compares all with all.
inline constexpr std::uint32_t most_on_chip = 256;

/// The phases of the one configuration that has a path of its own: the default's operators, with any knobs.
template <class InitialisationOp, class SelectionOp, class CrossoverOp, class MutationOp, class CostOp,
          class Representation>
struct ChipPhases {
    static constexpr const char* name = "deme on chip";
    using Stored = typename Representation::Stored;
    using Planning = PlanPhase<SelectionOp, Representation>;
    using Initialise = InitialisePhase<InitialisationOp, Representation>;
    using Copy = CopyPhase<Representation>;
    using Cross = CrossPhase<CrossoverOp, Representation>;
    using Mutate = MutatePhase<MutationOp, Representation>;
    using Score = ScorePhase<CostOp, Representation>;
    using Census = CensusPhase<Representation>;

    Pool<Representation> pool;
    InitialisationOp initialise;
    SelectionOp select;
    MixTable crossovers, mutations;
    CrossoverOp cross;
    MutationOp mutate;
    CostOp cost;

    /// A block's memory, carved out of one piece:
    ///   [ header | boards 0 | boards 1 | efforts | slices ... | costs 0 | costs 1 | order | plans ]
    struct Header {
        Deme deme;
        Champion<Representation> champion;
        Puzzle puzzle;
        ChipAlleles alleles;
        // Phases carry the pool with them: a thread that kept seven pools would have no registers left.
        Planning plan;
        Initialise initialise;
        Copy copy;
        Cross cross;
        Mutate mutate;
        Score score;
        Census census;
    };
    static constexpr std::uint32_t header_bytes = (sizeof(Header) + 63) / 64 * 64;
    static constexpr std::uint32_t bytes_an_individual =
        2 * sizeof(Stored) + sizeof(Effort) + 3 * sizeof(std::uint32_t) + sizeof(Plan);

    /// For demes of `deme_size` and `slice_words` 64-bit words of slices.
    EVODOKU_HD static constexpr std::uint32_t bytes(std::uint32_t deme_size, std::uint32_t slice_words) {
        return header_bytes + deme_size * bytes_an_individual + slice_words * 8;
    }
};

/// Makes up to `generations` generations of deme `number`; stops after the one that ends it. `memory`: bytes(deme size,
/// slice_words), aligned to 64, with anything in it. The deme takes in no migrants meanwhile. What is written back is
/// what the phases would have left: boards, costs, order and efforts of the population, deme and champion.
template <class Block, class Phases>
EVODOKU_HD void run_deme_on_chip(Block& block, const Phases& phases, std::uint32_t number, std::uint32_t generations,
                                 unsigned char* memory, std::uint32_t slice_words) {
    using Stored = typename Phases::Stored;
    const auto& in_memory = phases.pool;
    if (!in_memory.demes[number].running()) return;
    const std::uint32_t size = in_memory.deme_size, first = in_memory.first_slot(number);
    const std::uint32_t puzzle_slot = in_memory.demes[number].puzzle_slot;

    auto& header = *reinterpret_cast<typename Phases::Header*>(memory);
    auto* boards = reinterpret_cast<Stored*>(memory + Phases::header_bytes);
    auto* efforts = reinterpret_cast<Effort*>(boards + 2 * size);
    auto* slices = reinterpret_cast<std::uint64_t*>(efforts + size);
    auto* costs = reinterpret_cast<std::uint32_t*>(slices + slice_words);
    auto* order = costs + 2 * size;

    block.for_each(1, [&](std::uint32_t) {
        header.deme = in_memory.demes[number];
        header.deme.puzzle_slot = 0;
        header.champion = in_memory.champions[number];
        header.alleles.plan(in_memory.alleles[puzzle_slot], slice_words);

        auto pool = in_memory;
        pool.boards[0] = boards, pool.boards[1] = boards + size;
        pool.costs[0] = costs, pool.costs[1] = costs + size;
        pool.order = order;
        pool.plans = reinterpret_cast<Plan*>(order + size);
        pool.efforts = efforts;
        pool.demes = &header.deme;
        pool.champions = &header.champion;
        pool.puzzles = &header.puzzle;
        pool.alleles = in_memory.alleles + puzzle_slot;
        pool.chip = &header.alleles;
        pool.chip_words = slices;
        pool.deme_count = 1;
        header.plan = {pool, phases.select, phases.crossovers, phases.mutations};
        header.initialise = {pool, phases.initialise, Plan::fresh};
        header.copy = {pool, 0};
        header.cross = {pool, phases.cross, 1, 0};
        header.mutate = {pool, phases.mutate, 1, 0};
        header.score = {pool, phases.cost};
        header.census = {pool};
    });
    // Byte by byte: a struct of hundreds of bytes would be copied through registers that there are not.
    block.for_each(sizeof(Puzzle), [&](std::uint32_t k) {
        reinterpret_cast<unsigned char*>(&header.puzzle)[k] =
            reinterpret_cast<const unsigned char*>(in_memory.puzzles + puzzle_slot)[k];
    });
    block.for_each(header.alleles.words(), [&](std::uint32_t k) { header.alleles.copy(k, slices); });
    const std::uint32_t begun_in = header.deme.front;
    block.for_each(size, [&](std::uint32_t index) {
        boards[begun_in * size + index] = in_memory.boards[begun_in][first + index];
        costs[begun_in * size + index] = in_memory.costs[begun_in][first + index];
        order[index] = in_memory.order[first + index];
        efforts[index] = in_memory.efforts[first + index];
    });

    for (std::uint32_t generation = 0; generation < generations && header.deme.running(); ++generation) {
        const std::uint32_t* new_costs = costs + header.deme.back() * size;
        // One slot's phases follow each other without a barrier: none reads what another slot writes in them.
        block.for_each(size, [&](std::uint32_t index) {
            do_individual(header.plan(0), index);
            do_individual(header.initialise(0), index);
            do_individual(header.copy(0), index);
            do_individual(header.cross(0), index);
            do_individual(header.mutate(0), index);
            do_individual(header.score(0), index);
        });
        block.for_each(size, [&](std::uint32_t index) {
            const std::uint32_t mine = new_costs[index];
            std::uint32_t rank = 0;
            for (std::uint32_t other = 0; other < size; ++other) {
                rank += new_costs[other] < mine || (new_costs[other] == mine && other < index);
            }
            order[rank] = index;
        });
        block.for_each(1, [&](std::uint32_t) { header.census(0); });
    }

    const std::uint32_t ended_in = header.deme.front;
    block.for_each(size, [&](std::uint32_t index) {
        in_memory.boards[ended_in][first + index] = boards[ended_in * size + index];
        in_memory.costs[ended_in][first + index] = costs[ended_in * size + index];
        in_memory.order[first + index] = order[index];
        in_memory.efforts[first + index] = efforts[index];
    });
    block.for_each(1, [&](std::uint32_t) {
        header.deme.puzzle_slot = puzzle_slot;
        in_memory.demes[number] = header.deme;
        in_memory.champions[number] = header.champion;
    });
}

}  // namespace evodoku
