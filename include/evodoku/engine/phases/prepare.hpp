// The phases before the first generation of a puzzle: logic, and what operators want to know.
#pragma once

#include <cstdint>

#include "evodoku/engine/deme.hpp"

namespace evodoku {

/// Presolves puzzle slot `slot`, where its puzzle has not begun, and forgets the champions of the one before. A puzzle
/// that logic settles never begins.
template <class Representation>
struct PresolvePhase {
    static constexpr const char* name = "presolve";
    Pool<Representation> pool;
    std::uint32_t demes_a_puzzle;
    Genes genes;  ///< as the initialisation wants them

    EVODOKU_HD void operator()(std::uint32_t slot) const {
        Deme* demes = pool.demes + slot * demes_a_puzzle;
        if (!demes->running() || demes->next_generation != 0) return;
        for (std::uint32_t k = 0; k < demes_a_puzzle; ++k) pool.champions[slot * demes_a_puzzle + k] = {};
        const PuzzleJob& job = pool.jobs[slot];
        Presolved& found = pool.presolved[slot];
        found = presolve(job.givens, job.presolve);
        if (!found.contradiction && !found.is_full()) {
            pool.puzzles[slot] = make_puzzle(found);
            if (genes != Genes::free_cells) choose_genes(pool.puzzles[slot], genes);
            return;
        }
        for (std::uint32_t k = 0; k < demes_a_puzzle; ++k) demes[k].state = DemeState::settled;
    }
};

/// Lists the alleles of box `task % 9` of puzzle slot `task / 9`, where its puzzle has not begun.
template <class Representation>
struct PreparePhase {
    static constexpr const char* name = "prepare";
    Pool<Representation> pool;
    std::uint32_t demes_a_puzzle;

    EVODOKU_HD void operator()(std::uint32_t task) const {
        const std::uint32_t slot = task / 9;
        const Deme& deme = pool.demes[slot * demes_a_puzzle];
        if (!deme.running() || deme.next_generation != 0) return;
        pool.alleles[slot].prepare(pool.puzzles[slot], static_cast<int>(task % 9));
    }
};

}  // namespace evodoku
