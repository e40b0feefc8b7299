// An island as its phases see it: a contiguous slice of the population that breeds among itself on one puzzle.
//
//   slots of puzzles    |         0         |         1         | ...    Puzzle, Alleles
//   islands             |  0  |  1  |  2    |  3  |  4  |  5    | ...    Island (its state), Champion (its best board)
//   individuals         | ... island_size individuals of each ...       Plan, cost, board; their order by cost
//
//   individual = island_index * island_size + index within the island
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/draws.hpp"
#include "core/puzzle.hpp"
#include "evodoku/core/count_or_share.hpp"
#include "evodoku/operators/operator.hpp"
#include "operators/bases.hpp"
#include "operators/mutation/alleles.hpp"

namespace evodoku {

enum class IslandState : std::uint32_t {
    idle,  ///< no puzzle
    running,
    solved,     ///< froze at the generation that holds a solution
    exhausted,  ///< froze at the end of its budget of generations
    settled,    ///< did not begin: logic solved its puzzle, or showed that it has no solution
};

/// Kept in the memory of the population. The host writes it at synchronisations, the end-of-generation phase after each
/// generation.
struct Island {
    std::uint64_t seed = 0;
    std::uint64_t evaluations = 0;   ///< boards scored so far
    std::uint32_t puzzle_index = 0;  ///< its puzzle's index in the input
    std::uint32_t puzzle_slot = 0;
    std::uint32_t island_of_puzzle = 0;  ///< among the islands of its puzzle
    std::uint32_t next_generation = 0;   ///< the one to be made next; 0 = the initial population
    std::uint32_t limit = 0;             ///< its last generation
    std::uint32_t best_cost = ~0u;       ///< the lowest since the last restart; with reheats of the last generation
    std::uint32_t stalled_since = 0;     ///< generation that reached `best_cost`
    std::uint32_t restarts = 0;
    std::uint32_t begun = 0;   ///< generation of its start, last restart or last reheat
    std::uint32_t size = 0;    ///< individuals of its population, which is the one in `front`
    std::uint32_t extent = 0;  ///< the first this many indices hold them: more than `size` if duplicates were dropped
    Growth growth;
    std::uint32_t remembered = 0;  ///< boards noted in `half` of the filters
    std::uint32_t half = 0;
    /// Annealing: the logarithm to base 2 of the mean weight of a board, summed over the generations, in units of
    /// 2^-32.
    std::int64_t log_weight = 0;
    bool forgets = false;      ///< the next generation begins a new half
    std::uint32_t front = 0;   ///< which of the two buffers holds its population
    std::uint32_t source = 0;  ///< the island that sends it migrants
    bool fresh = true;         ///< the next generation has fresh boards only: the first, or a restart
    bool receives = false;     ///< the next generation receives migrants
    IslandState state = IslandState::idle;

    /// Age of the generation that is being made: 0 for the first that is bred after a start, restart or reheat.
    EVODOKU_HD std::uint32_t age() const { return next_generation - begun - 1; }
    EVODOKU_HD bool running() const { return state == IslandState::running; }
    EVODOKU_HD std::uint32_t back() const { return 1 - front; }
};

/// The best board of an island since its puzzle began, over all restarts.
template <class Board>
struct Champion {
    typename Board::Stored board;
    std::uint32_t cost = ~0u;
    std::uint32_t generation = 0;
    std::uint32_t index = 0;
};

/// The plan of a child: two parents (indices into the whole population) and the operators chosen for it.
struct Plan {
    static constexpr std::uint32_t copy = 0;        ///< crossover: a copy of parent a; mutation: none
    static constexpr std::uint32_t fresh = 255;     ///< crossover: a fresh board instead
    static constexpr std::uint32_t rejected = 254;  ///< crossover: a duplicate; a fresh board replaces it
    static constexpr std::uint32_t none = 253;      ///< crossover: this individual is unused
    static constexpr std::uint32_t alike = 252;     ///< crossover: the child may be a duplicate

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

/// The parts of an island while a generation is made, by index:
///
///   [ 0 kept | children ... | first_migrant migrants | first_immigrant immigrants | end, unused ... ]
///
/// At a start or restart there are fresh boards up to `end`.
struct Layout {
    std::uint32_t size;  ///< of the population that is bred from
    std::uint32_t kept, first_migrant, first_immigrant, end;

