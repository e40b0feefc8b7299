// Selection `roulette`.
#pragma once

#include "evodoku/operators/context.hpp"
#include "evodoku/operators/knob.hpp"
#include "evodoku/representation/representations.hpp"

namespace evodoku {

/// Fitness-proportional selection (Holland, 1975) on the fitness (highest possible cost - cost), which for `row-column`
/// is 108 - duplicates; or, with `window`, on (the deme's highest cost - cost + 1), which keeps its pressure where all
/// are good. `power` 2 squares the fitness.
///
///   wheel[rank] <- sum of the weights of the ranks 0..rank     (an integer prefix sum, once a generation and deme)
///   x <- a random number below the last;  the first rank with wheel[rank] > x
///
/// Where nobody has any fitness, everybody is as likely. Draws 64 bits; 96 where that is so.
struct Roulette {
    static constexpr const char* name = "roulette";
    static constexpr const char* help = "in proportion to the fitness, highest cost less cost";
    static constexpr unsigned suits = suits_every_board;
    static constexpr bool needs_wheel = true;
    std::uint32_t window = 0;
    std::uint32_t power = 1;

    static constexpr auto knobs() {
        using Self = Roulette;
        return std::array{Knob<Self>{"window", &Self::window, KnobKind::count, 0, 1,
                                     "1: fitness is counted from the worst of the deme"},
                          Knob<Self>{"power", &Self::power, KnobKind::count, 1, 2, "2: the fitness is squared"}};
    }

    EVODOKU_HD std::uint64_t weight(const Ranking& deme, std::uint32_t rank) const {
        const std::uint64_t cost = deme.cost_at(rank);
        const std::uint64_t fitness =
            window != 0 ? deme.cost_at(deme.size - 1) - cost + 1 : std::uint64_t{deme.highest} - cost;
        return power == 2 ? fitness * fitness : fitness;
    }

    EVODOKU_HD std::uint32_t operator()(const Ranking& deme, Draws& draws) const {
        const std::uint64_t base = deme.wheel[0] - weight(deme, 0);
        const std::uint64_t total = deme.wheel[deme.size - 1] - base;
        const std::uint64_t ball = draws.below_wide(total);
        if (total == 0) return draws.below(deme.size);
        std::uint32_t low =
            0;  // the rank is in low .. low + count - 1; halved without a branch, which nobody could guess
        for (std::uint32_t count = deme.size; count > 1;) {
            const std::uint32_t half = count / 2;
            const std::uint32_t is_above = deme.wheel[low + half - 1] - base <= ball;
            low += half & (0u - is_above);
            count -= half;
        }
        return low;
    }
};

}  // namespace evodoku
