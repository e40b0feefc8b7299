// Selection `tournament`.
#pragma once

#include "evodoku/representation/representations.hpp"
#include "operators/context.hpp"
#include "operators/parameter.hpp"

namespace evodoku {

/// The best of `size` individuals drawn uniformly with replacement (Brindle, 1981). The island is ranked, so the best
/// of them has the lowest rank: no cost is read, and the index decides between equal costs.
///
/// The lowest of k uniform 32-bit numbers is drawn exactly, and cheaply, from the top: eight bits for each of the k,
/// then 24 more for the lowest, or for each that ties for the lowest. Three contenders use 48 bits.
struct Tournament {
    static constexpr const char* name = "tournament";
    static constexpr const char* help = "the best of several drawn at random";
    static constexpr Representations supports = every_board;
    static constexpr OperatorNeeds needs = {};
    std::uint32_t size = 3;

    static constexpr auto parameters() {
        return std::array{Parameter<Tournament>{"size", &Tournament::size, ParameterKind::count, 1, 64,
                                                "individuals drawn; 1 = no pressure"}};
    }

    EVODOKU_HD std::uint32_t operator()(const Ranking& island, Draws& draws) const {
        std::uint32_t top = 256, tied = 0;
        for (std::uint32_t k = 0; k < size; ++k) {
            const std::uint32_t drawn = draws.bits(8);
            tied = drawn < top ? 1 : tied + (drawn == top);
            top = drawn < top ? drawn : top;
        }
        std::uint32_t rest = draws.bits(24);
        while (--tied != 0) {
            const std::uint32_t drawn = draws.bits(24);
            rest = drawn < rest ? drawn : rest;
        }
        return Draws::scale(top << 24 | rest, island.size);
    }
};

}  // namespace evodoku
