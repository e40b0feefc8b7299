// Mutation `row-search`.
#pragma once

#include "core/geometry.hpp"
#include "operators/context.hpp"
#include "operators/initialisation/random_rows.hpp"
#include "operators/parameter.hpp"
#include "representation/cell_board.hpp"

namespace evodoku {

/// The mutation and local search of LSGA (Wang et al., IEEE Transactions on Games 16(1), 2024), on rows as
/// permutations:
///
///   each row: with probability `swap` exchange two of its genes; with probability `fresh` fill it at random
///   `columns`: for each column with a duplicate: draw another such column; in the first row, from a random one on,
///   where
///              each of the two has a gene whose digit is twice in its own column and not in the other, exchange them
///   `boxes`:   the same for boxes with a duplicate, with another one of the same band
///
/// A swap is made in one row, so that rows stay permutations. Swaps are not counted as trials: each pass makes at most
/// nine. LSGA has `swap` 0.3 and `fresh` 0.05.
///
/// Keeps: given cells; rows that are permutations.
struct RowSearch {
    static constexpr const char* name = "row-search";
    static constexpr const char* help = "swaps in rows, then swaps that take duplicates out of columns and boxes";
    static constexpr Representations supports = cell_board;
    static constexpr OperatorNeeds needs = {};
    std::uint32_t rate = whole;
    std::uint32_t swap = percent(30);
    std::uint32_t fresh = percent(5);
    std::uint32_t columns = 1;
    std::uint32_t boxes = 1;

    static constexpr auto parameters() {
        using Self = RowSearch;
        return std::array{
            rate_parameter<Self>("children that are mutated"),
            Parameter<Self>{"swap", &Self::swap, ParameterKind::share, 0, whole,
                            "the probability of each row to have two genes exchanged"},
            Parameter<Self>{"fresh", &Self::fresh, ParameterKind::share, 0, whole,
                            "the probability of each row to be filled at random"},
            Parameter<Self>{"columns", &Self::columns, ParameterKind::count, 0, 1, "1: search in columns"},
            Parameter<Self>{"boxes", &Self::boxes, ParameterKind::count, 0, 1, "1: search in boxes"}};
    }

    template <class MutableView>
    EVODOKU_HD void operator()(MutableView board, const Context& context, Draws& draws) const {
        const Puzzle& puzzle = context.puzzle;
        for (int row = 0; row < 9; ++row) mutate_row(board, puzzle, row, draws);
        if (columns != 0) search(board, puzzle, false, draws);
        if (boxes != 0) search(board, puzzle, true, draws);
    }

private:
    template <class MutableView>
    EVODOKU_HD void mutate_row(MutableView board, const Puzzle& puzzle, int row, Draws& draws) const {
        const std::uint32_t first_gene = puzzle.first_gene[row];
        const std::uint32_t genes = puzzle.first_gene[row + 1] - first_gene;
        if (genes < 2) return;
        if (draws.chance(swap)) {
            const std::uint32_t one = draws.below_small(genes);
            std::uint32_t other = draws.below_small(genes - 1);
            other += other >= one;
            board.swap_cells(puzzle.gene_cell[first_gene + one], puzzle.gene_cell[first_gene + other]);
        }
        if (draws.chance(fresh) && puzzle.genes == Genes::free_cells) {
            board.set_row(row, RandomRows::random_row(puzzle, row, draws));
        }
    }

    /// What a column or box holds: digits that are there, and those that are there twice or more.
    struct Held {
        std::uint32_t once = 0, twice = 0;
    };
    template <class View>
    EVODOKU_HD static Held held(View board, bool is_box, int unit) {
        Held in;
        for (int k = 0; k < 9; ++k) {
            const std::uint32_t digit = board.digit_bit(is_box ? cell_in_box(unit, k) : cell_at(k, unit));
            in.twice |= in.once & digit;
            in.once |= digit;
        }
        return in;
    }

    template <class MutableView>
    EVODOKU_HD void search(MutableView board, const Puzzle& puzzle, bool is_box, Draws& draws) const {
        for (int unit = 0; unit < 9; ++unit) {
            const Held own = held(board, is_box, unit);
            if (own.twice == 0) continue;
            std::uint32_t others = 0;  // units with a duplicate that share rows with this one
            for (int k = 0; k < 9; ++k) {
                if (k == unit || (is_box && band_of_box(k) != band_of_box(unit))) continue;
                others |= static_cast<std::uint32_t>(held(board, is_box, k).twice != 0) << k;
            }
            if (others == 0) continue;
            const std::uint32_t nth = draws.below_small(static_cast<std::uint32_t>(count_bits(others)));
            const int mate = lowest_bit(only_nth_bit(others, nth));
            exchange(board, puzzle, is_box, unit, mate, draws);
        }
    }

    /// The first exchange that takes a duplicate out of both.
    template <class MutableView>
    EVODOKU_HD void exchange(MutableView board, const Puzzle& puzzle, bool is_box, int unit, int mate,
                             Draws& draws) const {
        const Held own = held(board, is_box, unit), others = held(board, is_box, mate);
        const int rows = is_box ? 3 : 9, width = is_box ? 3 : 1;
        const int begin = static_cast<int>(draws.below_small(static_cast<std::uint32_t>(rows)));
        for (int k = 0; k < rows; ++k) {
            const int row = (begin + k) % rows;
            for (int one = 0; one < width; ++one) {
                for (int other = 0; other < width; ++other) {
                    const int from = is_box ? cell_in_box(unit, row * 3 + one) : cell_at(row, unit);
                    const int to = is_box ? cell_in_box(mate, row * 3 + other) : cell_at(row, mate);
                    if (puzzle.genes == Genes::free_cells && (puzzle.fixed[from] != 0 || puzzle.fixed[to] != 0))
                        continue;
                    const std::uint32_t out = board.digit_bit(from), in = board.digit_bit(to);
                    if ((own.twice & out) == 0 || (others.once & out) != 0) continue;
                    if ((others.twice & in) == 0 || (own.once & in) != 0) continue;
                    board.swap_cells(from, to);
                    return;
                }
            }
        }
    }
};

}  // namespace evodoku
