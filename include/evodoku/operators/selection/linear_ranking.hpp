// Selection `linear-ranking`.
#pragma once

#include "evodoku/operators/context.hpp"
#include "evodoku/operators/knob.hpp"
#include "evodoku/representation/representations.hpp"

namespace evodoku {

/// Linear ranking (Baker, 1985): the chance of a rank falls linearly, from (1 + slope) / size for the best to
/// (1 - slope) / size for the worst.
///
///   with probability `slope` the better of two uniform ranks, which is the line from 2 / size to 0; else a uniform one
struct LinearRanking {
    static constexpr const char* name = "linear-ranking";
    static constexpr const char* help = "a chance that falls linearly with the rank";
    static constexpr unsigned suits = suits_every_board;
    std::uint32_t slope = whole;

    static constexpr auto knobs() {
        return std::array{Knob<LinearRanking>{"slope", &LinearRanking::slope, KnobKind::share, 0, whole,
                                              "1: the best twice as likely as the middle; 0: all alike"}};
    }

    EVODOKU_HD std::uint32_t operator()(const Ranking& deme, Draws& draws) const {
        const std::uint32_t first = draws.below(deme.size);
        if (!draws.chance(slope)) return first;
        const std::uint32_t second = draws.below(deme.size);
        return second < first ? second : first;
    }
};

}  // namespace evodoku
