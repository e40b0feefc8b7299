// Selection `by-index`.
#pragma once

#include "evodoku/representation/representations.hpp"
#include "operators/context.hpp"
#include "operators/parameter.hpp"

namespace evodoku {

/// Child i has parents of the ranks floor(i x random), random in 0..1: those better than rank i (Mantere and Koljonen,
/// 2007). The first children have few and good parents, the last have any.
///
/// Child 0 has the best as its parent. Children by which an island grows have parents of any rank.
struct ByIndex {
    static constexpr const char* name = "by-index";
    static constexpr const char* help = "child i of parents with ranks below i: few and good for the first children";
    static constexpr Representations supports = every_board;
    static constexpr OperatorNeeds needs = {.child = true};

    static constexpr auto parameters() { return no_parameters<ByIndex>; }

    EVODOKU_HD std::uint32_t operator()(const Ranking& island, Draws& draws) const {
        const std::uint32_t index = island.child < island.size ? island.child : island.size;
        return draws.below(index == 0 ? 1 : index);
    }
};

}  // namespace evodoku
