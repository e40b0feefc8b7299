// Selection `truncation`.
#pragma once

#include "evodoku/operators/context.hpp"
#include "evodoku/operators/knob.hpp"
#include "evodoku/representation/representations.hpp"

namespace evodoku {

/// Uniform among the best share of the deme (Muehlenbein and Schlierkamp-Voosen, 1993); at least one individual.
struct Truncation {
    static constexpr const char* name = "truncation";
    static constexpr const char* help = "uniform among the best share of the deme";
    static constexpr unsigned suits = suits_every_board;
    std::uint32_t share = percent(25);

    static constexpr auto knobs() {
        return std::array{Knob<Truncation>{"share", &Truncation::share, KnobKind::share, 1, whole,
                                           "the part of the deme that may breed"}};
    }

    EVODOKU_HD std::uint32_t operator()(const Ranking& deme, Draws& draws) const {
        const std::uint32_t breeders = share_of(share, deme.size);
        return draws.below(breeders == 0 ? 1 : breeders);
    }
};

}  // namespace evodoku
