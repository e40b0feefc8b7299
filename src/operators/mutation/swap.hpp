// Mutation `swap`.
#pragma once

#include "operators/context.hpp"
#include "operators/parameter.hpp"
#include "representation/box_board.hpp"
#include "representation/large_board.hpp"

namespace evodoku {

/// Exchanges the digits of two free cells of one box, 1 to `max-swaps` times in the same box (Mantere and Koljonen,
/// 2007).
///
///   box <- a random box with two free cells or more; n <- 1..max-swaps at random
///   n times: exchange two different free cells of the box
///
/// Keeps: fixed cells; every box a permutation. Does nothing if no box has two free cells. Draws: 32 bits, and 16 per
/// exchange.
struct Swap {
    static constexpr const char* name = "swap";
    static constexpr const char* help = "exchanges free cells inside a random box";
    static constexpr Representations supports = box_boards;
    static constexpr OperatorNeeds needs = {};
    std::uint32_t rate = percent(30);
    std::uint32_t max_swaps = 5;

    static constexpr auto parameters() {
        return std::array{rate_parameter<Swap>("share of children that are mutated"),
                          Parameter<Swap>{"max-swaps", &Swap::max_swaps, ParameterKind::count, 1, 100,
                                          "exchanges per mutation: 1 to this many, at random"}};
    }

    template <class MutableView>
    EVODOKU_HD void operator()(MutableView board, const Context& context, Draws& draws) const {
        const Puzzle& puzzle = context.puzzle;
        if (puzzle.open_boxes == 0) return;
        const int box = puzzle.open_box[draws.below_small(puzzle.open_boxes)];
        const std::uint32_t swaps = 1 + draws.below_small(max_swaps);
        const std::uint32_t free = puzzle.free_count[box];
        BoxBoard::Box bits = board.box(box);
        for (std::uint32_t k = 0; k < swaps; ++k) {
            const std::uint32_t pair = draws.below_small(free * (free - 1));  // an ordered pair, numbered
            const std::uint32_t first = pair / (free - 1);
            std::uint32_t second = pair % (free - 1);
            second += second >= first;
            bits = BoxBoard::swapped(bits, puzzle.free_cell[box][first], puzzle.free_cell[box][second]);
        }
        board.set_box(box, bits);
    }

    template <class MutableView, int order>
    EVODOKU_HD void operator()(MutableView board, const ContextFor<LargePuzzle<order>>& context, Draws& draws) const {
        const LargePuzzle<order>& puzzle = context.puzzle;
        if (puzzle.open_boxes == 0) return;
        const int box = puzzle.open_box[draws.below_small(puzzle.open_boxes)];
        const std::uint32_t swaps = 1 + draws.below_small(max_swaps);
        const std::uint32_t free = puzzle.free_count[box];
        for (std::uint32_t k = 0; k < swaps; ++k) {
            const std::uint32_t first = draws.below_small(free);
            std::uint32_t second = draws.below_small(free - 1);
            second += second >= first;
            std::uint8_t& one = board.digits()[puzzle.free_cell[box][first]];
            std::uint8_t& other = board.digits()[puzzle.free_cell[box][second]];
            const std::uint8_t digit = one;
            one = other, other = digit;
        }
    }
};

}  // namespace evodoku
