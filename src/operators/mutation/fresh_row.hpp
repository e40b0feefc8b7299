// Mutation `fresh-row`.
#pragma once

#include "operators/context.hpp"
#include "operators/initialisation/row_candidates.hpp"
#include "operators/parameter.hpp"

namespace evodoku {

/// 1 to `max-rows` times, a random row with a gene is filled again, as `row-candidates` fills it: the mutation of the
/// system of that name, which has `max-rows` 6.
///
/// Keeps: cells that are not genes; every gene within its candidates.
struct FreshRow {
    static constexpr const char* name = "fresh-row";
    static constexpr const char* help = "a random row filled again from its candidates";
    static constexpr Representations supports = cell_board;
    static constexpr OperatorNeeds needs = {};
    std::uint32_t rate = percent(30);
    std::uint32_t max_rows = 6;
    std::uint32_t order = RowCandidates::left;

    static constexpr auto parameters() {
        using Self = FreshRow;
        return std::array{rate_parameter<Self>("share of children that are mutated"),
                          Parameter<Self>{"max-rows", &Self::max_rows, ParameterKind::count, 1, 100,
                                          "rows filled afresh: 1 to this many, at random"},
                          RowCandidates::order_parameter(&Self::order)};
    }

    template <class MutableView>
    EVODOKU_HD void operator()(MutableView board, const Context& context, Draws& draws) const {
        const Puzzle& puzzle = context.puzzle;
        std::uint32_t rows = 0;  // bit r: row r has a gene
        for (int row = 0; row < 9; ++row) {
            rows |= static_cast<std::uint32_t>(puzzle.first_gene[row + 1] != puzzle.first_gene[row]) << row;
        }
        if (rows == 0) return;
        const std::uint32_t count = 1 + draws.below_small(max_rows);
        for (std::uint32_t k = 0; k < count; ++k) {
            const std::uint32_t nth = draws.below_small(static_cast<std::uint32_t>(count_bits(rows)));
            const int row = lowest_bit(only_nth_bit(rows, nth));
            board.set_row(row, RowCandidates::fresh_row(puzzle, row, order, draws));
        }
    }
};

}  // namespace evodoku
