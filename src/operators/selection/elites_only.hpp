// Selection `elites-only`.
#pragma once

#include "evodoku/representation/representations.hpp"
#include "operators/context.hpp"
#include "operators/parameter.hpp"

namespace evodoku {

/// Uniform among the individuals that stay unchanged (elites, or those that replace-worst keeps), or among all if none
/// stays. This is truncation with the share of the elites, also when a growing island changes that share: the parallel
/// form of row-candidates' selection.
struct ElitesOnly {
    static constexpr const char* name = "elites-only";
    static constexpr const char* help = "uniform among the elites, or among all without elites";
    static constexpr Representations supports = every_board;
    static constexpr OperatorNeeds needs = {};

    static constexpr auto parameters() { return no_parameters<ElitesOnly>; }

    EVODOKU_HD std::uint32_t operator()(const Ranking& island, Draws& draws) const {
        return draws.below(island.kept == 0 ? island.size : island.kept);
    }
};

}  // namespace evodoku
