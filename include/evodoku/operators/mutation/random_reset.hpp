// Mutation `random-reset`.
#pragma once

#include "evodoku/operators/context.hpp"
#include "evodoku/operators/knob.hpp"
#include "evodoku/representation/cell_board.hpp"

namespace evodoku {

/// 1 to `most` random genes get a random digit of 1..9 each, perhaps the one they have: random resetting (Eiben and
/// Smith, 2003).
///
/// Keeps: cells that are no genes.
struct RandomReset {
    static constexpr const char* name = "random-reset";
    static constexpr const char* help = "genes get any digit";
    static constexpr unsigned suits = suits_cell_board;
    std::uint32_t rate = percent(30);
    std::uint32_t most = 1;

    static constexpr auto knobs() {
        using Self = RandomReset;
        return std::array{
            rate_knob<Self>("children that are mutated"),
            Knob<Self>{"most", &Self::most, KnobKind::count, 1, 100, "genes a mutation: 1 to this many, at random"}};
    }

    template <class MutableView>
    EVODOKU_HD void operator()(MutableView board, const Context& context, Draws& draws) const {
        const Puzzle& puzzle = context.puzzle;
        if (puzzle.gene_count == 0) return;
        const std::uint32_t count = 1 + draws.below_small(most);
        for (std::uint32_t k = 0; k < count; ++k) {
            const int cell = puzzle.gene_cell[draws.below_small(puzzle.gene_count)];
            board.set_cell(cell, 1u << draws.below_small(9));
        }
    }
};

}  // namespace evodoku
