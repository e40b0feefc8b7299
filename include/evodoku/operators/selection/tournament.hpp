// Selection `tournament`.
#pragma once

#include "evodoku/operators/context.hpp"
#include "evodoku/operators/knob.hpp"
#include "evodoku/representation/representations.hpp"

namespace evodoku {

/// The best of `size` individuals drawn uniformly with replacement (Brindle, 1981). As the deme is ranked, the best of
/// the drawn ones is the lowest of their ranks: no cost is looked up, and equal costs are settled by index.
///
/// The lowest of k uniform 32-bit numbers is drawn exactly, and cheaply, from the top: eight bits for each of the k;
/// then 24 more for the lowest, or for each of those that tie for the lowest. Three contenders use 48 bits.
struct Tournament {
    static constexpr const char* name = "tournament";
    static constexpr const char* help = "the best of a few drawn at random";
    static constexpr unsigned suits = suits_every_board;
    std::uint32_t size = 3;

    static constexpr auto knobs() {
        return std::array{
            Knob<Tournament>{"size", &Tournament::size, KnobKind::count, 1, 64, "individuals drawn; 1 = no pressure"}};
    }

    EVODOKU_HD std::uint32_t operator()(const Ranking& deme, Draws& draws) const {
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
        return Draws::scale(top << 24 | rest, deme.size);
    }
};

}  // namespace evodoku
