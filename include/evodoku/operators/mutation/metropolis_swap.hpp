// Mutation `metropolis-swap`.
#pragma once

#include "evodoku/operators/effort.hpp"
#include "evodoku/operators/knob.hpp"
#include "evodoku/operators/mutation/swap_trial.hpp"

namespace evodoku {

/// A short walk at fixed temperature: swaps of free cells inside random boxes, each taken by the rule of Metropolis et
/// al. (1953) on the row-column cost, as Lewis (2007) did for Sudoku.
///
///   `trials` times: propose a swap in a random box; change <- the cost it adds
///     take it if change <= 0, else with probability 2^-(shift * change)
///
/// A shift of s bits is a temperature of 1 / (s ln 2): 0 takes every swap, 31 none that costs. `directed` proposes
/// only swaps whose first cell clashes with a neighbouring box: far fewer trials a solution.
///
/// Keeps: fixed cells; every box a permutation. Use it where plain `swap` stalls a step or two before the solution.
struct MetropolisSwap {
    static constexpr const char* name = "metropolis-swap";
    static constexpr const char* help =
        "a walk of swaps at fixed temperature; gets over the last clashes where swap stalls";
    static constexpr unsigned suits = suits_box_board;
    static constexpr bool counts_effort = true;
    std::uint32_t rate = percent(30);
    std::uint32_t trials = 20;
    std::uint32_t shift = 2;
    std::uint32_t directed = 1;

    static constexpr auto knobs() {
        using Self = MetropolisSwap;
        return std::array{rate_knob<Self>("children that are mutated"),
                          Knob<Self>{"trials", &Self::trials, KnobKind::count, 1, 10'000, "swaps proposed to a child"},
                          Knob<Self>{"shift", &Self::shift, KnobKind::count, 0, 31,
                                     "bits of probability a unit of cost takes away; 0 = hot"},
                          Knob<Self>{"directed", &Self::directed, KnobKind::count, 0, 1,
                                     "1: the first cell of a swap is one that clashes"}};
    }

    template <class MutableView>
    EVODOKU_HD Effort operator()(MutableView board, const Context& context, Draws& draws) const {
        if (context.puzzle.open_boxes == 0) return {};
        for (std::uint32_t k = 0; k < trials; ++k) {
            const SwapTrial trial = SwapTrial::random_box(board, context.puzzle, draws);
            const BoxBoard::Box proposed = trial.propose(directed != 0, draws);
            const int change = trial.cost_change(proposed);
            if (change > 0 && !SwapTrial::passes(static_cast<std::uint32_t>(change) * shift, draws)) continue;
            board.set_box(trial.number, proposed);
        }
        return {.trials = trials};
    }
};

}  // namespace evodoku
