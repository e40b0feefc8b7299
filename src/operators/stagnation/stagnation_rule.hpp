// An action on stagnation as the phases see it. Not an operator.
#pragma once

#include <cstdint>

#include "operators/stagnation/growth.hpp"

namespace evodoku {

struct StagnationRule {
    bool grows = false;       ///< the island grows; else, unless it reheats, it starts again
    std::uint32_t limit = 0;  ///< restarts per island; 0 = any number
    /// Generations are counted since the start or restart, not since the last better board.
    bool since_restart = false;
    GrowthRule growth = {};
    /// Temperatures begin anew. A generation is better if it is better than the one before, which may have been hot.
    bool reheats = false;
    bool fresh = false;  ///< a reheat takes fresh boards, too
};

}  // namespace evodoku
