// Selection `roulette`.
#pragma once

#include "evodoku/representation/representations.hpp"
#include "operators/context.hpp"
#include "operators/parameter.hpp"

namespace evodoku {

/// Fitness-proportional selection (Holland, 1975) on the fitness (highest possible cost - cost), which for `row-column`
/// is 108 - duplicates; or, with `window`, on (the island's highest cost - cost + 1), which keeps its pressure where
/// all are good; or, with `inverse`, on 2^18 / cost, rounded down, as in charles. `power` 2 squares the fitness.
///
///   wheel[rank] <- sum of the weights of the ranks 0..rank     (an integer prefix sum, once per generation and island)
///   x <- a random number below the last sum;  the first rank with wheel[rank] > x
///
/// If all fitnesses are 0, all individuals are equally likely. Draws 64 bits; 96 in that case.
struct Roulette {
    static constexpr const char* name = "roulette";
    static constexpr const char* help = "in proportion to fitness (highest cost minus cost)";
    static constexpr Representations supports = every_board;
    static constexpr OperatorNeeds needs = {.wheel = true};
    std::uint32_t window = 0;
    std::uint32_t power = 1;
    std::uint32_t inverse = 0;

    static constexpr auto parameters() {
        using Self = Roulette;
        return std::array{
            Parameter<Self>{"window", &Self::window, ParameterKind::count, 0, 1,
                            "1: fitness is counted from the worst of the island"},
            Parameter<Self>{"power", &Self::power, ParameterKind::count, 1, 2, "2: the fitness is squared"},
            Parameter<Self>{"inverse", &Self::inverse, ParameterKind::count, 0, 1, "1: fitness is 1 / cost"}};
    }

    EVODOKU_HD std::uint64_t weight(const Ranking& island, std::uint32_t rank) const {
        const std::uint64_t cost = island.cost_at(rank);
        const std::uint64_t fitness = inverse != 0  ? (std::uint64_t{1} << 18) / (cost == 0 ? 1 : cost)
                                      : window != 0 ? island.cost_at(island.size - 1) - cost + 1
                                                    : std::uint64_t{island.highest} - cost;
        return power == 2 ? fitness * fitness : fitness;
    }

    EVODOKU_HD std::uint32_t operator()(const Ranking& island, Draws& draws) const {
        const std::uint64_t base = island.wheel[0] - weight(island, 0);
        const std::uint64_t total = island.wheel[island.size - 1] - base;
        const std::uint64_t ball = draws.below_wide(total);
        if (total == 0) return draws.below(island.size);
        std::uint32_t low =
            0;  // the rank is in low .. low + count - 1; binary search without a branch, which would be unpredictable
        for (std::uint32_t count = island.size; count > 1;) {
            const std::uint32_t half = count / 2;
            const std::uint32_t is_above = island.wheel[low + half - 1] - base <= ball;
            low += half & (0u - is_above);
            count -= half;
        }
        return low;
    }
};

}  // namespace evodoku
