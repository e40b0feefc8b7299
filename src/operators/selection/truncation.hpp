// Selection `truncation`.
#pragma once

#include "evodoku/representation/representations.hpp"
#include "operators/context.hpp"
#include "operators/parameter.hpp"

namespace evodoku {

/// Uniform among the best share of the island (Muehlenbein and Schlierkamp-Voosen, 1993); at least one individual.
struct Truncation {
    static constexpr const char* name = "truncation";
    static constexpr const char* help = "uniform among the best share of the island";
    static constexpr Representations supports = every_board;
    static constexpr OperatorNeeds needs = {};
    std::uint32_t share = percent(25);

    static constexpr auto parameters() {
        return std::array{Parameter<Truncation>{"share", &Truncation::share, ParameterKind::share, 1, whole,
                                                "the share of the island that may breed"}};
    }

    EVODOKU_HD std::uint32_t operator()(const Ranking& island, Draws& draws) const {
        const std::uint32_t breeders = share_of(share, island.size);
        return draws.below(breeders == 0 ? 1 : breeders);
    }
};

}  // namespace evodoku
