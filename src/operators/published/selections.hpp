// Selections of published systems (docs/reference/published-systems.md).
#pragma once

#include "operators/bases.hpp"

namespace evodoku {

/// With replacement. Boards that stay as they are, at the first indices of the island, do not breed: they are an
/// archive apart from the population, as the elites of LSGA are. A rank of the archive is drawn again, up to 31 times.
/// After a start or restart nothing has stayed yet; as many random boards then do not breed.
struct TournamentOfChildren : SelectionOnRanks {
    static constexpr const char* name = "tournament-of-children";
    static constexpr const char* help = "the best of several children drawn at random; elites do not breed";
    std::uint32_t size = 2;
    static constexpr std::array parameters{
        count_parameter("size", &TournamentOfChildren::size, 1, 64, "children drawn; 1 = no pressure")};

    EVODOKU_HD std::uint32_t operator()(const Ranking& island, Draws& draws) const {
        constexpr int max_draws = 32;
        std::uint32_t best = island.size;
        for (std::uint32_t k = 0; k < size; ++k) {
            std::uint32_t rank = draws.below(island.size);
            for (int left = max_draws; --left != 0 && island.index_at(rank) < island.kept;) {
                rank = draws.below(island.size);
            }
            best = rank < best ? rank : best;
        }
        return best;
    }
};

/// Mantere and Koljonen (2007). A small pool gives few individuals many children. The pool is not stored: entry k, the
/// lower of two ranks, is computed from the stream (island, generation, k) whenever it is needed.
struct MatingPool : SelectionOnRanks {
    static constexpr const char* name = "mating-pool";
    static constexpr const char* help = "uniform from a pool of winners of binary tournaments";
    std::uint32_t size = percent(50);
    static constexpr std::array parameters{share_parameter(
        "size", &MatingPool::size, "size of the pool, as a share of the island; at least one entry", 1)};

    EVODOKU_HD std::uint32_t operator()(const Ranking& island, Draws& draws) const {
        const std::uint32_t entries = share_of(size, island.size);
        StreamKey key = island.stream;
        key.individual += draws.below(entries == 0 ? 1 : entries);
        Draws entry(key, Purpose::mating_pool);
        const std::uint32_t first = entry.below(island.size);
        const std::uint32_t second = entry.below(island.size);
        return second < first ? second : first;
    }
};

/// Truncation with the share of those that stay unchanged (elites, or those that replace-worst keeps), also when a
/// growing island changes that share: the parallel form of row-candidates' selection.
struct ElitesOnly : SelectionOnRanks {
    static constexpr const char* name = "elites-only";
    static constexpr const char* help = "uniform among the elites, or among all without elites";

    EVODOKU_HD std::uint32_t operator()(const Ranking& island, Draws& draws) const {
        return draws.below(island.kept == 0 ? island.size : island.kept);
    }
};

/// The effect of pyevolve's default "rank" selector, the highest possible pressure. The number of ranks that have the
/// lowest cost is found by doubling, then by binary search.
struct AlwaysBest : SelectionOnRanks {
    static constexpr const char* name = "always-best";
    static constexpr const char* help = "uniform among those with the lowest cost of the island";

    EVODOKU_HD std::uint32_t operator()(const Ranking& island, Draws& draws) const {
        const auto is_best = [&](std::uint32_t rank) {
            return rank < island.size && island.cost_at(rank) == island.cost_at(0);
        };
        std::uint32_t tied = 1, step = 1;  // ranks below `tied` have the lowest cost
        for (; is_best(tied + step - 1); step *= 2) tied += step;
        while ((step /= 2) != 0) tied += is_best(tied + step - 1) ? step : 0;
        return draws.below(tied);
    }
};

/// Child i has parents of the ranks floor(i x random), random in 0..1 (Mantere and Koljonen, 2007); child 0 the best.
/// Children by which an island grows have parents of any rank.
struct ByIndex : SelectionOnRanks {
    static constexpr const char* name = "by-index";
    static constexpr const char* help = "child i of parents with ranks below i: few and good for the first children";
    static constexpr OperatorNeeds needs = {.child = true};

    EVODOKU_HD std::uint32_t operator()(const Ranking& island, Draws& draws) const {
        const std::uint32_t index = island.child < island.size ? island.child : island.size;
        return draws.below(index == 0 ? 1 : index);
    }
};

/// From the best again after the last. The program of restart-roulette does it with `first` 1, whatever its wheel says.
/// The only pressure is that of replacement.
struct Neighbours : SelectionOnRanks {
    static constexpr const char* name = "neighbours";
    static constexpr const char* help = "child i has the parents of ranks 2i and 2i + 1; no randomness, no pressure";
    static constexpr OperatorNeeds needs = {.child = true};

    std::uint32_t first = 0;
    static constexpr std::array parameters{
        switch_parameter("first", &Neighbours::first, "the first parent has rank 2i (0) or 2i + 1 (1)")};

    EVODOKU_HD std::uint32_t operator()(const Ranking& island, Draws&) const {
        return static_cast<std::uint32_t>((std::uint64_t{island.child} * 2 + (island.second != (first != 0))) %
                                          island.size);
    }
};

/// As in row-candidates: children of children appear within one generation. One child after another can't be made in
/// parallel, so they are made in waves. Each wave adds a quarter of what the new population has so far, two children at
/// least; the last adds all that are left. A parent of a child of one wave is an elite or of a wave before.
struct FillingPool : SelectionOnRanks {
    static constexpr const char* name = "filling-pool";
    static constexpr const char* help = "uniform among the elites and children that the new population has so far";
    static constexpr OperatorNeeds needs = {.waves = true};
    std::uint32_t waves = 16;
    static constexpr std::array parameters{count_parameter(
        "waves", &FillingPool::waves, 1, 32, "waves in which a generation is made; 1 = of the elites alone")};

    /// The first wave makes the elites and fresh boards: see PlanPhase.
    void change(Rules& rules) const { rules.waves = 1 + waves; }

    /// Returns an index of the new population, not a rank.
    EVODOKU_HD std::uint32_t operator()(const Ranking& island, Draws& draws) const {
        return draws.below(island.filled == 0 ? island.size : island.filled);
    }
};

}  // namespace evodoku
