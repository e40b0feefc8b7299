// Mutations that put other digits into boxes, rows and cells, and the search in rows.
#pragma once

#include "core/geometry.hpp"
#include "operators/initialisation/initialisations.hpp"

namespace evodoku {

/// 1 to `max-boxes` times, a random box with at least two free cells gets its missing digits in a new random order, as
/// `random-boxes` makes them. The box form of the mutation of row-candidates (`fresh-row`).
///
/// Keeps: fixed cells; every box a permutation.
struct FreshBox : MutationOn<box_board> {
    static constexpr const char* name = "fresh-box";
    static constexpr const char* help = "a random box in a new random order";
    std::uint32_t max_boxes = 1;
    static constexpr std::array parameters{
        count_parameter("max-boxes", &FreshBox::max_boxes, 1, 100, "boxes made new: 1 to this many, at random")};

    EVODOKU_HD void operator()(auto board, const Context& context, Draws& draws) const {
        const Puzzle& puzzle = context.puzzle;
        if (puzzle.open_boxes == 0) return;
        const std::uint32_t count = 1 + draws.below_small(max_boxes);
        for (std::uint32_t k = 0; k < count; ++k) {
            const int box = puzzle.open_box[draws.below_small(puzzle.open_boxes)];
            board.set_box(box, RandomBoxes::fresh_box(puzzle, box, draws));
        }
    }
};

/// 1 to `max-rows` times, a random row with a gene is filled again, as `row-candidates` fills it: the mutation of the
/// system of that name, which has `max-rows` 6.
///
/// Keeps: cells that are not genes; every gene within its candidates.
struct FreshRow : MutationOn<cell_boards> {
    static constexpr const char* name = "fresh-row";
    static constexpr const char* help = "a random row filled again from its candidates";
    std::uint32_t max_rows = 6;
    std::uint32_t order = RowCandidates::left;
    static constexpr std::array parameters{
        count_parameter("max-rows", &FreshRow::max_rows, 1, 100, "rows filled afresh: 1 to this many, at random"),
        row_order_parameter(&FreshRow::order)};

    EVODOKU_HD void operator()(auto board, const Context& context, Draws& draws) const {
        const Puzzle& puzzle = context.puzzle;
        std::uint32_t rows = 0;  // bit r: row r has a gene
        for (int row = 0; row < 9; ++row) {
            rows |= static_cast<std::uint32_t>(puzzle.first_gene[row + 1] != puzzle.first_gene[row]) << row;
        }
        if (rows == 0) return;
        const std::uint32_t count = 1 + draws.below_small(max_rows);
        for (std::uint32_t k = 0; k < count; ++k) {
            const int row = lowest_bit(random_bit_of(rows, draws));
            board.set_row(row, RowCandidates::fresh_row(puzzle, row, order, draws));
        }
    }
};

/// 1 to `max-cells` random genes each get a random digit of 1..9, possibly the present one: random resetting (Eiben and
/// Smith, 2003).
///
/// Keeps: cells that are not genes.
struct RandomReset : MutationOn<cell_boards> {
    static constexpr const char* name = "random-reset";
    static constexpr const char* help = "random digits in random genes";
    std::uint32_t max_cells = 1;
    static constexpr std::array parameters{
        count_parameter("max-cells", &RandomReset::max_cells, 1, 100, "genes per mutation: 1 to this many, at random")};

    EVODOKU_HD void operator()(auto board, const Context& context, Draws& draws) const {
        const Puzzle& puzzle = context.puzzle;
        if (puzzle.gene_count == 0) return;
        const std::uint32_t count = 1 + draws.below_small(max_cells);
        for (std::uint32_t k = 0; k < count; ++k) {
            const int cell = puzzle.gene_cell[draws.below_small(puzzle.gene_count)];
            board.set_cell(cell, 1u << draws.below_small(9));
        }
    }
};

/// A random gene gets a random digit that its row, column and box all lack. If there is none, another gene is tried, up
/// to `tries` genes. The Sudoku mutation of charles, as its text describes it, tries one.
///
/// `filter` shipped follows its program: any of the 81 cells is drawn, and nothing happens if it is not a gene. The
/// program removes the digits of a unit from the list 1..9 while it iterates over the list, so it skips the digit after
/// a removed one, which stays.
///
/// Keeps: cells that are not genes. With `filter` lacking, a unit loses at most the overwritten digit.
struct SudokuMutation : MutationOn<cell_boards> {
    static constexpr const char* name = "sudoku";
    static constexpr const char* help = "a gene receives a digit missing from its row, column and box";
    static constexpr const char* rate_help = "children that are mutated";
    std::uint32_t tries = 4;
    static constexpr std::uint32_t lacking_only = 0, shipped = 1;
    std::uint32_t filter = lacking_only;
    static constexpr std::array parameters{
        count_parameter("tries", &SudokuMutation::tries, 1, 81, "genes tried until one can be changed"),
        name_parameter("filter", &SudokuMutation::filter, "lacking|shipped",
                       "digits allowed: those that all units lack, or as charles shipped it")};

