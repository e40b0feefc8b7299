// Selection `by-place`.
#pragma once

#include "evodoku/representation/representations.hpp"
#include "operators/context.hpp"
#include "operators/parameter.hpp"

namespace evodoku {

/// The child in place i has parents of the ranks floor(i x random), random in 0..1: those better than its place
/// (Mantere and Koljonen, 2007). The first places have few and good parents, the last have any.
///
/// A child in place 0 has the best as its parent. Children by which an island grows have parents of any rank.
struct ByPlace {
    static constexpr const char* name = "by-place";
    static constexpr const char* help = "child i of parents with ranks below i: few and good for the first places";
    static constexpr Representations supports = every_board;
    static constexpr OperatorNeeds needs = {.child = true};

    static constexpr auto parameters() { return no_parameters<ByPlace>; }

    EVODOKU_HD std::uint32_t operator()(const Ranking& island, Draws& draws) const {
        const std::uint32_t place = island.child < island.size ? island.child : island.size;
        return draws.below(place == 0 ? 1 : place);
    }
};

}  // namespace evodoku
