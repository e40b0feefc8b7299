// Mutation `hill-climb-swap`.
#pragma once

#include "evodoku/operators/effort.hpp"
#include "evodoku/operators/knob.hpp"
#include "evodoku/operators/mutation/swap_trial.hpp"

namespace evodoku {

/// First-improvement local search: swaps of free cells inside random boxes, taken only where the row-column cost does
/// not rise (`sideways` 1) or falls (0). Makes the algorithm memetic (Moscato, 1989); it ends in local optima, from
/// which crossover or a restart must lead out.
///
///   `trials` times: propose a swap in a random box; take it if it costs nothing
///
/// Keeps: fixed cells; every box a permutation; the cost of the board, or less.
struct HillClimbSwap {
    static constexpr const char* name = "hill-climb-swap";
    static constexpr const char* help = "swaps that do not raise the cost: fast at first, ends in local optima";
    static constexpr unsigned suits = suits_box_board;
    static constexpr bool counts_effort = true;
    std::uint32_t rate = percent(30);
    std::uint32_t trials = 20;
    std::uint32_t sideways = 1;

    static constexpr auto knobs() {
        using Self = HillClimbSwap;
        return std::array{rate_knob<Self>("children that are mutated"),
                          Knob<Self>{"trials", &Self::trials, KnobKind::count, 1, 10'000, "swaps proposed to a child"},
                          Knob<Self>{"sideways", &Self::sideways, KnobKind::count, 0, 1,
                                     "1: swaps that leave the cost as it is are taken, too"}};
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
};

}  // namespace evodoku
