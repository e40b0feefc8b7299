// Mutation `annealed-swap`.
#pragma once

#include "core/geometry.hpp"
#include "evodoku/operators/operator.hpp"
#include "operators/mutation/cooling.hpp"
#include "operators/mutation/swap_trial.hpp"
#include "operators/parameter.hpp"
#include "representation/missing_digits.hpp"

namespace evodoku {

/// `metropolis-swap` with a temperature that falls: simulated annealing, as Lewis (2007) did for Sudoku.
///
///   T <- the temperature of this generation (see Cooling)
///   `trials` times, until the cost is 0: propose a swap in a random box; change <- its change of cost
///     accept it if change <= 0, else with probability e^-(change / T)
///
/// One generation is one Markov chain at one temperature. `trials` 0 makes it as long as the square of the number of
/// free cells. A restart begins with the first temperature again; so does the stagnation `reheat`, which keeps the
/// boards.
///
/// Keeps: fixed cells; every box a permutation.
struct AnnealedSwap {
    static constexpr const char* name = "annealed-swap";
    static constexpr const char* help = "a walk of swaps at a temperature that falls from generation to generation";
    static constexpr Representations supports = box_board;
    static constexpr OperatorNeeds needs = {.effort = true, .cooling = true};
    std::uint32_t rate = whole;
    std::uint32_t trials = 20;
    std::uint32_t directed = 0;
    std::uint32_t start = 2'000;
    std::uint32_t cooling = 64'881;  // 0.99
    std::uint32_t end = 100;

    static constexpr auto parameters() {
        using Self = AnnealedSwap;
        return std::array{rate_parameter<Self>("share of children that are mutated"),
                          Parameter<Self>{"trials", &Self::trials, ParameterKind::count, 0, 10'000,
                                          "swaps proposed per child; 0: the square of the number of free cells"},
                          Parameter<Self>{"directed", &Self::directed, ParameterKind::count, 0, 1,
                                          "1: the first cell of a swap has a clash"},
                          start_parameter<Self>(),
                          cooling_parameter<Self>(),
                          end_parameter<Self>()};
    }

    template <class MutableView>
    EVODOKU_HD Effort operator()(MutableView board, const Context& context, Draws& draws) const {
        if (context.puzzle.open_boxes == 0) return {};
        const std::uint64_t passes_by_one = power_of_half(Cooling{start, end, cooling}.coldness(context.age));
        const std::uint32_t free = cell_count - context.puzzle.fixed_count;
        const std::uint32_t length = trials != 0 ? trials : free * free;
        auto cost = static_cast<int>(missing_digits(board));
        std::uint32_t done = 0;
        for (; done < length && cost != 0; ++done) {
            const SwapTrial trial = SwapTrial::random_box(board, context.puzzle, draws);
            const BoxBoard::Box proposed = trial.propose(directed != 0, draws);
            const int change = trial.cost_change(proposed);
            if (change > 0 && !passes(change, passes_by_one, draws)) continue;
            board.set_box(trial.number, proposed);
            cost += change;
        }
        return {.trials = done};
    }

private:
    /// True with the probability of a rise by one, to the power of `rise`.
    EVODOKU_HD static bool passes(int rise, std::uint64_t by_one, Draws& draws) {
        std::uint64_t probability = by_one;
        for (; rise > 1; --rise) probability = multiply_high(probability, by_one);
        return draws.bits(32) < probability >> 32;
    }
};

}  // namespace evodoku
