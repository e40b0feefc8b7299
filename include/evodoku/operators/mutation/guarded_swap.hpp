// Mutation `guarded-swap`.
#pragma once

#include "evodoku/operators/context.hpp"
#include "evodoku/operators/knob.hpp"
#include "evodoku/representation/box_board.hpp"

namespace evodoku {

/// Swaps attempted in one box, each made only if it crowds its lines little (Mantere and Koljonen, 2007).
///
///   box <- a random box with two free cells or more; n <- 1..most at random
///   n times: two different free cells of the box
///     count <- how often, once exchanged, each of the two digits would stand in its new row, and in its new column
///     exchange them if count <= limit
///
/// Each digit stands in each of its two lines at least by itself: 4 = both would be right; 12 = no guard.
///
/// Attempts are not counted as trials (Effort): the guard looks at the lines of two cells, not at what the board costs,
/// and a child has `most` of them at most, so that evaluations tell the work already.
///
/// Keeps: fixed cells; every box a permutation.
struct GuardedSwap {
    static constexpr const char* name = "guarded-swap";
    static constexpr const char* help = "swaps inside a box that do not crowd their lines";
    static constexpr unsigned suits = suits_box_board;
    std::uint32_t rate = percent(30);
    std::uint32_t most = 5;
    std::uint32_t limit = 5;

    static constexpr auto knobs() {
        using Self = GuardedSwap;
        return std::array{
            rate_knob<Self>("children that are mutated"),
            Knob<Self>{"most", &Self::most, KnobKind::count, 1, 100,
                       "swaps attempted in a mutation: 1 to this many, at random"},
            Knob<Self>{"limit", &Self::limit, KnobKind::count, 4, 12, "the highest count that is allowed"}};
    }

    template <class MutableView>
    EVODOKU_HD void operator()(MutableView board, const Context& context, Draws& draws) const {
        const Puzzle& puzzle = context.puzzle;
        if (puzzle.open_boxes == 0) return;
        const int number = puzzle.open_box[draws.below_small(puzzle.open_boxes)];
        const std::uint32_t swaps = 1 + draws.below_small(most);
        const std::uint32_t free = puzzle.free_count[number];
        const Neighbours4 neighbours(board, number);
        BoxBoard::Box box = board.box(number);
        for (std::uint32_t k = 0; k < swaps; ++k) {
            const std::uint32_t first = draws.below_small(free);
            std::uint32_t second = draws.below_small(free - 1);
            second += second >= first;
            const int one = puzzle.free_cell[number][first], other = puzzle.free_cell[number][second];
            const std::uint64_t crowd = neighbours.count(BoxBoard::digit_bit(box, one), other) +
                                        neighbours.count(BoxBoard::digit_bit(box, other), one);
            if (4 + crowd <= limit) box = BoxBoard::swapped(box, one, other);
        }
        board.set_box(number, box);
    }

private:
    /// The boxes beside a box, and those above and below it: two each.
    struct Neighbours4 {
        std::uint64_t side[2], stacked[2];

        template <class View>
        EVODOKU_HD Neighbours4(View board, int number) {
            const int band = band_of_box(number), stack = stack_of_box(number);
            for (int k = 0; k < 2; ++k) {
                side[k] = board.box(box_at(band, (stack + 1 + k) % 3));
                stacked[k] = board.box(box_at((band + 1 + k) % 3, stack));
            }
        }

        /// How often they hold a digit, one bit of nine, in the row and in the column of a cell of the box.
        EVODOKU_HD std::uint64_t count(std::uint32_t digit, int within) const {
            const std::uint64_t in_row = std::uint64_t{digit} << within / 3 * 9;
            const std::uint64_t in_column = std::uint64_t{digit} << (27 + within % 3 * 9);
            return static_cast<std::uint64_t>((side[0] & in_row) != 0) + ((side[1] & in_row) != 0) +
                   ((stacked[0] & in_column) != 0) + ((stacked[1] & in_column) != 0);
        }
    };
};

}  // namespace evodoku
