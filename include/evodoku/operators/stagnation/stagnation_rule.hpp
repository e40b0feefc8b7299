// What an answer to stagnation comes to for the phases. Not an operator.
#pragma once

#include <cstdint>

#include "evodoku/core/draws.hpp"

namespace evodoku {

struct StagnationRule {
    bool grows = false;       ///< the deme grows; else it starts afresh
    std::uint32_t limit = 0;  ///< restarts a deme; 0 = any number
    bool since_restart =
        false;  ///< counted are the generations since the start or restart, not since the last better board
    std::uint32_t most = 0;                   ///< individuals that a deme grows by: 0 to this many
    Share kept = 0;                           ///< elites from then on
    Share crossed_low = 0, crossed_high = 0;  ///< children crossed from then on: a share between these
};

}  // namespace evodoku
