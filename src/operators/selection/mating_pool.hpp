// Selection `mating-pool`.
#pragma once

#include "evodoku/representation/representations.hpp"
#include "operators/context.hpp"
#include "operators/parameter.hpp"

namespace evodoku {

/// A mating pool, a share of the island, filled by binary tournaments (Mantere and Koljonen, 2007). Parents are drawn
/// uniformly from the pool. A small pool gives few individuals many children. The island is ranked, so the lower of two
/// ranks wins a tournament. The order of the pool has no effect on a uniform draw.
///
/// The pool is not stored: entry k is computed from the stream (island, generation, k) whenever it is needed.
struct MatingPool {
    static constexpr const char* name = "mating-pool";
    static constexpr const char* help = "uniform from a pool of winners of binary tournaments";
    static constexpr Representations supports = every_board;
    static constexpr OperatorNeeds needs = {};
    std::uint32_t size = percent(50);

    static constexpr auto parameters() {
        return std::array{Parameter<MatingPool>{"size", &MatingPool::size, ParameterKind::share, 1, whole,
                                                "size of the pool, as a share of the island; at least one entry"}};
    }

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

}  // namespace evodoku
