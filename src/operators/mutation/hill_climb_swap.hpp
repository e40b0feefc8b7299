// Mutation `hill-climb-swap`.
#pragma once

#include "evodoku/operators/operator.hpp"
#include "operators/mutation/large_swap.hpp"
#include "operators/mutation/swap_trial.hpp"
#include "operators/parameter.hpp"

namespace evodoku {

/// First-improvement local search: swaps of free cells inside random boxes, accepted only if the row-column cost does
/// not rise (`sideways` 1) or if it falls (0). Makes the algorithm memetic (Moscato, 1989). It ends in local optima,
/// which only crossover or a restart can leave.
///
///   `trials` times: propose a swap in a random box; accept it if the cost does not rise
///
/// Keeps: fixed cells; every box a permutation; the cost of the board, or less.
struct HillClimbSwap {
    static constexpr const char* name = "hill-climb-swap";
    static constexpr const char* help = "swaps that do not raise the cost; fast at first, then caught in local optima";
    static constexpr Representations supports = box_boards;
    static constexpr OperatorNeeds needs = {.effort = true};
    std::uint32_t rate = percent(30);
    std::uint32_t trials = 20;
    std::uint32_t sideways = 1;

    static constexpr auto parameters() {
        using Self = HillClimbSwap;
        return std::array{
            rate_parameter<Self>("share of children that are mutated"),
            Parameter<Self>{"trials", &Self::trials, ParameterKind::count, 1, 10'000, "swaps proposed per child"},
            Parameter<Self>{"sideways", &Self::sideways, ParameterKind::count, 0, 1,
                            "1: also accept swaps that do not change the cost"}};
    }

    template <class MutableView>
    EVODOKU_HD Effort operator()(MutableView board, const Context& context, Draws& draws) const {
        if (context.puzzle.open_boxes == 0) return {};
        for (std::uint32_t k = 0; k < trials; ++k) {
            const SwapTrial trial = SwapTrial::random_box(board, context.puzzle, draws);
            const BoxBoard::Box proposed = trial.propose(false, draws);
            if (trial.cost_change(proposed) < static_cast<int>(sideways)) board.set_box(trial.number, proposed);
        }
        return {.trials = trials};
    }

    template <class MutableView, int order>
    EVODOKU_HD Effort operator()(MutableView board, const ContextFor<LargePuzzle<order>>& context, Draws& draws) const {
        if (context.puzzle.open_boxes == 0) return {};
        LargeWalk<order> walk(board, context.puzzle);
        for (std::uint32_t k = 0; k < trials; ++k) {
            LargeSwap::random(walk, context.puzzle, false, draws).attempt(walk, [&](int change) {
                return change < static_cast<int>(sideways);
            });
        }
        return {.trials = trials};
    }
};

}  // namespace evodoku
