// The data that an operator may read besides the boards it is given.
#pragma once

#include <cstdint>
#include <type_traits>

#include "core/draws.hpp"
#include "core/puzzle.hpp"
#include "evodoku/operators/operator.hpp"

namespace evodoku {

struct Alleles;
template <int order>
struct LargePuzzle;

/// A board among those of its ladder, in order of temperature, then of index. Pairs of neighbours alternate: 0 and 1, 2
/// and 3, ... in one generation, 1 and 2, 3 and 4, ... in the next.
struct Ladder {
    std::uint32_t index = 0, size = 1;  ///< of the child; individuals in the ladder
    bool has_neighbour = false;         ///< in this generation
    bool is_colder = false;             ///< the parent is the first of the pair
    std::uint32_t cost = 0;             ///< of the parent
    std::uint32_t other_cost = 0, other_temperature = 0;
    StreamKey stream = {};  ///< the same for both of a pair
};

/// For crossover, mutation, initialisation and cost.
template <class PuzzleOfBoard>
struct ContextFor {
    const PuzzleOfBoard& puzzle;
    const Alleles* alleles = nullptr;  ///< only where an operator of the configuration needs them
    bool second = false;               ///< the second child of a pair (see Config::pairs)
    std::uint32_t age = 0;             ///< generations since a start, restart or reheat; only where needs.cooling
};

template <int order>
struct ContextFor<LargePuzzle<order>> {
    const LargePuzzle<order>& puzzle;
    const Alleles* alleles = nullptr;
    bool second = false;
    std::uint32_t age = 0;
    Ladder ladder = {};  ///< only where needs.ladder
};

using Context = ContextFor<Puzzle>;

/// False for a larger board.
template <class PuzzleOfBoard>
inline constexpr bool is_9x9 = std::is_same_v<PuzzleOfBoard, Puzzle>;

/// One of several children that a mutation changes together, and the work that it took.
template <class MutableView>
struct ChildOfBatch {
    MutableView board;
    Draws draws;
    SearchWork effort;
};

/// An island in order of cost, for selection: rank 0 is the best. The cost of a rank is found through `order`.
struct Ranking {
    std::uint32_t size;          ///< individuals in the island
    const std::uint32_t* order;  ///< rank -> index within the island
    const std::uint32_t* costs;  ///< index -> cost
    std::uint32_t child = 0;     ///< the child that needs a parent, by index within the island; only where needs.child
    bool second = false;         ///< it is the second parent; only where needs.child
    std::uint32_t kept = 0;      ///< the best that stay as they are
    std::uint32_t highest = 0;   ///< no cost is higher
    std::uint32_t filled = 0;    ///< elites and children that the new population has; only where needs.waves
    /// rank -> a number common to all ranks, plus the sum of the weights of the ranks up to it; only where needs.wheel
    const std::uint64_t* wheel = nullptr;
    StreamKey stream = {};  ///< of the island's individual 0 in this generation

    EVODOKU_HD std::uint32_t index_at(std::uint32_t rank) const { return order[rank]; }
    EVODOKU_HD std::uint32_t cost_at(std::uint32_t rank) const { return costs[index_at(rank)]; }
};

}  // namespace evodoku