    /// The second of two children side by side.
    EVODOKU_HD bool is_second(std::uint32_t index) const { return index >= kept && ((index - kept) & 1) != 0; }
};

/// Deduplication: see phases/distinct.hpp. Null if it is off.
struct DistinctPool {
    std::uint64_t* keys;      ///< entry -> key of its board
    std::uint64_t* buckets;   ///< `buckets_per_island` per island
    std::uint32_t* rejected;  ///< island -> children rejected in this generation
    std::uint64_t* seen;      ///< two halves of `seen_words` per island; null if none are remembered
    std::uint32_t entries_per_island, buckets_per_island, seen_words;
    std::uint32_t seen_boards;  ///< as many begin a new half
    bool drops;                 ///< duplicates are dropped; else fresh boards take their place
};

/// True if two boards are equal apart from their notes.
template <class Board>
EVODOKU_HD bool same_boards(const typename Board::Stored& one, const typename Board::Stored& other) {
    std::uint64_t apart = 0;
    for (int word = 0; word < Board::words; ++word) {
        apart |= (one.word[word] ^ other.word[word]) & ~Board::notes_in(word);
    }
    return apart == 0;
}

/// Draws of a second parent that must be another board than the first; after that the last draw is used.
inline constexpr std::uint32_t max_mates = 9;

/// Two buffers in one array. An element is chosen by an offset, not by the address of a pointer: a Pool held by a GPU's
/// thread then stays in registers, and the compiler can tell which memory its pointers lead to.
template <class T>
class Buffers {
public:
    EVODOKU_HD T* operator[](std::uint32_t which) const { return first_ + which * apart_; }
    /// `first` holds both, `apart` elements from each other.
    EVODOKU_HD void set(T* first, std::uint32_t apart) { first_ = first, apart_ = apart; }
    EVODOKU_HD std::uint32_t apart() const { return apart_; }

private:
    T* first_ = nullptr;
    std::uint32_t apart_ = 0;
};

/// A puzzle that is to begin, and its slot.
template <class Board>
struct JobInSlot {
    std::uint32_t slot = 0;
    PuzzleJobOn<Board::order> job;
};

/// The part of a Pool that does not depend on the kind of board: borrowed pointers to arrays that an Evolution owns.
///
///   costs[f]              individual -> its cost; see Pool
///   spare_costs           individual -> the cost of a further try of a child, or of a board to be moved to another
///                         index; null if unused
///   order                 island_index * island_size + rank -> index of the individual that has the rank
///   plans                 individual -> its plan
struct PopulationArrays {
    Buffers<std::uint32_t> costs;
    std::uint32_t* order;
    Plan* plans;
    Island* islands;
    SearchWork* efforts;  ///< index -> of all individuals that were there; null if no operator counts
    std::uint32_t island_count, island_size;  ///< per island, unused individuals included
    std::uint32_t first_size;                 ///< individuals of an island at its start
    std::uint32_t highest_cost;               ///< of a board; an unused individual costs one more
    CountOrShare elite, immigrants;           ///< individuals per island
    std::uint32_t migrants;
    std::uint32_t restart_after;
    std::uint64_t max_evaluations;  ///< of an island
    Rules rules;
    bool pairs, either;
    std::uint32_t mates;  ///< maximum of draws of a second parent
    std::uint32_t tries;  ///< per child
    std::uint32_t* spare_costs;
    std::uint64_t* wheel;             ///< as `order` -> see Ranking; null if no operator needs it
    std::uint32_t* schedule;          ///< generation -> coldness, 0 for the first; null without annealing
    Buffers<std::uint32_t> families;  ///< annealing: individual -> the index of its ancestor in the first generation
    DistinctPool distinct;

    EVODOKU_HD std::uint32_t first_individual(std::uint32_t island_index) const { return island_index * island_size; }

    /// The buffer that holds the migrants of an island. A finished sender no longer swaps its buffers, so it may differ
    /// from the buffer of the receiver's population.
    EVODOKU_HD std::uint32_t migrants_front(const Island& island) const {
        return island.receives ? islands[island.source].front : island.front;
    }

