// The phases before the first generation of a puzzle: logic, and data for operators.
#pragma once

#include <cstdint>

#include "engine/island.hpp"

namespace evodoku {

/// True until the first generation of the puzzle at `slot`, unless logic settled it.
template <class Representation>
EVODOKU_HD bool has_not_begun(const Pool<Representation>& pool, std::uint32_t slot, std::uint32_t islands_per_puzzle) {
    const Island& island = pool.islands[slot * islands_per_puzzle];
    return island.running() && island.next_generation == 0;
}

/// Presolves the puzzle at `slot`, if it has not begun, and clears the champions of the previous one. A puzzle settled
/// by logic never begins.
template <class Representation>
struct PresolvePhase {
    static constexpr const char* name = "presolve";
    Pool<Representation> pool;
    std::uint32_t islands_per_puzzle;
    Genes genes;  ///< as the initialisation needs them

    EVODOKU_HD void operator()(std::uint32_t slot) const {
        if (!has_not_begun(pool, slot, islands_per_puzzle)) return;
        Island* islands = pool.islands + slot * islands_per_puzzle;
        for (std::uint32_t k = 0; k < islands_per_puzzle; ++k) pool.champions[slot * islands_per_puzzle + k] = {};
        const PuzzleJob& job = pool.jobs[slot];
        Presolved& found = pool.presolved[slot];
        found = presolve(job.givens, job.presolve);
        if (!found.contradiction && !found.is_full()) {
            pool.puzzles[slot] = make_puzzle(found);
            if (genes != Genes::free_cells) choose_genes(pool.puzzles[slot], genes);
            return;
        }
        for (std::uint32_t k = 0; k < islands_per_puzzle; ++k) islands[k].state = IslandState::settled;
    }
};

/// Counts the alleles of box `task % 9` of puzzle slot `task / 9`, where its puzzle has not begun.
template <class Representation>
struct CountAllelesPhase {
    static constexpr const char* name = "count alleles";
    Pool<Representation> pool;
    std::uint32_t islands_per_puzzle;

    EVODOKU_HD void operator()(std::uint32_t task) const {
        const std::uint32_t slot = task / 9;
        if (!has_not_begun(pool, slot, islands_per_puzzle)) return;
        pool.alleles[slot].count_box(pool.puzzles[slot], static_cast<int>(task % 9));
    }
};

/// Lists the alleles of box `task % 9` of puzzle slot `task / 9`, where its puzzle has not begun.
template <class Representation>
struct PreparePhase {
    static constexpr const char* name = "prepare";
    Pool<Representation> pool;
    std::uint32_t islands_per_puzzle;

    EVODOKU_HD void operator()(std::uint32_t task) const {
        const std::uint32_t slot = task / 9;
        if (!has_not_begun(pool, slot, islands_per_puzzle)) return;
        pool.alleles[slot].list_box(pool.puzzles[slot], static_cast<int>(task % 9));
    }
};

/// Makes the tables of the puzzles that have not begun, `tasks_per_puzzle` tasks for each: for a GPU.
template <class Representation>
struct ClashTablePhase {
    static constexpr const char* name = "clash table";
    static constexpr std::uint32_t tasks_per_pair = 32, tasks_per_puzzle = 36 * tasks_per_pair;
    Pool<Representation> pool;
    std::uint32_t islands_per_puzzle;

    EVODOKU_HD void operator()(std::uint32_t task) const {
        const std::uint32_t slot = task / tasks_per_puzzle, pair = task % tasks_per_puzzle / tasks_per_pair;
        if (!has_not_begun(pool, slot, islands_per_puzzle)) return;
        pool.alleles[slot].make_rows(pair / 4, pair % 4, task % tasks_per_pair, tasks_per_pair);
    }
};

}  // namespace evodoku
