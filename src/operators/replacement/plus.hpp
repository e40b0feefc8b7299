// Replacement `plus`.
#pragma once

#include "evodoku/representation/representations.hpp"
#include "operators/parameter.hpp"
#include "operators/replacement/replacement_rule.hpp"

namespace evodoku {

/// The best of parents and children together, as many as the island has individuals (mu + lambda; Schwefel, 1981);
/// `offspring` is lambda / mu. Parents need no elite: `--elite` has no effect. At equal cost the parents come first
/// with `ties` 0, the children with 1, which lets an island drift while no better board appears. Then the lower rank
/// comes first.
///
///   rank the children;  individual r of the next population <- element r of the two sorted lists merged
///
/// restart-roulette has `offspring` 0.5.
struct Plus {
    static constexpr const char* name = "plus";
    static constexpr const char* help = "(mu + lambda): the best of parents and children together";
    static constexpr Representations supports = every_board;
    static constexpr OperatorNeeds needs = {};
    std::uint32_t offspring = whole;
    std::uint32_t ties = 1;

    static constexpr auto parameters() {
        using Self = Plus;
        return std::array{Parameter<Self>{"offspring", &Self::offspring, ParameterKind::share, 1, whole,
                                          "children made per generation, as a share of the island"},
                          Parameter<Self>{"ties", &Self::ties, ParameterKind::count, 0, 1,
                                          "at equal cost, 0: parents first; 1: children first"}};
    }

    ReplacementRule rule() const { return {offspring, true, ties != 0}; }
};

}  // namespace evodoku
