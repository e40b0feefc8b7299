// Mutations of published systems (docs/reference/published-systems.md).
#pragma once

#include "core/geometry.hpp"
#include "operators/bases.hpp"
#include "operators/initialisation/initialisations.hpp"
#include "operators/mutation/box_pairs.hpp"
#include "operators/mutation/swaps.hpp"
#include "representation/box_board.hpp"
#include "representation/cell_board.hpp"

namespace evodoku {

/// Rows with a gene are filled as `row-candidates` fills them: the mutation of the system of that name. Keeps: cells
/// that are not genes; every gene within its candidates.
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
        for (std::uint32_t left = 1 + draws.below_small(max_rows); left != 0; --left) {
            const int row = lowest_bit(random_bit_of(rows, draws));
            board.set_row(row, RowCandidates::row_by(puzzle, row, order, draws));
        }
    }
};

/// The Sudoku mutation of charles, as its text describes it, has `tries` 1. `filter` shipped follows its program: any
/// of the 81 cells is drawn, and nothing happens if it is not a gene. The program removes the digits of a unit from the
/// list 1..9 while it iterates over the list, so it skips the digit after a removed one, which stays. Keeps: cells that
/// are not genes. With `filter` lacking, a unit loses at most the overwritten digit.
struct SudokuMutation : MutationOn<cell_boards> {
    static constexpr const char* name = "sudoku";
    static constexpr const char* help = "a gene receives a digit missing from its row, column and box";
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
        std::uint32_t left = lacking & 1;
        for (std::uint32_t digit = 2; digit <= CellBoard::digits_mask; digit <<= 1) {
            if ((lacking & digit) != 0 || (left & digit >> 1) == 0) left |= digit;
        }
        return left;
    }
};

/// Swaps attempted in one box, each made only if its digits repeat little in their lines (Mantere and Koljonen, 2007).
///
///   box <- a random box with two free cells or more; n <- 1..max-swaps at random
///   n times: two different free cells of the box
///     count <- how often, once exchanged, each of the two digits would appear in its new row and column
///     exchange them if count <= limit, and the count of each of the two is <= each
///
/// Each digit appears at least once in each of its two lines: 4 = both fit; 12 = no guard. `each`: 2 = that digit fits,
/// 6 = no guard; the paper of 2007 has 3, later ones `limit` 5. A trial is an attempt.
///
/// Keeps: fixed cells; every box a permutation.
struct GuardedSwap : MutationOn<box_board> {
    static constexpr const char* name = "guarded-swap";
    static constexpr const char* help = "swaps inside a box unless a digit would repeat too often in a line";
    static constexpr OperatorNeeds needs = {.effort = true};
    std::uint32_t max_swaps = 5;
    std::uint32_t limit = 5;
    std::uint32_t each = 6;
    static constexpr std::array parameters{
        count_parameter("max-swaps", &GuardedSwap::max_swaps, 1, 100,
                        "swaps attempted in a mutation: 1 to this many, at random"),
        count_parameter("limit", &GuardedSwap::limit, 4, 12, "the highest count that is allowed"),
        count_parameter("each", &GuardedSwap::each, 2, 6, "the highest count of one digit")};

