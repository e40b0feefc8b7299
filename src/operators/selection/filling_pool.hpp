// Selection `filling-pool`.
#pragma once

#include "operators/bases.hpp"
#include "operators/rules.hpp"

namespace evodoku {

/// Parents come from the new population while it fills: uniform among the elites and the children made before, as in
/// row-candidates. Children of children appear within one generation.
///
/// One child after another can't be made in parallel, so they are made in waves. Each wave adds a quarter of what the
/// new population has so far, two children at least; the last adds all that are left. A parent of a child of one wave
/// is an elite or of a wave before. It takes elites.
struct FillingPool : SelectionOnRanks {
    static constexpr const char* name = "filling-pool";
    static constexpr const char* help = "uniform among the elites and children that the new population has so far";
    static constexpr OperatorNeeds needs = {.waves = true};
    std::uint32_t waves = 16;

    static constexpr auto parameters() {
        return std::array{count_parameter("waves", &FillingPool::waves, 1, 32,
                                          "waves in which a generation is made; 1 = of the elites alone")};
    }

    /// The first wave makes the elites and fresh boards: see PlanPhase.
    void change(Rules& rules) const { rules.waves = 1 + waves; }

    /// Returns an index of the new population, not a rank.
    EVODOKU_HD std::uint32_t operator()(const Ranking& island, Draws& draws) const {
        return draws.below(island.filled == 0 ? island.size : island.filled);
    }
};

}  // namespace evodoku
