// Crossover `band-stack`.
#pragma once

#include "operators/context.hpp"
#include "operators/metropolis.hpp"
#include "operators/mutation/box_pairs.hpp"
#include "operators/parameter.hpp"
#include "representation/box_board.hpp"
#include "representation/large_board.hpp"

namespace evodoku {

/// One random band or stack of the second parent replaces that of the first, subject to an acceptance test. It is
/// always accepted if the clashes do not rise, otherwise with probability 2^-(shift * rise). A child that rejects it is
/// a copy of the first parent. Bands and stacks are the building blocks of Sato and Inoue (2010); the acceptance is
/// that of Metropolis et al. (1953). Clashes are those of the heat bath: min(2, digits in common) over the 18 pairs of
/// neighbouring boxes.
///
/// On a larger board the acceptance test is on the cost.
///
/// Without acceptance (shift 0) it does more harm than good: a band fits the stacks it was bred with.
struct BandStack {
    static constexpr const char* name = "band-stack";
    static constexpr const char* help = "a band or stack from the second parent, accepted by its clashes";
    static constexpr Representations supports = box_boards;
    static constexpr OperatorNeeds needs = {};
    std::uint32_t rate = percent(10);
    std::uint32_t shift = 3;

    static constexpr auto parameters() {
        using Self = BandStack;
        return std::array{rate_parameter<Self>("share of children made by crossover; the others copy one parent"),
                          Parameter<Self>{"shift", &Self::shift, ParameterKind::count, 0, 31,
                                          "bits of probability lost per clash; 0 = always accepted"}};
    }

    template <class View, class MutableView>
    EVODOKU_HD void operator()(View a, View b, MutableView child, const Context&, Draws& draws) const {
        const std::uint32_t line = draws.below_small(6);  // 0..2 a band, 3..5 a stack
        BoxBoard::Box before[9], after[9];
        EVODOKU_UNROLLED
        for (int box = 0; box < 9; ++box) {
            const auto from_b = static_cast<std::uint32_t>(line < 3 ? band_of_box(box) : 3 + stack_of_box(box)) == line;
            before[box] = a.box(box);
            after[box] = from_b ? b.box(box) : before[box];
        }
        const int rise = clashes(after) - clashes(before);
        const bool taken = rise <= 0 || passes_metropolis(static_cast<std::uint32_t>(rise) * shift, draws);
        // One box at a time: selecting one of two arrays would make a GPU keep both in memory.
        EVODOKU_UNROLLED
        for (int box = 0; box < 9; ++box) after[box] = taken ? after[box] : before[box];
        child.set_boxes(after, a.notes());
    }

    template <class View, class MutableView, int order>
    EVODOKU_HD void operator()(View a, View b, MutableView child, const ContextFor<LargePuzzle<order>>&,
                               Draws& draws) const {
        const auto line = static_cast<int>(draws.below_small(2 * order));
        std::uint64_t from_b = 0;
        for (int box = 0; box < order * order; ++box) {
            const int of_box = line < order ? box / order : order + box % order;
            from_b |= std::uint64_t{of_box == line} << box;
        }
        child.set_crossed(a, b, from_b);
        const int rise = static_cast<int>(child.missing_digits()) - static_cast<int>(a.missing_digits());
        if (rise <= 0 || passes_metropolis(static_cast<std::uint32_t>(rise) * shift, draws)) return;
        child.set_crossed(a, b, 0);
    }

private:
    EVODOKU_HD static int clashes(const BoxBoard::Box (&boxes)[9]) {
        int sum = 0;
        EVODOKU_UNROLLED
        for (std::uint32_t number = 0; number < 18; ++number) {
            const int shared = count_bits(BoxPairs::clashes(boxes, BoxPairs::pair(number)));
            sum += shared < 2 ? shared : 2;
        }
        return sum;
    }
};

}  // namespace evodoku
