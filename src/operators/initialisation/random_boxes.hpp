// Initialisation `random-boxes`.
#pragma once

#include "operators/context.hpp"
#include "operators/parameter.hpp"
#include "representation/box_board.hpp"
#include "representation/large_board.hpp"

namespace evodoku {

/// Fills each box with a random permutation of the digits it misses (Mantere and Koljonen, 2007). All arrangements of a
/// box are equally likely, up to 9! / 2^32: one word per box chooses among them.
///
///   for each box: digits <- its missing digits
///     for each free cell: take one of the digits left, at random
///
/// Keeps: fixed cells; every box a permutation of 1..9.
struct RandomBoxes {
    static constexpr const char* name = "random-boxes";
    static constexpr const char* help = "each box a random permutation of the digits it misses";
    static constexpr Representations supports = box_boards;
    static constexpr OperatorNeeds needs = {};
    static constexpr Genes genes = Genes::free_cells;
    static constexpr std::uint32_t blocks = 3;  ///< the minimum of random words: nine

    static constexpr auto parameters() { return no_parameters<RandomBoxes>; }

    template <class MutableView>
    EVODOKU_HD void operator()(MutableView board, const Context& context, Draws& draws) const {
        board.set_each_box([&](int box) { return fresh_box(context.puzzle, box, draws); });
    }

    /// For a larger board: 16 bits per free cell.
    template <class MutableView, int order>
    EVODOKU_HD void operator()(MutableView board, const ContextFor<LargePuzzle<order>>& context, Draws& draws) const {
        const LargePuzzle<order>& puzzle = context.puzzle;
        board.begin(puzzle);
        for (int box = 0; box < order * order; ++box) {
            std::uint8_t left[order * order];
            const int free = puzzle.free_count[box];
            for (int k = 0; k < free; ++k) left[k] = puzzle.missing[box][k];
            for (int k = 0; k < free; ++k) {
                const auto pick = static_cast<int>(draws.below_small(static_cast<std::uint32_t>(free - k)));
                board.digits()[puzzle.free_cell[box][k]] = left[pick];
                left[pick] = left[free - k - 1];
            }
        }
    }

    EVODOKU_HD static BoxBoard::Box fresh_box(const Puzzle& puzzle, int box, Draws& draws) {
        BoxBoard::Box bits = BoxBoard::fixed_part(puzzle, box);
        std::uint32_t left = all_digits & ~puzzle.fixed_in_box[box];  // bit d-1: digit d is still to be placed
        std::uint32_t uniform = draws.bits(32);                       // of 9! arrangements at most
        const std::uint8_t* cell = puzzle.free_cell[box];
        for (std::uint32_t count = puzzle.free_count[box]; count != 0; --count, ++cell) {
            const std::uint32_t pick = Draws::take_below(uniform, count);
            const std::uint32_t digit = only_nth_bit(left, pick);
            left ^= digit;
            bits |= BoxBoard::place_bit(*cell, digit);
        }
        return bits;
    }
};

}  // namespace evodoku
