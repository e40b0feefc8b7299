// Crossover `uniform`.
#pragma once

#include "operators/context.hpp"
#include "operators/crossover/segments.hpp"
#include "operators/parameter.hpp"

namespace evodoku {

/// Each segment comes from either parent by a random bit (Syswerda, 1989; on boxes Mantere and Koljonen, 2007). Draws 9
/// bits for boxes or rows, and 81 for cells, three per triple.
template <Segments S>
struct UniformCrossover {
    static constexpr const char* name = "uniform";
    static constexpr const char* help = "each segment from either parent, by a coin toss";
    static constexpr Representations supports = of_any_order<S>;
    static constexpr OperatorNeeds needs = {};
    std::uint32_t rate = percent(80);

    static constexpr auto parameters() {
        using Self = UniformCrossover;
        return std::array{rate_parameter<Self>("share of children made by crossover; the others copy one parent"),
                          segment_parameter<Self, S>()};
    }

    template <class View, class MutableView>
    EVODOKU_HD void operator()(View a, View b, MutableView child, const Context&, Draws& draws) const {
        if constexpr (NineSegments<S>) {
            // Heads: a box of b, but a row of a. The fingerprints pin this.
            const SegmentSet heads = draws.bits(9);
            S::cross(a, b, child, S::kind == Segment::box ? heads : ~heads);
        } else {
            for (int k = 0; k < CellBoard::triples; ++k) {
                const std::uint32_t coins = draws.bits(3);
                const std::uint32_t spread = (coins & 1) | (coins & 2) << 8 | (coins & 4) << 16;
                const std::uint32_t take = spread * CellBoard::digits_mask;  // nine bits per coin toss
                child.set_triple(k, a.triple(k) ^ ((a.triple(k) ^ b.triple(k)) & take));
            }
        }
    }

    /// For a larger board: 64 bits, the lowest for the boxes.
    template <class View, class MutableView, int order>
    EVODOKU_HD void operator()(View a, View b, MutableView child, const ContextFor<LargePuzzle<order>>&,
                               Draws& draws) const {
        child.set_crossed(a, b, draws.two_words());
    }
};

}  // namespace evodoku
