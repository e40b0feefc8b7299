// Mutation `swap-row`.
#pragma once

#include "operators/context.hpp"
#include "operators/parameter.hpp"
#include "representation/cell_board.hpp"

namespace evodoku {

/// Exchanges the digits of two genes of one row, 1 to `max-swaps` times in the same row: the row form of the swap that
/// Mantere and Koljonen (2007) make in boxes (`swap`).
///
///   row <- a random row with two genes or more; n <- 1..max-swaps at random
///   n times: exchange two different genes of the row
///
/// Keeps: cells that are not genes; the digits of every row. Does nothing if no row has two genes.
struct SwapRow {
    static constexpr const char* name = "swap-row";
    static constexpr const char* help = "exchanges genes inside a random row";
    static constexpr Representations supports = cell_board;
    static constexpr OperatorNeeds needs = {};
    std::uint32_t rate = percent(30);
    std::uint32_t max_swaps = 1;

    static constexpr auto parameters() {
        using Self = SwapRow;
        return std::array{rate_parameter<Self>("share of children that are mutated"),
                          Parameter<Self>{"max-swaps", &Self::max_swaps, ParameterKind::count, 1, 100,
                                          "exchanges per mutation: 1 to this many, at random"}};
    }

    template <class MutableView>
    EVODOKU_HD void operator()(MutableView board, const Context& context, Draws& draws) const {
        const Puzzle& puzzle = context.puzzle;
        if (puzzle.open_rows == 0) return;
        const int row = puzzle.open_row[draws.below_small(puzzle.open_rows)];
        const std::uint32_t swaps = 1 + draws.below_small(max_swaps);
        const std::uint8_t* cells = puzzle.gene_cell + puzzle.first_gene[row];
        const auto genes = static_cast<std::uint32_t>(puzzle.first_gene[row + 1] - puzzle.first_gene[row]);
        for (std::uint32_t k = 0; k < swaps; ++k) {
            const std::uint32_t first = draws.below_small(genes);
            std::uint32_t second = draws.below_small(genes - 1);
            second += second >= first;
            board.swap_cells(cells[first], cells[second]);
        }
    }
};

}  // namespace evodoku
