// Crossover `building-blocks`.
#pragma once

#include "operators/context.hpp"
#include "operators/crossover/segments.hpp"
#include "operators/parameter.hpp"

namespace evodoku {

/// Keeps good bands or stacks whole (Sato and Inoue, 2010). With two children side by side (Config::pairs),
///
///   the first takes each band from the parent whose three rows there hold more different digits, summed;
///   the second takes each stack from the parent whose three columns there hold more.
///
/// With equal sums it takes its own first parent's. Without pairs, the children of an island alternate between the two.
/// The operator is deterministic: variety must come from mutation.
struct BuildingBlocks {
    static constexpr const char* name = "building-blocks";
    static constexpr const char* help = "each band, or each stack, from the parent where it has fewer conflicts";
    static constexpr Representations supports = box_board;
    static constexpr OperatorNeeds needs = {};
    std::uint32_t rate = percent(80);

    static constexpr auto parameters() {
        return std::array{
            rate_parameter<BuildingBlocks>("share of children made by crossover; the others copy one parent")};
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
        Boxes::cross(a, b, child, ~from_a);
    }
};

}  // namespace evodoku
