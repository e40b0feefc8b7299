// A deme, as its phases see it: a contiguous slice of the population that breeds among itself on one puzzle.
#pragma once

#include <cstdint>

#include "evodoku/core/draws.hpp"
#include "evodoku/core/puzzle.hpp"
#include "evodoku/engine/puzzle_job.hpp"
#include "evodoku/operators/effort.hpp"
#include "evodoku/operators/mutation/alleles.hpp"

namespace evodoku {

enum class DemeState : std::uint32_t {
    idle,  ///< no puzzle
    running,
    solved,     ///< froze at the generation that holds a solution
    exhausted,  ///< froze at the end of its budget of generations
    settled,    ///< never began: logic filled its puzzle, or found that it has no solution
};

/// Lives where the population lives. The host writes it between epochs, the census phase after each generation.
struct Deme {
    std::uint64_t seed = 0;
    std::uint64_t evaluations = 0;  ///< boards scored so far
    std::uint32_t place = 0;        ///< its puzzle's place in the input
    std::uint32_t puzzle_slot = 0;
    std::uint32_t number = 0;           ///< among the demes of its puzzle
    std::uint32_t next_generation = 0;  ///< the one to be made next; 0 = the initial population
    std::uint32_t limit = 0;            ///< its last generation
    std::uint32_t best = ~0u;           ///< lowest cost since the last restart
    std::uint32_t improved = 0;         ///< generation that reached `best`
    std::uint32_t restarts = 0;
    std::uint32_t front = 0;   ///< which of the two buffers holds its population
    std::uint32_t source = 0;  ///< the deme that sends it migrants
    bool fresh = true;         ///< the next generation is all fresh boards: the first, or a restart
    bool receives = false;     ///< the next generation takes in migrants
    DemeState state = DemeState::idle;

    EVODOKU_HD bool running() const { return state == DemeState::running; }
    EVODOKU_HD std::uint32_t back() const { return 1 - front; }
};

/// The best board a deme has held since its puzzle began, over all restarts.
template <class Representation>
struct Champion {
    typename Representation::Stored board;
    std::uint32_t cost = ~0u;
    std::uint32_t generation = 0;
    std::uint32_t index = 0;
};

/// How a child is to be made: two parents (slots of the whole population) and the operators chosen for it.
struct Plan {
    static constexpr std::uint32_t copy = 0;     ///< crossover: a copy of parent a; mutation: none
    static constexpr std::uint32_t fresh = 255;  ///< crossover: a fresh board instead

    std::uint32_t packed_a = 0, packed_b = 0;

    static EVODOKU_HD constexpr Plan make(std::uint32_t a, std::uint32_t b, std::uint32_t crossover,
                                          std::uint32_t mutation) {
        return {a | crossover << 24, b | mutation << 24};
    }
    EVODOKU_HD constexpr std::uint32_t parent_a() const { return packed_a & 0xFFFFFF; }
    EVODOKU_HD constexpr std::uint32_t parent_b() const { return packed_b & 0xFFFFFF; }
    EVODOKU_HD constexpr std::uint32_t crossover() const { return packed_a >> 24; }
    EVODOKU_HD constexpr std::uint32_t mutation() const { return packed_b >> 24; }
};

/// Everything the phases touch: borrowed pointers to arrays that an Evolution owns.
///
///   slot = deme * deme_size + index within the deme
///   boards[f], costs[f]  slot -> individual and its cost; a deme's population is in f = front, its children go to back
///   order                slot -> entry whose `order_mask` bits are the index of that rank
///   plans                slot -> how the child in that slot is made
template <class Representation>
struct Pool {
    typename Representation::Stored* boards[2];
    std::uint32_t* costs[2];
    std::uint32_t* order;
    Plan* plans;
    Deme* demes;
    Effort* efforts;        ///< slot -> of all that were there; null where no operator counts
    const PuzzleJob* jobs;  ///< by puzzle slot, as what follows
    Presolved* presolved;
    Puzzle* puzzles;
    Alleles* alleles;  ///< null where no operator needs them
    Champion<Representation>* champions;
    std::uint32_t order_mask;
    std::uint32_t deme_count, deme_size;
    std::uint32_t elites, migrants, immigrants;  ///< individuals a deme
    std::uint32_t stall;

    EVODOKU_HD std::uint32_t first_slot(std::uint32_t deme) const { return deme * deme_size; }
    EVODOKU_HD const Puzzle& puzzle_of(const Deme& deme) const { return puzzles[deme.puzzle_slot]; }
    EVODOKU_HD const Alleles* alleles_of(const Deme& deme) const {
        return alleles != nullptr ? alleles + deme.puzzle_slot : nullptr;
    }

    /// The random stream of individual `index` of a deme, in the generation now being made.
    EVODOKU_HD StreamKey stream(const Deme& deme, std::uint32_t index) const {
        return {deme.seed, deme.place, deme.number * deme_size + index, deme.next_generation};
    }
};

}  // namespace evodoku