    /// Individuals of the next population.
    EVODOKU_HD std::uint32_t size_of(const Island& island) const {
        return island.fresh ? first_size : island.growth.next_size;
    }
    /// By how much the coldness rises with the generation now being made. Requires annealing, and parents.
    EVODOKU_HD std::uint32_t colder(const Island& island) const {
        return schedule[island.next_generation] - schedule[island.next_generation - 1];
    }
    EVODOKU_HD CountOrShare elite_of(const Island& island) const { return island.growth.elite(rules, elite); }
    EVODOKU_HD Layout layout_of(const Island& island) const {
        const std::uint32_t size = size_of(island);
        if (island.fresh) return {0, 0, 0, 0, size};
        const std::uint32_t end = rules.end(size);
        const std::uint32_t first_immigrant = end - island.growth.immigrants(rules, immigrants).of(size);
        const std::uint32_t kept = rules.kept(size, elite_of(island).of(size));
        return {island.size, kept < island.size ? kept : island.size,
                first_immigrant - (island.receives ? migrants : 0), first_immigrant, end};
    }

    /// The number of parents that compete with the children, best first; 0 if none do.
    EVODOKU_HD std::uint32_t competing(const Island& island) const {
        if (island.fresh || !rules.merges) return 0;
        if (!rules.elites_only) return island.size;
        const std::uint32_t elites = elite_of(island).of(size_of(island));
        return elites < island.size ? elites : island.size;
    }

    /// The random stream of individual `index` of an island, in the generation now being made.
    EVODOKU_HD StreamKey stream(const Island& island, std::uint32_t index) const {
        return {island.seed, island.puzzle_index, island.island_of_puzzle * island_size + index,
                island.next_generation};
    }
    /// The stream shared by the two children of a pair.
    EVODOKU_HD StreamKey pair_stream(const Island& island, const Layout& layout, std::uint32_t index) const {
        return stream(island, pairs && layout.is_second(index) ? index - 1 : index);
    }
};

/// All data of the phases: a PopulationArrays and its boards.
///
///   boards[f]             individual -> its board; an island's population is in f = front, its children go to back
///   spare                 individual -> see spare_costs; null if unused
template <class Board>
struct Pool : PopulationArrays {
    Buffers<typename Board::Stored> boards;
    typename Board::Stored* spare;
    const JobInSlot<Board>* new_puzzles;  ///< those to prepare: a list, so that few threads do it
    Presolved<Board::order>* presolved;   ///< by slot, like the next fields
    typename Board::Puzzle* puzzles;
    Alleles* alleles;  ///< null where no operator needs them
    Champion<Board>* champions;

    EVODOKU_HD const typename Board::Puzzle& puzzle_of(const Island& island) const {
        return puzzles[island.puzzle_slot];
    }
    EVODOKU_HD const Alleles* alleles_of(const Island& island) const {
        return alleles != nullptr ? alleles + island.puzzle_slot : nullptr;
    }

    EVODOKU_HD void prefetch_board(const Island& island, std::uint32_t individual) const {
        prefetch(boards[island.front] + individual);
    }
    /// True if two individuals of the island hold the same board.
    EVODOKU_HD bool same_board(const Island& island, std::uint32_t a, std::uint32_t b) const {
        if (!rules.ages && costs[island.front][a] != costs[island.front][b]) return false;
        return same_boards<Board>(boards[island.front][a], boards[island.front][b]);
    }
};

/// A Pool for phases that only compare boards: compiled once for many kinds of board. A board is a number of words that
/// is known at run time; the first of them are its digits.
struct PoolOfAnyBoard : PopulationArrays {
    const std::uint32_t* words;  ///< of both buffers
    std::uint32_t words_per_board, digit_words, boards_per_buffer;

    template <class Board>
    static PoolOfAnyBoard of(const Pool<Board>& pool) {
        using Stored = typename Board::Stored;
        constexpr std::uint32_t word_bytes = sizeof(std::uint32_t);
        constexpr std::uint32_t digit_bytes = Board::digit_words * sizeof(Stored::word[0]);
        return {static_cast<const PopulationArrays&>(pool), reinterpret_cast<const std::uint32_t*>(pool.boards[0]),
                sizeof(Stored) / word_bytes, digit_bytes / word_bytes, pool.boards.apart()};
    }

