// Mutation `random-reset`.
#pragma once

#include "operators/context.hpp"
#include "operators/parameter.hpp"
#include "representation/cell_board.hpp"

namespace evodoku {

/// 1 to `max-cells` random genes each get a random digit of 1..9, possibly the present one: random resetting (Eiben and
/// Smith, 2003).
///
/// Keeps: cells that are not genes.
struct RandomReset {
    static constexpr const char* name = "random-reset";
    static constexpr const char* help = "random digits in random genes";
    static constexpr Representations supports = cell_board;
    static constexpr OperatorNeeds needs = {};
    std::uint32_t rate = percent(30);
    std::uint32_t max_cells = 1;

    static constexpr auto parameters() {
        using Self = RandomReset;
        return std::array{rate_parameter<Self>("share of children that are mutated"),
                          Parameter<Self>{"max-cells", &Self::max_cells, ParameterKind::count, 1, 100,
                                          "genes per mutation: 1 to this many, at random"}};
    }

    template <class MutableView>
    EVODOKU_HD void operator()(MutableView board, const Context& context, Draws& draws) const {
        const Puzzle& puzzle = context.puzzle;
        if (puzzle.gene_count == 0) return;
        const std::uint32_t count = 1 + draws.below_small(max_cells);
        for (std::uint32_t k = 0; k < count; ++k) {
            const int cell = puzzle.gene_cell[draws.below_small(puzzle.gene_count)];
            board.set_cell(cell, 1u << draws.below_small(9));
        }
    }
};

}  // namespace evodoku
