// Selection `linear-ranking`.
#pragma once

#include "evodoku/representation/representations.hpp"
#include "operators/context.hpp"
#include "operators/parameter.hpp"

namespace evodoku {

/// Linear ranking (Baker, 1985): the probability of a rank falls linearly, from (1 + slope) / size for the best to (1 -
/// slope) / size for the worst.
///
///   with probability `slope` the better of two uniform ranks (a line from 2 / size to 0); else a uniform rank
struct LinearRanking {
    static constexpr const char* name = "linear-ranking";
    static constexpr const char* help = "probability that falls linearly with rank";
    static constexpr Representations supports = every_board;
    static constexpr OperatorNeeds needs = {};
    std::uint32_t slope = whole;

    static constexpr auto parameters() {
        return std::array{Parameter<LinearRanking>{"slope", &LinearRanking::slope, ParameterKind::share, 0, whole,
                                                   "1: the best twice as likely as the middle; 0: all equally likely"}};
    }

    EVODOKU_HD std::uint32_t operator()(const Ranking& island, Draws& draws) const {
        const std::uint32_t first = draws.below(island.size);
        if (!draws.chance(slope)) return first;
        const std::uint32_t second = draws.below(island.size);
        return second < first ? second : first;
    }
};

}  // namespace evodoku