    EVODOKU_HD const std::uint32_t* words_of(const Island& island, std::uint32_t individual) const {
        return words + std::size_t{island.front * boards_per_buffer + individual} * words_per_board;
    }
    /// Fetches the first 128 bytes of a board into the cache: all of a CellBoard.
    EVODOKU_HD void prefetch_board(const Island& island, std::uint32_t individual) const {
        prefetch(words_of(island, individual));
        prefetch(words_of(island, individual) + 16);
    }
    /// True if two individuals of the island hold the same board.
    EVODOKU_HD bool same_board(const Island& island, std::uint32_t a, std::uint32_t b) const {
        if (!rules.ages && costs[island.front][a] != costs[island.front][b]) return false;
        const std::uint32_t *one = words_of(island, a), *other = words_of(island, b);
        std::uint32_t same = 0;
        while (same < digit_words && one[same] == other[same]) ++same;
        return same == digit_words;
    }
};

/// Sort every running island by (cost, index within the island): unique keys, so any correct sort gives the same order.
/// An island that does not run keeps its order, because others may receive migrants from it.
struct RankRequest {
    const std::uint32_t* costs[2];  ///< by buffer; the one to rank is the island's back buffer
    std::uint32_t* order;           ///< island_index * island_size + rank -> index within the island
    const Island* islands;
    std::uint32_t island_count, island_size;
    std::uint32_t highest_cost;  ///< costs are 0..highest_cost

    /// The key of an individual in a stable sort of all islands at once. Islands that do not run keep their order,
    /// because they are in the order of their population's costs.
    EVODOKU_HD std::uint64_t key(const Island& island, std::uint32_t island_index, std::uint32_t index) const {
        const std::uint32_t* const costs_of_island = costs[island.running() ? island.back() : island.front];
        const std::uint32_t cost = costs_of_island[std::size_t{island_index} * island_size + index];
        return island_index * (std::uint64_t{highest_cost} + 1) + (cost < highest_cost ? cost : highest_cost);
    }
    bool operator==(const RankRequest&) const = default;
};

inline RankRequest rank_request(const PopulationArrays& all) {
    const bool some_unused = all.island_size != all.first_size || all.rules.merges || all.distinct.drops;
    return {{all.costs[0], all.costs[1]},  all.order, all.islands, all.island_count, all.island_size,
            all.highest_cost + some_unused};
}

// What the host reads of islands besides their states, gathered on the device for a single copy.

/// Numbers about a population of any board.
struct ReadingNumbers {
    CostQuantiles costs;
    std::uint32_t size = 0;  ///< individuals of the population
    std::uint64_t fingerprint = 0, cost_sum = 0, cost_squares = 0;
    SearchWork effort;
};

template <class Board>
struct Reading : ReadingNumbers {
    Presolved<Board::order> logic;  ///< of its puzzle
    Champion<Board> champion;
    typename Board::Stored best_board;  ///< the board of rank 0
};

/// The sums over a population that a reading shall have; the others are 0.
struct WantedSums {
    bool fingerprint = false, costs = false, effort = false;
};

/// Readings of some islands, side by side: borrowed pointers, as in a Pool.
template <class Board>
struct Readings {
    const std::uint32_t* islands;  ///< reading -> island_index
    Reading<Board>* at;
};

/// How different the boards of an island are.
template <class Board>
struct Diversity {
    static constexpr int size = Geometry<Board::order>::size;
    std::uint64_t distinct = 0;                    ///< different boards, notes aside
    std::uint32_t digits[size * size][size] = {};  ///< cell, digit - 1 -> boards with this digit in the cell
};

/// The islands whose diversity is wanted, and where it goes: borrowed pointers.
template <class Board>
struct DiversityRequest {
    const std::uint32_t* islands;  ///< position in the list -> island_index
    Diversity<Board>* at;          ///< position in the list -> result
    std::uint64_t* buckets;        ///< of hash tables, `buckets_per_island` per position
    std::uint32_t buckets_per_island;
};

}  // namespace evodoku
