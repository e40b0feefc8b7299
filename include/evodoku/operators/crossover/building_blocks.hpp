// Crossover `building-blocks`.
#pragma once

#include "evodoku/operators/context.hpp"
#include "evodoku/operators/crossover/segments.hpp"
#include "evodoku/operators/knob.hpp"

namespace evodoku {

/// Keeps what is good in whole rows or columns of boxes (Sato and Inoue, 2010). Of two children side by side
/// (Config::pairs),
///
///   the first takes each band from the parent whose three rows there hold more different digits, summed;
///   the second each stack from the parent whose three columns there hold more
///
/// and from its own first parent where both hold as many. Without pairs the children of a deme do the one and the other
/// in turn. No chance is in it: variety must come from mutation.
struct BuildingBlocks {
    static constexpr const char* name = "building-blocks";
    static constexpr const char* help = "each row, or column, of boxes from the parent that has it better";
    static constexpr unsigned suits = suits_box_board;
    std::uint32_t rate = percent(80);

    static constexpr auto knobs() {
        return std::array{rate_knob<BuildingBlocks>("children made by crossover; the others copy one parent")};
    }

    template <class View, class MutableView>
    EVODOKU_HD void operator()(View a, View b, MutableView child, const Context& context, Draws&) const {
        const std::uint64_t mask = context.second ? BoxBoard::columns_mask : BoxBoard::rows_mask;
        SegmentSet from_a = 0;
        for (int k = 0; k < 3; ++k) {
            const bool better = count_bits(a.lines(k) & mask) >= count_bits(b.lines(k) & mask);
            const SegmentSet boxes = context.second ? 0b001001001u << k : 0b111u << 3 * k;
            from_a |= better ? boxes : 0;
        }
        cross_boxes(a, b, child, from_a);
    }
};

}  // namespace evodoku
