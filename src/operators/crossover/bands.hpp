// Crossovers of bands and stacks.
#pragma once

#include "operators/crossover/segments.hpp"
#include "operators/mutation/box_pairs.hpp"
#include "operators/temperature.hpp"

namespace evodoku {

/// Keeps good bands or stacks whole (Sato and Inoue, 2010). With two children per pair of parents (Config::pairs),
///
///   the first takes each band from the parent whose three rows there hold more different digits, summed;
///   the second takes each stack from the parent whose three columns there hold more.
///
/// With equal sums it takes its own first parent's. Without pairs, the children of an island alternate between the two.
/// The operator is deterministic: variety must come from mutation.
struct BuildingBlocks : CrossoverOn<box_board> {
    static constexpr const char* name = "building-blocks";
    static constexpr const char* help = "each band, or each stack, from the parent where it has fewer conflicts";

    EVODOKU_HD void operator()(auto a, auto b, auto child, const Context& context, Draws&) const {
        const std::uint64_t mask = context.second ? BoxBoard::columns_mask : BoxBoard::rows_mask;
        SegmentSet from_a = 0;
        for (int k = 0; k < 3; ++k) {
            const bool better = count_bits(a.lines(k) & mask) >= count_bits(b.lines(k) & mask);
            const SegmentSet boxes = context.second ? 0b001001001u << k : 0b111u << 3 * k;
            from_a |= better ? boxes : 0;
        }
        Boxes::cross(a, b, child, ~from_a);
    }
};

/// One random band or stack of the second parent replaces that of the first, subject to an acceptance test. It is
/// always accepted if the clashes do not rise, otherwise with probability 2^-(shift * rise). A child that rejects it is
/// a copy of the first parent. Bands and stacks are the building blocks of Sato and Inoue (2010); the acceptance is
/// that of Metropolis et al. (1953). Clashes are those of the heat bath: min(2, digits in common) over the 18 pairs of
/// neighbouring boxes.
///
/// On a larger board the acceptance test is on the cost.
///
/// Without acceptance (shift 0) it does more harm than good: a band fits the stacks it was bred with.
struct BandStack : CrossoverOn<box_boards, percent(10)> {
    static constexpr const char* name = "band-stack";
    static constexpr const char* help = "a band or stack from the second parent, accepted by its clashes";
    std::uint32_t shift = 3;
    static constexpr std::array parameters{
        count_parameter("shift", &BandStack::shift, 0, 31, "bits of probability lost per clash; 0 = always accepted")};

    EVODOKU_HD void operator()(auto a, auto b, auto child, const Context&, Draws& draws) const {
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
