// Mutation `swap-row`.
#pragma once

#include "evodoku/operators/context.hpp"
#include "evodoku/operators/knob.hpp"
#include "evodoku/representation/cell_board.hpp"

namespace evodoku {

/// Exchanges the digits of two genes of one row, 1 to `most` times in the same row: on rows the swap that Mantere and
/// Koljonen (2007) make in boxes (`swap`).
///
///   row <- a random row with two genes or more; n <- 1..most at random
///   n times: exchange two different genes of the row
///
/// Keeps: cells that are no genes; the digits of every row. Does nothing where no row has two genes.
struct SwapRow {
    static constexpr const char* name = "swap-row";
    static constexpr const char* help = "exchange genes inside a random row";
    static constexpr unsigned suits = suits_cell_board;
    std::uint32_t rate = percent(30);
    std::uint32_t most = 1;

    static constexpr auto knobs() {
        using Self = SwapRow;
        return std::array{rate_knob<Self>("children that are mutated"),
                          Knob<Self>{"most", &Self::most, KnobKind::count, 1, 100,
                                     "exchanges a mutation: 1 to this many, at random"}};
    }

    template <class MutableView>
    EVODOKU_HD void operator()(MutableView board, const Context& context, Draws& draws) const {
        const Puzzle& puzzle = context.puzzle;
        if (puzzle.open_rows == 0) return;
        const int row = puzzle.open_row[draws.below_small(puzzle.open_rows)];
        const std::uint32_t swaps = 1 + draws.below_small(most);
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
