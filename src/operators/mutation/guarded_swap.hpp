// Mutation `guarded-swap`.
#pragma once

#include "operators/context.hpp"
#include "operators/parameter.hpp"
#include "representation/box_board.hpp"

namespace evodoku {

/// Swaps attempted in one box, each made only if its digits repeat little in their lines (Mantere and Koljonen, 2007).
///
///   box <- a random box with two free cells or more; n <- 1..max-swaps at random
///   n times: two different free cells of the box
///     count <- how often, once exchanged, each of the two digits would appear in its new row and column
///     exchange them if count <= limit, and the count of each of the two is <= each
///
/// Each digit appears at least once in each of its two lines: 4 = both fit; 12 = no guard. `each`: 2 = that digit fits,
/// 6 = no guard; the paper of 2007 has 3, later ones `limit` 5.
///
/// Attempts are not counted as trials (Effort): the guard reads the lines of two cells, not the cost of the board. A
/// child has at most `max-swaps` attempts, so evaluations already describe the work.
///
/// Keeps: fixed cells; every box a permutation.
struct GuardedSwap {
    static constexpr const char* name = "guarded-swap";
    static constexpr const char* help = "swaps inside a box unless a digit would repeat too often in a line";
    static constexpr Representations supports = box_board;
    static constexpr OperatorNeeds needs = {};
    std::uint32_t rate = percent(30);
    std::uint32_t max_swaps = 5;
    std::uint32_t limit = 5;
    std::uint32_t each = 6;

    static constexpr auto parameters() {
        using Self = GuardedSwap;
        return std::array{
            rate_parameter<Self>("share of children that are mutated"),
            Parameter<Self>{"max-swaps", &Self::max_swaps, ParameterKind::count, 1, 100,
                            "swaps attempted in a mutation: 1 to this many, at random"},
            Parameter<Self>{"limit", &Self::limit, ParameterKind::count, 4, 12, "the highest count that is allowed"},
            Parameter<Self>{"each", &Self::each, ParameterKind::count, 2, 6, "the highest count of one digit"}};
    }

    template <class MutableView>
    EVODOKU_HD void operator()(MutableView board, const Context& context, Draws& draws) const {
        const Puzzle& puzzle = context.puzzle;
        if (puzzle.open_boxes == 0) return;
        const int number = puzzle.open_box[draws.below_small(puzzle.open_boxes)];
        const std::uint32_t swaps = 1 + draws.below_small(max_swaps);
        const std::uint32_t free = puzzle.free_count[number];
        const Neighbours4 neighbours(board, number);
        BoxBoard::Box box = board.box(number);
        for (std::uint32_t k = 0; k < swaps; ++k) {
            const std::uint32_t first = draws.below_small(free);
            std::uint32_t second = draws.below_small(free - 1);
            second += second >= first;
            const int one = puzzle.free_cell[number][first], other = puzzle.free_cell[number][second];
            const std::uint64_t crowd = neighbours.count(BoxBoard::digit_bit(box, one), other);
            const std::uint64_t other_crowd = neighbours.count(BoxBoard::digit_bit(box, other), one);
            const bool fits_each = 2 + crowd <= each && 2 + other_crowd <= each;
            if (fits_each && 4 + crowd + other_crowd <= limit) box = BoxBoard::swapped(box, one, other);
        }
        board.set_box(number, box);
    }

private:
    /// The boxes to the left and right of a box, and those above and below it: two each.
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
