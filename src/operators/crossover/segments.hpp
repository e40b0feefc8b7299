// Shared by the crossovers of whole segments: which of the nine come from which parent. Not an operator.
#pragma once

#include "core/draws.hpp"
#include "representation/box_board.hpp"
#include "representation/cell_board.hpp"

namespace evodoku {

/// Nine segments, boxes or rows; bit s: segment s.
using SegmentSet = std::uint32_t;

/// Segments before a cut in 1..`last`.
EVODOKU_HD inline SegmentSet segments_before_cut(std::uint32_t last, Draws& draws) {
    return (1u << (1 + draws.below_small(last))) - 1;
}

/// Segments between two different cuts in 1..8: one to seven of them.
EVODOKU_HD inline SegmentSet segments_between_cuts(Draws& draws) {
    const std::uint32_t one = draws.below_small(8);
    std::uint32_t other = draws.below_small(7);
    other += other >= one;
    return ((1u << (1 + one)) - 1) ^ ((1u << (1 + other)) - 1);
}

/// 1 to `most` segments; all sets of that size are equally likely.
EVODOKU_HD inline SegmentSet some_segments(std::uint32_t most, Draws& draws) {
    const std::uint32_t count = 1 + draws.below_small(most);
    SegmentSet left = 0x1FF;
    for (std::uint32_t k = 0; k < count; ++k) {
        const std::uint32_t nth = draws.below_small(9 - k);
        left ^= only_nth_bit(left, nth);
    }
    return 0x1FF & ~left;
}

/// The segments that have changed hands after 1 to `most` exchanges of a random one; a second exchange of a segment
/// undoes the first. `inner`: never the first or the last.
EVODOKU_HD inline SegmentSet exchanged_segments(std::uint32_t most, bool inner, Draws& draws) {
    const std::uint32_t count = 1 + draws.below_small(most);
    SegmentSet exchanged = 0;
    for (std::uint32_t k = 0; k < count; ++k) {
        exchanged ^= 1u << (inner ? 1 + draws.below_small(7) : draws.below_small(9));
    }
    return exchanged;
}

/// The child with a's boxes `from_a` and b's others.
template <class View, class MutableView>
EVODOKU_HD void cross_boxes(View a, View b, MutableView child, SegmentSet from_a) {
    child.set_crossed(a, b, ~from_a);
}

/// The child with a's rows `from_a` and b's others.
template <class View, class MutableView>
EVODOKU_HD void cross_rows(View a, View b, MutableView child, SegmentSet from_a) {
    for (int row = 0; row < 9; ++row) {
        const std::uint32_t keep = 0u - (from_a >> row & 1);
        for (int k = row * 3; k < row * 3 + 3; ++k) {
            child.set_triple(k, b.triple(k) ^ ((a.triple(k) ^ b.triple(k)) & keep));
        }
    }
}

}  // namespace evodoku
