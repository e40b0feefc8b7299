// Selection `mating-pool`.
#pragma once

#include "evodoku/operators/context.hpp"
#include "evodoku/operators/knob.hpp"
#include "evodoku/representation/representations.hpp"

namespace evodoku {

/// A mating pool, a share of the deme, filled by binary tournaments (Mantere and Koljonen, 2007); parents are drawn
/// uniformly from the pool. A small pool gives few individuals many children. The deme is ranked, so a tournament is
/// won by the lower of two ranks; the order of the pool itself plays no part in a uniform draw.
///
/// The pool is nowhere stored: entry k is what the stream (deme, generation, k) says, whoever asks.
struct MatingPool {
    static constexpr const char* name = "mating-pool";
    static constexpr const char* help = "uniform from a pool of winners of binary tournaments";
    static constexpr unsigned suits = suits_every_board;
    std::uint32_t size = percent(50);

    static constexpr auto knobs() {
        return std::array{Knob<MatingPool>{"size", &MatingPool::size, KnobKind::share, 1, whole,
                                           "of the pool, as a share of the deme; one entry at least"}};
    }

    EVODOKU_HD std::uint32_t operator()(const Ranking& deme, Draws& draws) const {
        const std::uint32_t entries = share_of(size, deme.size);
        StreamKey key = deme.stream;
        key.individual += draws.below(entries == 0 ? 1 : entries);
        Draws entry(key, Purpose::mating_pool);
        const std::uint32_t first = entry.below(deme.size);
        const std::uint32_t second = entry.below(deme.size);
        return second < first ? second : first;
    }
};

}  // namespace evodoku
