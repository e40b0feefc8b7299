// Mutation `fresh-row`.
#pragma once

#include "evodoku/operators/context.hpp"
#include "evodoku/operators/initialisation/row_candidates.hpp"
#include "evodoku/operators/knob.hpp"

namespace evodoku {

/// 1 to `most` times a random row with a gene is filled afresh, as `row-candidates` fills it at the start: the mutation
/// of the system of that name, which has `most` 6.
///
/// Keeps: cells that are no genes; every gene within its candidates.
struct FreshRow {
    static constexpr const char* name = "fresh-row";
    static constexpr const char* help = "a random row filled afresh from its candidates";
    static constexpr unsigned suits = suits_cell_board;
    std::uint32_t rate = percent(30);
    std::uint32_t most = 6;

    static constexpr auto knobs() {
        using Self = FreshRow;
        return std::array{
            rate_knob<Self>("children that are mutated"),
            Knob<Self>{"most", &Self::most, KnobKind::count, 1, 100, "rows filled afresh: 1 to this many, at random"}};
    }

    template <class MutableView>
    EVODOKU_HD void operator()(MutableView board, const Context& context, Draws& draws) const {
        const Puzzle& puzzle = context.puzzle;
        std::uint32_t rows = 0;  // bit r: row r has a gene
        for (int row = 0; row < 9; ++row) {
            rows |= static_cast<std::uint32_t>(puzzle.first_gene[row + 1] != puzzle.first_gene[row]) << row;
        }
        if (rows == 0) return;
        const std::uint32_t count = 1 + draws.below_small(most);
        for (std::uint32_t k = 0; k < count; ++k) {
            const std::uint32_t nth = draws.below_small(static_cast<std::uint32_t>(count_bits(rows)));
            const int row = lowest_bit(only_nth_bit(rows, nth));
            board.set_row(row, RowCandidates::fresh_row(puzzle, row, draws));
        }
    }
};

}  // namespace evodoku
