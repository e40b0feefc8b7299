// Selection `deterministic-truncation`.
#pragma once

#include "evodoku/representation/representations.hpp"
#include "operators/context.hpp"
#include "operators/parameter.hpp"

namespace evodoku {

/// Every individual is parent once, but the best replace the worst. Child i has as its (first) parent the individual of
/// rank i. The last share `replaced` of the children have the ranks 0, 1, ... again, and so do additional children of a
/// growing island. This is the weakest pressure above none, and loses no diversity by chance. It is for mutations
/// with their own search (heat-bath). New here; similar to "go with the winners" (Aldous and Vazirani, 1994), where
/// walkers at a dead end take the positions of others.
///
/// A second parent, for crossover, is drawn uniformly. The first parent needs no draw.
struct DeterministicTruncation {
    static constexpr const char* name = "deterministic-truncation";
    static constexpr const char* help = "every board once; the best few replace the worst";
    static constexpr Representations supports = every_board;
    static constexpr OperatorNeeds needs = {.child = true};
    std::uint32_t replaced = percent(5);

    static constexpr auto parameters() {
        return std::array{Parameter<DeterministicTruncation>{"replaced", &DeterministicTruncation::replaced,
                                                             ParameterKind::share, 0, whole / 2,
                                                             "the share of the island that the best replace"}};
    }

    EVODOKU_HD std::uint32_t operator()(const Ranking& island, Draws& draws) const {
        if (island.second) return draws.below(island.size);
        const std::uint32_t stay = island.size - share_of(replaced, island.size);
        const std::uint32_t rank = island.child < stay ? island.child : island.child - stay;
        return rank < island.size ? rank : rank % island.size;  // a growing island has more children than parents
    }
};

}  // namespace evodoku
