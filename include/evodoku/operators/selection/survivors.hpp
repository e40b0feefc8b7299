// Selection `survivors`.
#pragma once

#include "evodoku/operators/context.hpp"
#include "evodoku/operators/knob.hpp"
#include "evodoku/representation/representations.hpp"

namespace evodoku {

/// Everybody is parent once, but for the worst, whose places the best take: the child in place i has as its (first)
/// parent the individual of rank i, the last `replaced` ones those of ranks 0, 1, ... again, and so do the children by
/// which a deme grows. The weakest pressure there is short of none, and no diversity lost by chance: for mutations that
/// do the search by themselves (heat-bath). Ours; near to it is "go with the winners" (Aldous and Vazirani, 1994),
/// where walkers that have come to an end take the places of others.
///
/// A second parent, for crossover, is drawn uniformly. Draws nothing for the first.
struct Survivors {
    static constexpr const char* name = "survivors";
    static constexpr const char* help = "everybody once, but the best few in place of the worst";
    static constexpr unsigned suits = suits_every_board;
    static constexpr bool needs_child = true;
    std::uint32_t replaced = percent(5);

    static constexpr auto knobs() {
        return std::array{Knob<Survivors>{"replaced", &Survivors::replaced, KnobKind::share, 0, whole / 2,
                                          "the part of the deme that the best replace"}};
    }

    EVODOKU_HD std::uint32_t operator()(const Ranking& deme, Draws& draws) const {
        if (deme.second) return draws.below(deme.size);
        const std::uint32_t stay = deme.size - share_of(replaced, deme.size);
        const std::uint32_t rank = deme.child < stay ? deme.child : deme.child - stay;
        return rank < deme.size ? rank : rank % deme.size;  // a deme that grows has more children than parents
    }
};

}  // namespace evodoku
