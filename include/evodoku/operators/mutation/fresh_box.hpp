// Mutation `fresh-box`.
#pragma once

#include "evodoku/operators/context.hpp"
#include "evodoku/operators/initialisation/random_boxes.hpp"
#include "evodoku/operators/knob.hpp"

namespace evodoku {

/// 1 to `most` times a random box with two free cells or more gets its missing digits in random order afresh, as
/// `random-boxes` does at the start: on boxes the mutation of row-candidates (`fresh-row`).
///
/// Keeps: fixed cells; every box a permutation.
struct FreshBox {
    static constexpr const char* name = "fresh-box";
    static constexpr const char* help = "a random box put into random order afresh";
    static constexpr unsigned suits = suits_box_board;
    std::uint32_t rate = percent(30);
    std::uint32_t most = 1;

    static constexpr auto knobs() {
        using Self = FreshBox;
        return std::array{
            rate_knob<Self>("children that are mutated"),
            Knob<Self>{"most", &Self::most, KnobKind::count, 1, 100, "boxes made afresh: 1 to this many, at random"}};
    }

    template <class MutableView>
    EVODOKU_HD void operator()(MutableView board, const Context& context, Draws& draws) const {
        const Puzzle& puzzle = context.puzzle;
        if (puzzle.open_boxes == 0) return;
        const std::uint32_t count = 1 + draws.below_small(most);
        for (std::uint32_t k = 0; k < count; ++k) {
            const int box = puzzle.open_box[draws.below_small(puzzle.open_boxes)];
            board.set_box(box, RandomBoxes::fresh_box(puzzle, box, draws));
        }
    }
};

}  // namespace evodoku
