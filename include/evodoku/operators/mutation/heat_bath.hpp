// Mutation `heat-bath`.
#pragma once

#include "evodoku/core/draws.hpp"
#include "evodoku/operators/knob.hpp"
#include "evodoku/operators/mutation/allele_draw.hpp"
#include "evodoku/operators/mutation/box_pairs.hpp"
#include "evodoku/operators/mutation/swap_trial.hpp"

namespace evodoku {

/// Redraws whole boxes from their Boltzmann distribution given their neighbours: Gibbs sampling (Geman and Geman, 1984)
/// with a box as the variable. What makes the hardest puzzles easy.
///
///   `redraws` times, until no two boxes clash:
///     pick   a box (see `pick`)
///     E(a) = sum over its four neighbours (two in its band, two in its stack) of min(2, digits that a clashes with)
///     draw   an allele a of the box with probability proportional to 2^-(shift * E), nothing beyond E = 5 (any allele
///            alike where all are beyond, and at shift 0)
///
/// `pick` 0: a random pair of clashing boxes, and of the two the one redrawn longest ago in this mutation; 1: of the
/// two either; 2: any box. A box with a single allele gives way to the other of its pair, then to any box with more.
/// A box with more than Alleles::most alleles, or none, gets 16 swaps judged by metropolis-swap's rule instead.
///
/// Keeps: fixed cells; every box a permutation; listed boxes within their candidates.
struct HeatBath {
    static constexpr const char* name = "heat-bath";
    static constexpr const char* help =
        "whole boxes redrawn given their neighbours: solves the hardest puzzles; needs presolve";
    static constexpr unsigned suits = suits_box_board;
    static constexpr bool needs_alleles = true;
    std::uint32_t rate = whole;
    std::uint32_t redraws = 16;
    std::uint32_t shift = 3;
    std::uint32_t pick = 0;

    static constexpr auto knobs() {
        using Self = HeatBath;
        return std::array{
            rate_knob<Self>("children that are mutated"),
            Knob<Self>{"redraws", &Self::redraws, KnobKind::count, 1, 10'000, "boxes redrawn a mutation"},
            Knob<Self>{"shift", &Self::shift, KnobKind::count, 0, 7, "bits of probability a clash takes away; 0 = hot"},
            Knob<Self>{"pick", &Self::pick, KnobKind::count, 0, 2,
                       "0 clashing box, longest untouched; 1 clashing box; 2 any box"}};
    }

    template <class MutableView>
    EVODOKU_HD void operator()(MutableView board, const Context& context, Draws& draws) const {
        const Alleles& alleles = *context.alleles;
        const BoxSet movable = movable_boxes(alleles, context.puzzle);
        if (movable == 0) return;
        BoxPairs pairs(board, draws);
        for (std::uint32_t k = 0; k < redraws && pairs.clashing() != 0; ++k) {
            const int number = pick_box(pairs, movable, draws);
            redraw(board, number, context, draws);
            pairs.redrawn(board, number);
        }
    }

private:
    using BoxSet = std::uint32_t;  // bit b: box b

    /// The boxes that can change: several alleles; or, not listed, two free cells.
    EVODOKU_HD static BoxSet movable_boxes(const Alleles& alleles, const Puzzle& puzzle) {
        BoxSet movable = 0;
        for (int box = 0; box < 9; ++box) {
            const bool can = alleles.count[box] > 1 || (alleles.count[box] == 0 && puzzle.free_count[box] > 1);
            movable |= BoxSet{can} << box;
        }
        return movable;
    }

    EVODOKU_HD int pick_box(const BoxPairs& pairs, BoxSet movable, Draws& draws) const {
        if (pick != 2) {
            const BoxPairs::Pair pair = pairs.random_clashing(draws);
            const bool second_first = pick == 0 ? pairs.second_is_older(pair.number) : draws.bits(1) != 0;
            const int box = second_first ? pair.second : pair.first;
            if (movable >> box & 1) return box;
            const int other = second_first ? pair.first : pair.second;
            if (movable >> other & 1) return other;
        }
        std::uint32_t nth = draws.below_small(static_cast<std::uint32_t>(count_bits(movable)));
        for (; nth != 0; --nth) movable &= movable - 1;
        return lowest_bit(movable);
    }

    template <class MutableView>
    EVODOKU_HD void redraw(MutableView board, int number, const Context& context, Draws& draws) const {
        const std::uint32_t count = context.alleles->count[number];
        if (count != 0) {
            const AlleleDraw draw(board, number, shift);
            board.set_box(number, draw(context.alleles->of[number], count, draws));
            return;
        }
        for (int k = 0; k < 16; ++k) {
            const SwapTrial trial{context.puzzle, number, board.around(number), board.box(number)};
            const BoxBoard::Box proposed = trial.propose(false, draws);
            const int change = trial.cost_change(proposed);
            if (change <= 0 || SwapTrial::passes(static_cast<std::uint32_t>(change) * shift, draws)) {
                board.set_box(number, proposed);
            }
        }
    }
};

}  // namespace evodoku
