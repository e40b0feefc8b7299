// Mutation `metropolis-swap`.
#pragma once

#include "evodoku/operators/operator.hpp"
#include "operators/metropolis.hpp"
#include "operators/mutation/large_swap.hpp"
#include "operators/mutation/swap_trial.hpp"
#include "operators/parameter.hpp"

namespace evodoku {

/// A short walk at fixed temperature: swaps of free cells inside random boxes, accepted by the rule of Metropolis et
/// al. (1953) on the row-column cost, as Lewis (2007) did for Sudoku.
///
///   `trials` times: propose a swap in a random box; change <- its change of cost
///     accept it if change <= 0, else with probability 2^-(shift * change)
///
/// A shift of s bits is a temperature of 1 / (s ln 2): 0 accepts every swap, 31 none that raises the cost. `directed`
/// proposes only swaps whose first cell clashes with a neighbouring box: far fewer trials per solution.
///
/// Keeps: fixed cells; every box a permutation. Use it if plain `swap` stalls one or two steps before the solution.
struct MetropolisSwap {
    static constexpr const char* name = "metropolis-swap";
    static constexpr const char* help =
        "a walk of swaps at fixed temperature; resolves the last clashes where swap stalls";
    static constexpr Representations supports = box_boards;
    static constexpr OperatorNeeds needs = {.effort = true};
    std::uint32_t rate = percent(30);
    std::uint32_t trials = 20;
    std::uint32_t shift = 2;
    std::uint32_t directed = 1;

    static constexpr auto parameters() {
        using Self = MetropolisSwap;
        return std::array{
            rate_parameter<Self>("share of children that are mutated"),
            Parameter<Self>{"trials", &Self::trials, ParameterKind::count, 1, 10'000, "swaps proposed per child"},
            Parameter<Self>{"shift", &Self::shift, ParameterKind::count, 0, 31,
                            "bits of probability lost per unit of cost; 0 = hot"},
            Parameter<Self>{"directed", &Self::directed, ParameterKind::count, 0, 1,
                            "1: the first cell of a swap has a clash"}};
    }

    template <class MutableView>
    EVODOKU_HD Effort operator()(MutableView board, const Context& context, Draws& draws) const {
        if (context.puzzle.open_boxes == 0) return {};
        for (std::uint32_t k = 0; k < trials; ++k) {
            const SwapTrial trial = SwapTrial::random_box(board, context.puzzle, draws);
            const BoxBoard::Box proposed = trial.propose(directed != 0, draws);
            const int change = trial.cost_change(proposed);
            if (change > 0 && !passes_metropolis(static_cast<std::uint32_t>(change) * shift, draws)) continue;
            board.set_box(trial.number, proposed);
        }
        return {.trials = trials};
    }

    template <class MutableView, int order, class Team = Alone>
    EVODOKU_HD Effort operator()(MutableView board, const ContextFor<LargePuzzle<order>>& context, Draws& draws,
                                 const Team& team = Team()) const {
        if (context.puzzle.open_boxes == 0) return {};
        LargeWalk<order, Team> walk(board, context.puzzle, team);
        for (std::uint32_t k = 0; k < trials; ++k) {
            LargeSwap::random(walk, context.puzzle, directed != 0, draws).attempt(walk, [&](int change) {
                return change <= 0 || passes_metropolis(static_cast<std::uint32_t>(change) * shift, draws);
            });
        }
        return {.trials = trials};
    }
};

}  // namespace evodoku
