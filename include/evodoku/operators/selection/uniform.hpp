// Selection `uniform`.
#pragma once

#include "evodoku/operators/context.hpp"
#include "evodoku/operators/knob.hpp"
#include "evodoku/representation/representations.hpp"

namespace evodoku {

/// Every individual is as likely as any other: no selection pressure; with elitism, a baseline to compare against, and
/// what evolution strategies do for parents (Schwefel, 1981), where replacement selects (`best-of-both`).
struct UniformSelection {
    static constexpr const char* name = "uniform";
    static constexpr const char* help = "anyone, whatever its cost: the baseline without pressure";
    static constexpr unsigned suits = suits_every_board;

    EVODOKU_HD std::uint32_t operator()(const Ranking& deme, Draws& draws) const { return draws.below(deme.size); }
};

}  // namespace evodoku