    EVODOKU_HD SearchWork operator()(auto board, const Context& context, Draws& draws) const {
        const Puzzle& puzzle = context.puzzle;
        if (puzzle.open_boxes == 0) return {};
        const int number = puzzle.open_box[draws.below_small(puzzle.open_boxes)];
        const std::uint32_t swaps = 1 + draws.below_small(max_swaps);
        const NeighbourBoxes neighbours([&](std::uint32_t k) { return board.box(static_cast<int>(k)); },
                                        Surroundings(static_cast<std::uint32_t>(number)));
        BoxBoard::Box box = board.box(number);
        for (std::uint32_t k = 0; k < swaps; ++k) {
            const TwoDifferent cells = two_different(puzzle.free_count[number], draws);
            const int one = puzzle.free_cell[number][cells.first], other = puzzle.free_cell[number][cells.second];
            const std::uint32_t crowd = count(neighbours, BoxBoard::digit_bit(box, one), other);
            const std::uint32_t other_crowd = count(neighbours, BoxBoard::digit_bit(box, other), one);
            const bool fits_each = 2 + crowd <= each && 2 + other_crowd <= each;
            if (fits_each && 4 + crowd + other_crowd <= limit) box = BoxBoard::swapped(box, one, other);
        }
        board.set_box(number, box);
        return {.trials = swaps};
    }

private:
    /// How often the neighbours hold a digit, one bit of nine, in the row and in the column of a cell of the box.
    EVODOKU_HD static std::uint32_t count(const NeighbourBoxes& neighbours, std::uint32_t digit, int within) {
        std::uint32_t sum = 0;
        for (std::uint32_t k = 0; k < 4; ++k) {
            const int line = k < 2 ? within / 3 : within % 3;
            sum += (neighbours.line(k, static_cast<std::uint32_t>(line)) & digit) != 0;
        }
        return sum;
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
/// With `listed`, columns and boxes with a duplicate are listed once, before the first exchange of their kind. Each is
/// then paired with any other of the list, which may have no duplicate by then, or be of another band: fewer exchanges.
///
/// A swap is made in one row, so that rows stay permutations. A trial is a pair of genes compared in the search.
/// LSGA has `swap` 0.3, `fresh` 0.05 and `listed` 1.
///
/// Keeps: given cells; rows that are permutations.
struct RowSearch : MutationOn<cell_boards, share_one> {
    static constexpr const char* name = "row-search";
    static constexpr const char* help = "swaps in rows, then swaps that take duplicates out of columns and boxes";
    static constexpr OperatorNeeds needs = {.effort = true};
    std::uint32_t swap = percent(30);
    std::uint32_t fresh = percent(5);
    std::uint32_t columns = 1;
    std::uint32_t boxes = 1;
    std::uint32_t listed = 0;
    static constexpr std::array parameters{
        share_parameter("swap", &RowSearch::swap, "the probability of each row to have two genes exchanged"),
        share_parameter("fresh", &RowSearch::fresh, "the probability of each row to be filled at random"),
        switch_parameter("columns", &RowSearch::columns, "1: search in columns"),
        switch_parameter("boxes", &RowSearch::boxes, "1: search in boxes"),
        switch_parameter("listed", &RowSearch::listed,
                         "1: pairs are of a list that is made before the first exchange")};

    EVODOKU_HD SearchWork operator()(auto board, const Context& context, Draws& draws) const {
        const Puzzle& puzzle = context.puzzle;
        SearchWork effort;
        for (int row = 0; row < 9; ++row) mutate_row(board, puzzle, row, draws);
        if (columns != 0) search(board, puzzle, false, draws, effort);
        if (boxes != 0) search(board, puzzle, true, draws, effort);
        return effort;
    }

private:
    EVODOKU_HD void mutate_row(auto board, const Puzzle& puzzle, int row, Draws& draws) const {
        const std::uint32_t first_gene = puzzle.first_gene[row];
        const std::uint32_t genes = puzzle.first_gene[row + 1] - first_gene;
        if (genes < 2) return;
        if (draws.chance(swap)) swap_genes(board, puzzle.gene_cell + first_gene, genes, 1, draws);
        if (draws.chance(fresh) && puzzle.genes == Genes::free_cells) {
            board.set_row(row, fresh_row(puzzle, row, true, draws));
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

    /// Of some columns or boxes, one bit each, those with a duplicate.
    EVODOKU_HD static std::uint32_t with_duplicate(auto board, bool is_box, std::uint32_t units) {
        std::uint32_t units_with_duplicate = 0;
        for (int unit = 0; unit < 9; ++unit) {
            if ((units >> unit & 1) != 0)
                units_with_duplicate |= (held(board, is_box, unit).twice != 0 ? 1u : 0u) << unit;
        }
        return units_with_duplicate;
    }

    EVODOKU_HD void search(auto board, const Puzzle& puzzle, bool is_box, Draws& draws, SearchWork& effort) const {
        constexpr std::uint32_t all = 0b111'111'111;
        const std::uint32_t list = listed != 0 ? with_duplicate(board, is_box, all) : 0;
        for (int unit = 0; unit < 9; ++unit) {
            const std::uint32_t share_rows = is_box ? 0b111u << 3 * band_of_box(unit) : all;
            const std::uint32_t candidates = listed != 0 ? list : with_duplicate(board, is_box, share_rows);
            const std::uint32_t others = candidates & ~(1u << unit);
            if (others == candidates || others == 0) continue;
            const int mate = lowest_bit(random_bit_of(others, draws));
            if ((share_rows >> mate & 1) != 0) exchange(board, puzzle, is_box, unit, mate, draws, effort);
        }
    }

    /// The first exchange that takes a duplicate out of both.
    EVODOKU_HD void exchange(auto board, const Puzzle& puzzle, bool is_box, int unit, int mate, Draws& draws,
                             SearchWork& effort) const {
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
                    ++effort.trials;
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
