// Crossover `band-stack`.
#pragma once

#include "evodoku/operators/context.hpp"
#include "evodoku/operators/knob.hpp"
#include "evodoku/operators/mutation/box_pairs.hpp"
#include "evodoku/operators/mutation/swap_trial.hpp"
#include "evodoku/representation/box_board.hpp"

namespace evodoku {

/// One random band or stack of the second parent replaces that of the first, where the board can bear it: taken always
/// if the clashes do not rise, else with probability 2^-(shift * rise); a child that does not take it is a copy of the
/// first parent. Bands and stacks are the building blocks of Sato and Inoue (2010); the acceptance is that of
/// Metropolis et al. (1953). Clashes as the heat bath has them: over the 18 pairs of neighbouring boxes, min(2, digits
/// in common).
///
/// Without acceptance (shift 0) it disturbs more than it brings: a band fits the stacks it was bred with.
struct BandStack {
    static constexpr const char* name = "band-stack";
    static constexpr const char* help = "a band or stack from the mate, where the clashes allow it";
    static constexpr unsigned suits = suits_box_board;
    std::uint32_t rate = percent(10);
    std::uint32_t shift = 3;

    static constexpr auto knobs() {
        using Self = BandStack;
        return std::array{rate_knob<Self>("children made by crossover; the others copy one parent"),
                          Knob<Self>{"shift", &Self::shift, KnobKind::count, 0, 31,
                                     "bits of probability a clash takes away; 0 = always taken"}};
    }

    template <class View, class MutableView>
    EVODOKU_HD void operator()(View a, View b, MutableView child, const Context&, Draws& draws) const {
        const std::uint32_t line = draws.below_small(6);  // 0..2 a band, 3..5 a stack
        BoxBoard::Box before[9], after[9];
        for (int box = 0; box < 9; ++box) {
            const auto from_b = static_cast<std::uint32_t>(line < 3 ? band_of_box(box) : 3 + stack_of_box(box)) == line;
            before[box] = a.box(box);
            after[box] = from_b ? b.box(box) : before[box];
        }
        const int rise = clashes(after) - clashes(before);
        const bool taken = rise <= 0 || SwapTrial::passes(static_cast<std::uint32_t>(rise) * shift, draws);
        child.set_boxes(taken ? after : before, a.notes());
    }

private:
    EVODOKU_HD static int clashes(const BoxBoard::Box (&boxes)[9]) {
        int sum = 0;
        for (std::uint32_t number = 0; number < 18; ++number) {
            const int shared = count_bits(BoxPairs::clashes(boxes, BoxPairs::pair(number)));
            sum += shared < 2 ? shared : 2;
        }
        return sum;
    }
};

}  // namespace evodoku
