// A deme, as its phases see it: a contiguous slice of the population that breeds among itself on one puzzle.
#pragma once

#include <cstdint>

#include "evodoku/core/draws.hpp"
#include "evodoku/core/puzzle.hpp"
#include "evodoku/engine/amount.hpp"
#include "evodoku/engine/puzzle_job.hpp"
#include "evodoku/operators/effort.hpp"
#include "evodoku/operators/mutation/alleles.hpp"
#include "evodoku/operators/mutation/chip_alleles.hpp"
#include "evodoku/operators/replacement/replacement_rule.hpp"
#include "evodoku/operators/stagnation/stagnation_rule.hpp"

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
    std::uint32_t begun = 0;       ///< generation of its start or last restart
    std::uint32_t size = 0;        ///< individuals of its population, which is the one in `front`
    std::uint32_t next_size = 0;   ///< of the population to be made next: it may have grown; no matter where fresh
    bool grown = false;            ///< it has stalled and draws its shares anew
    Share crossed = 0;             ///< of the children, where it has grown
    std::uint32_t remembered = 0;  ///< boards noted in `half` of what it has seen
    std::uint32_t half = 0;
    bool forgets = false;      ///< the next generation begins a new half
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
    static constexpr std::uint32_t rejected =
        254;                                    ///< crossover: what was made is a duplicate: a fresh board in its place
    static constexpr std::uint32_t none = 253;  ///< crossover: the slot is not in use
    static constexpr std::uint32_t alike = 252;  ///< crossover: what was made may be a duplicate

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

/// Where a deme has what while a generation is made, by index:
///
///   [ 0 kept | children ... | first_migrant migrants | first_immigrant immigrants | end, not in use ... ]
///
/// and fresh boards up to `end` at its start or restart.
struct Layout {
    std::uint32_t size;  ///< of the population that is bred from
    std::uint32_t kept, first_migrant, first_immigrant, end;

    /// Of two children side by side, the second.
    EVODOKU_HD bool is_second(std::uint32_t index) const { return index >= kept && ((index - kept) & 1) != 0; }
};

/// Duplicates are found by claims: see phases/distinct.hpp. Null where nobody asks for it.
struct DistinctPool {
    std::uint64_t* keys;      ///< entry -> key of its board
    std::uint64_t* claims;    ///< `claims_a_deme` a deme
    std::uint32_t* rejected;  ///< deme -> children rejected in this generation
    std::uint64_t* seen;      ///< two halves of `seen_words` a deme; null where none are remembered
    std::uint32_t entries_a_deme, claims_a_deme, seen_words;
    std::uint32_t seen_boards;  ///< as many begin a new half
};

/// True of boards that are the same but for their notes.
template <class Representation>
EVODOKU_HD bool same_boards(const typename Representation::Stored& one, const typename Representation::Stored& other) {
    std::uint64_t apart = 0;
    for (int word = 0; word < Representation::words; ++word) {
        apart |= (one.word[word] ^ other.word[word]) & ~Representation::notes_in(word);
    }
    return apart == 0;
}

/// Draws of a second parent that is to be another board than the first: where they are in vain, it is the same.
inline constexpr std::uint32_t most_mates = 9;

/// Everything the phases touch: borrowed pointers to arrays that an Evolution owns.
///
///   slot = deme * deme_size + index within the deme
///   boards[f], costs[f]: slot -> individual, its cost; a deme's population is in f = front, its children go to back
///
///   spare, spare_costs: slot -> a further try of a child, or a board on its way to another slot; null where not needed
///
///   order: slot -> index of the individual that has that rank, within its deme
///
///   plans: slot -> how the child in that slot is made
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
    Alleles* alleles;                 ///< null where no operator needs them
    const ChipAlleles* chip;          ///< where this pool is of one deme on chip; else null, as
    const std::uint64_t* chip_words;  ///< its words
    Champion<Representation>* champions;
    std::uint32_t deme_count, deme_size;  ///< slots a deme: the largest size that it may have
    std::uint32_t first_size;             ///< individuals a deme has at its start
    std::uint32_t highest_cost;           ///< of a board; a slot not in use costs one more
    Amount elite, immigrants;             ///< individuals a deme
    std::uint32_t migrants;
    std::uint32_t stall;
    ReplacementRule replacement;
    StagnationRule stagnation;
    bool pairs, either;
    std::uint32_t mates;     ///< draws of a second parent at most
    std::uint32_t children;  ///< tries a child
    typename Representation::Stored* spare;
    std::uint32_t* spare_costs;
    std::uint64_t* wheel;  ///< slot -> see Ranking; null where no operator needs it
    DistinctPool distinct;

    EVODOKU_HD std::uint32_t first_slot(std::uint32_t deme) const { return deme * deme_size; }
    EVODOKU_HD const Puzzle& puzzle_of(const Deme& deme) const { return puzzles[deme.puzzle_slot]; }
    EVODOKU_HD const Alleles* alleles_of(const Deme& deme) const {
        return alleles != nullptr ? alleles + deme.puzzle_slot : nullptr;
    }

    /// True where two slots of the deme's population hold one board.
    EVODOKU_HD bool same_board(const Deme& deme, std::uint32_t a, std::uint32_t b) const {
        if (costs[deme.front][a] != costs[deme.front][b]) return false;
        return same_boards<Representation>(boards[deme.front][a], boards[deme.front][b]);
    }

    /// Individuals of the population to be made.
    EVODOKU_HD std::uint32_t size_of(const Deme& deme) const { return deme.fresh ? first_size : deme.next_size; }
    EVODOKU_HD Layout layout_of(const Deme& deme) const {
        const std::uint32_t size = size_of(deme);
        if (deme.fresh) return {0, 0, 0, 0, size};
        const Amount best = deme.grown ? Amount{stagnation.kept, true} : elite;
        const std::uint32_t end = replacement.end(size);
        const std::uint32_t first_immigrant = end - immigrants.of(size);
        const std::uint32_t kept = replacement.kept(size, best.of(size));
        return {deme.size, kept < deme.size ? kept : deme.size, first_immigrant - (deme.receives ? migrants : 0),
                first_immigrant, end};
    }

    /// The random stream of individual `index` of a deme, in the generation now being made.
    EVODOKU_HD StreamKey stream(const Deme& deme, std::uint32_t index) const {
        return {deme.seed, deme.place, deme.number * deme_size + index, deme.next_generation};
    }
    /// The stream of what a child has in common with the other one of its pair.
    EVODOKU_HD StreamKey pair_stream(const Deme& deme, const Layout& layout, std::uint32_t index) const {
        return stream(deme, pairs && layout.is_second(index) ? index - 1 : index);
    }
};

}  // namespace evodoku
