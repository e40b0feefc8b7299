// Stagnation `reheat`.
#pragma once

#include "evodoku/representation/representations.hpp"
#include "operators/parameter.hpp"
#include "operators/stagnation/stagnation_rule.hpp"

namespace evodoku {

/// The mutation of a stalled island begins with its first temperature again (see Cooling). The island keeps its boards,
/// or with `fresh` begins with random ones. Reheats are counted as restarts.
///
/// An island has stalled after --restart-after generations in a row whose best cost was not below that of the
/// generation before. While it is warm, its cost goes up and down, so this happens when it is frozen.
struct Reheat {
    static constexpr const char* name = "reheat";
    static constexpr const char* help = "the annealed mutation of a stalled island begins hot again";
    static constexpr Representations supports = box_board;
    static constexpr OperatorNeeds needs = {};
    std::uint32_t fresh = 0;

    static constexpr auto parameters() {
        return std::array{Parameter<Reheat>{"fresh", &Reheat::fresh, ParameterKind::count, 0, 1,
                                            "1: with random boards; 0: the island keeps its boards"}};
    }

    StagnationRule rule() const { return {.reheats = true, .fresh = fresh != 0}; }
};

}  // namespace evodoku
