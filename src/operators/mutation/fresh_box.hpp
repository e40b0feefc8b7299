// Mutation `fresh-box`.
#pragma once

#include "operators/context.hpp"
#include "operators/initialisation/random_boxes.hpp"
#include "operators/parameter.hpp"

namespace evodoku {

/// 1 to `max-boxes` times, a random box with at least two free cells gets its missing digits in a new random order, as
/// `random-boxes` makes them. The box form of the mutation of row-candidates (`fresh-row`).
///
/// Keeps: fixed cells; every box a permutation.
struct FreshBox {
    static constexpr const char* name = "fresh-box";
    static constexpr const char* help = "a random box in a new random order";
    static constexpr Representations supports = box_board;
    static constexpr OperatorNeeds needs = {};
    std::uint32_t rate = percent(30);
    std::uint32_t max_boxes = 1;

    static constexpr auto parameters() {
        using Self = FreshBox;
        return std::array{rate_parameter<Self>("share of children that are mutated"),
                          Parameter<Self>{"max-boxes", &Self::max_boxes, ParameterKind::count, 1, 100,
                                          "boxes made new: 1 to this many, at random"}};
    }

    template <class MutableView>
    EVODOKU_HD void operator()(MutableView board, const Context& context, Draws& draws) const {
        const Puzzle& puzzle = context.puzzle;
        if (puzzle.open_boxes == 0) return;
        const std::uint32_t count = 1 + draws.below_small(max_boxes);
        for (std::uint32_t k = 0; k < count; ++k) {
            const int box = puzzle.open_box[draws.below_small(puzzle.open_boxes)];
            board.set_box(box, RandomBoxes::fresh_box(puzzle, box, draws));
        }
    }
};

}  // namespace evodoku