    EVODOKU_HD void operator()(auto board, const Context& context, Draws& draws) const {
        const Puzzle& puzzle = context.puzzle;
        if (puzzle.gene_count == 0) return;
        for (std::uint32_t k = 0; k < tries; ++k) {
            const bool any_cell = filter == shipped;
            const int cell = any_cell ? static_cast<int>(draws.below_small(cell_count))
                                      : puzzle.gene_cell[draws.below_small(puzzle.gene_count)];
            if (any_cell && puzzle.genes == Genes::free_cells && puzzle.fixed[cell] != 0) continue;
            std::uint32_t lacking = CellBoard::digits_mask & ~(board.in_row(row_of(cell)) | board.in_box(box_of(cell)) |
                                                               board.in_column(column_of(cell)));
            if (any_cell) lacking = with_those_skipped(lacking);
            if (lacking == 0) continue;
            return board.set_cell(cell, random_bit_of(lacking, draws));
        }
    }

private:
    /// Removing a digit from a list while walking over it leaves the next one unseen.
    EVODOKU_HD static std::uint32_t with_those_skipped(std::uint32_t lacking) {
        std::uint32_t left = 0;
        bool skipped = false;
        for (std::uint32_t digit = 1; digit <= CellBoard::digits_mask; digit <<= 1) {
            const bool stays = skipped || (lacking & digit) != 0;
            if (stays) left |= digit;
            skipped = !stays;
        }
        return left;
    }
};

/// The mutation and local search of LSGA (Wang et al., IEEE Transactions on Games 16(1), 2024), on rows as
/// permutations:
///
///   each row: with probability `swap` exchange two of its genes; with probability `fresh` fill it at random
///   `columns`: for each column with a duplicate, draw another such column;
///              from a random row on, find a row where each of the two has a gene whose digit is
///              twice in its own column and not in the other: exchange them
///   `boxes`:   do this for each box with a duplicate and another such box of its band
///
/// A swap is made in one row, so that rows stay permutations. Swaps are not counted as trials: each pass makes at most
/// nine. LSGA has `swap` 0.3 and `fresh` 0.05.
///
/// Keeps: given cells; rows that are permutations.
struct RowSearch : MutationOn<cell_boards, whole> {
    static constexpr const char* name = "row-search";
    static constexpr const char* help = "swaps in rows, then swaps that take duplicates out of columns and boxes";
    static constexpr const char* rate_help = "children that are mutated";
    std::uint32_t swap = percent(30);
    std::uint32_t fresh = percent(5);
    std::uint32_t columns = 1;
    std::uint32_t boxes = 1;
    static constexpr std::array parameters{
        share_parameter("swap", &RowSearch::swap, "the probability of each row to have two genes exchanged"),
        share_parameter("fresh", &RowSearch::fresh, "the probability of each row to be filled at random"),
        switch_parameter("columns", &RowSearch::columns, "1: search in columns"),
        switch_parameter("boxes", &RowSearch::boxes, "1: search in boxes")};

    EVODOKU_HD void operator()(auto board, const Context& context, Draws& draws) const {
        const Puzzle& puzzle = context.puzzle;
        for (int row = 0; row < 9; ++row) mutate_row(board, puzzle, row, draws);
        if (columns != 0) search(board, puzzle, false, draws);
        if (boxes != 0) search(board, puzzle, true, draws);
    }

private:
    EVODOKU_HD void mutate_row(auto board, const Puzzle& puzzle, int row, Draws& draws) const {
        const std::uint32_t first_gene = puzzle.first_gene[row];
        const std::uint32_t genes = puzzle.first_gene[row + 1] - first_gene;
        if (genes < 2) return;
        if (draws.chance(swap)) {
            const TwoDifferent two = two_different(genes, draws);
            board.swap_cells(puzzle.gene_cell[first_gene + two.first], puzzle.gene_cell[first_gene + two.second]);
        }
        if (draws.chance(fresh) && puzzle.genes == Genes::free_cells) {
            board.set_row(row, RandomRows::random_row(puzzle, row, draws));
        }
    }

    /// What a column or box holds: digits that are there, and those that are there twice or more.
    struct Held {
        std::uint32_t once = 0, twice = 0;
    };
    EVODOKU_HD static Held held(auto board, bool is_box, int unit) {
        Held in;
        for (int k = 0; k < 9; ++k) {
            const std::uint32_t digit = board.digit_bit(is_box ? cell_in_box(unit, k) : cell_at(k, unit));
            in.twice |= in.once & digit;
            in.once |= digit;
        }
        return in;
    }

    EVODOKU_HD void search(auto board, const Puzzle& puzzle, bool is_box, Draws& draws) const {
        for (int unit = 0; unit < 9; ++unit) {
            const Held own = held(board, is_box, unit);
            if (own.twice == 0) continue;
            std::uint32_t others = 0;  // units with a duplicate that share rows with this one
            for (int k = 0; k < 9; ++k) {
                if (k == unit || (is_box && band_of_box(k) != band_of_box(unit))) continue;
                others |= static_cast<std::uint32_t>(held(board, is_box, k).twice != 0) << k;
            }
            if (others == 0) continue;
            exchange(board, puzzle, is_box, unit, lowest_bit(random_bit_of(others, draws)), draws);
        }
    }

    /// The first exchange that takes a duplicate out of both.
    EVODOKU_HD void exchange(auto board, const Puzzle& puzzle, bool is_box, int unit, int mate, Draws& draws) const {
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
