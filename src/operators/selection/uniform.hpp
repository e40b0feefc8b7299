// Selection `uniform`.
#pragma once

#include "evodoku/representation/representations.hpp"
#include "operators/context.hpp"
#include "operators/parameter.hpp"

namespace evodoku {

/// Every individual is equally likely: no selection pressure. With elitism it is a baseline for comparisons. Evolution
/// strategies choose parents this way (Schwefel, 1981) and select by replacement (`plus`).
struct UniformSelection {
    static constexpr const char* name = "uniform";
    static constexpr const char* help = "uniform among all; the baseline without pressure";
    static constexpr Representations supports = every_board;
    static constexpr OperatorNeeds needs = {};

    static constexpr auto parameters() { return no_parameters<UniformSelection>; }

    EVODOKU_HD std::uint32_t operator()(const Ranking& island, Draws& draws) const { return draws.below(island.size); }
};

}  // namespace evodoku
