// Replacement `best-of-both`.
#pragma once

#include "evodoku/operators/knob.hpp"
#include "evodoku/operators/replacement/replacement_rule.hpp"
#include "evodoku/representation/representations.hpp"

namespace evodoku {

/// The best of parents and children together, as many as the deme has places (mu + lambda; Schwefel, 1981); `children`
/// is lambda / mu. Parents need no elite: `--elite` plays no part. Of equal cost, the parents come first with `ties` 0,
/// the children with 1, which lets a deme wander where nothing is better; among either, the lower rank.
///
///   rank the children;  r-th of the next population <- r-th of the two sorted lists merged
///
/// restart-roulette has `children` 0.5.
struct BestOfBoth {
    static constexpr const char* name = "best-of-both";
    static constexpr const char* help = "the best of parents and children together";
    static constexpr unsigned suits = suits_every_board;
    std::uint32_t children = whole;
    std::uint32_t ties = 1;

    static constexpr auto knobs() {
        using Self = BestOfBoth;
        return std::array{Knob<Self>{"children", &Self::children, KnobKind::share, 1, whole,
                                     "made in a generation, as a share of the deme"},
                          Knob<Self>{"ties", &Self::ties, KnobKind::count, 0, 1,
                                     "of equal cost, 0: parents first; 1: children first"}};
    }

    ReplacementRule rule() const { return {children, true, ties != 0}; }
};

}  // namespace evodoku
