// Replacement `elite-learning`.
#pragma once

#include "evodoku/representation/representations.hpp"
#include "operators/parameter.hpp"
#include "operators/replacement/replacement_rule.hpp"

namespace evodoku {

/// As `generational`, but an immigrant learns from the elites: with probability (w - e) / w it is a copy of an elite,
/// else a fresh board. The elite is drawn uniformly; e is its cost, w that of the worst board of the island. So the
/// worse the island is, the more is learned. Without elites every immigrant is fresh.
///
/// Wang et al. (IEEE Transactions on Games 16(1), 2024) replace the worst board of each generation so.
struct EliteLearning {
    static constexpr const char* name = "elite-learning";
    static constexpr const char* help = "generational; an immigrant is a copy of an elite, or a fresh board";
    static constexpr Representations supports = every_board;
    static constexpr OperatorNeeds needs = {};

    static constexpr auto parameters() { return no_parameters<EliteLearning>; }

    ReplacementRule rule() const { return {.learns = true}; }
};

}  // namespace evodoku
