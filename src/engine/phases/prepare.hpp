// The phases before the first generation of a puzzle: logic, and data for operators.
#pragma once

#include <cstdint>

#include "engine/island.hpp"

namespace evodoku {

/// Presolves a new puzzle and clears the champions of the previous one in its slot. A puzzle settled by logic never
/// begins.
template <class Board>
struct PresolvePhase {
    static constexpr const char* name = "presolve";
    Pool<Board> pool;
    std::uint32_t islands_per_puzzle;
    Genes genes;  ///< as the initialisation needs them

    EVODOKU_HD void operator()(std::uint32_t number) const {
        const auto& [slot, job] = pool.new_puzzles[number];
        Island* islands = pool.islands + slot * islands_per_puzzle;
        for (std::uint32_t k = 0; k < islands_per_puzzle; ++k) pool.champions[slot * islands_per_puzzle + k] = {};
        Presolved<Board::order>& presolved = pool.presolved[slot];
        presolve_into(presolved, job);
        if (!presolved.contradiction && !presolved.is_full()) {
            make_puzzle_into(pool.puzzles[slot], presolved);
            if (genes != Genes::free_cells) choose_genes(pool.puzzles[slot], genes);
            return;
        }
        for (std::uint32_t k = 0; k < islands_per_puzzle; ++k) islands[k].state = IslandState::settled;
    }
};

/// One step of listing the alleles of the new puzzles, in as many tasks for each: see Alleles.
template <class Step, class Board>
struct AllelesPhase {
    static constexpr const char* name = "lists of alleles";
    Pool<Board> pool;
    std::uint32_t islands_per_puzzle, tasks_per_puzzle;

    EVODOKU_HD void operator()(std::uint32_t task) const {
        const std::uint32_t slot = pool.new_puzzles[task / tasks_per_puzzle].slot;
        if (!pool.islands[slot * islands_per_puzzle].running()) return;  // logic settled it
        pool.alleles[slot].make(Step{}, pool.puzzles[slot], task % tasks_per_puzzle, tasks_per_puzzle);
    }
};

}  // namespace evodoku
