// The operators that score boards, and their list.
#pragma once

#include "operators/bases.hpp"
#include "representation/box_board.hpp"
#include "representation/cell_board.hpp"
#include "representation/large_board.hpp"

namespace evodoku {

/// The given digits of three units, one after the other.
EVODOKU_HD inline std::uint32_t digits_of_three(const std::uint16_t* units) {
    return units[0] | std::uint32_t{units[1]} << 9 | std::uint32_t{units[2]} << 18;
}

/// 0..108 on 9 x 9, 0 = solved. Equal to the number of duplicates in rows and columns. The cost of Mantere and Koljonen
/// (2007) without their penalty for givens (`row-column-givens`); Lewis (2007) and restart-roulette also use it.
struct RowColumn : CostOn<box_boards> {
    static constexpr const char* name = "row-column";
    static constexpr const char* help = "digits missing, summed over rows and columns";
    static constexpr std::uint32_t highest = 108;  ///< on 9 x 9; see population_of() for larger boards

    EVODOKU_HD std::uint32_t operator()(auto board, const auto& /* context */) const { return board.missing_digits(); }
};

/// Duplicates of digits (count - 1 where count > 1) over rows, columns and boxes, as the parameters select, plus
/// `broken` for every changed given, which only chromosomes of all cells can have. 0 = solved if all three are counted.
/// With its defaults this is the cost of pyevolve; with `broken` 0 it is three times the cost of charles.
///
/// A unit has as many duplicates as missing digits: the code counts bits of the units.
struct Duplicates : CostOn<boards_of_9x9> {
    static constexpr const char* name = "duplicates";
    static constexpr const char* help = "duplicates over rows, columns and boxes, and broken givens";
    static constexpr std::uint32_t highest = 3 * 72 + 81 * 9;
    std::uint32_t rows = 1;
    std::uint32_t columns = 1;
    std::uint32_t boxes = 1;
    std::uint32_t broken = 2;
    static constexpr std::array parameters{
        switch_parameter("rows", &Duplicates::rows, "1: count duplicates in rows"),
        switch_parameter("columns", &Duplicates::columns, "1: count duplicates in columns"),
        switch_parameter("boxes", &Duplicates::boxes, "1: count duplicates in boxes"),
        count_parameter("broken", &Duplicates::broken, 0, 9, "cost per changed given")};

    EVODOKU_HD std::uint32_t operator()(auto board, const Context& context) const {
        std::uint32_t sum = 0;
        if (rows != 0) sum += board.missing_in_rows();
        if (columns != 0) sum += board.missing_in_columns();
        if (boxes != 0) sum += board.missing_in_boxes();
        if (broken != 0) sum += broken * board.broken_givens(context.puzzle);
        return sum;
    }
};

/// Mantere and Koljonen (2007): `row-column` with pressure away from invalid digits. 0 = solved.
///
/// A box has a digit once, so a free cell that repeats a given meets it in another box. Bits that a box shares with the
/// givens of its lines are repeats, except the bits of the givens themselves.
struct RowColumnGivens : CostOn<box_board> {
    static constexpr const char* name = "row-column-givens";
    static constexpr const char* help = "digits missing over rows and columns, plus repeated givens";
    static constexpr std::uint32_t highest = 108 + 81 * 2 * 9;
    std::uint32_t penalty = 2;
    static constexpr std::array parameters{
        count_parameter("penalty", &RowColumnGivens::penalty, 0, 9, "cost per given repeated in its row or column")};

    EVODOKU_HD std::uint32_t operator()(auto board, const Context& context) const {
        const Puzzle& puzzle = context.puzzle;
        int present = 0, shared = 0;
        for (int k = 0; k < 3; ++k) {
            present += count_bits(board.lines(k));
            const std::uint64_t rows = digits_of_three(puzzle.fixed_in_row + 3 * k);
            const std::uint64_t columns = std::uint64_t{digits_of_three(puzzle.fixed_in_column + 3 * k)} << 27;
            for (int other = 0; other < 3; ++other) {
                shared += count_bits(board.box(box_at(k, other)) & rows);
                shared += count_bits(board.box(box_at(other, k)) & columns);
            }
        }
        const auto repeats = static_cast<std::uint32_t>(shared) - 2u * puzzle.fixed_count;
        return static_cast<std::uint32_t>(162 - present) + penalty * repeats;
    }
};

/// Units that are not complete: 27 on a cell-board, the 18 rows and columns on a box-board. 0 = solved. 27 minus this
/// is the fitness of row-candidates. A unit that misses one digit costs as much as one that misses six.
struct Units : CostOn<boards_of_9x9> {
    static constexpr const char* name = "units";
    static constexpr const char* help = "rows, columns and boxes that are not complete";
    static constexpr std::uint32_t highest = 27;

    EVODOKU_HD std::uint32_t operator()(auto board, const Context&) const { return board.incomplete_units(); }
};

/// (r + 1)(c + 1)(b + 1) - 1 for r, c and b duplicates in rows, columns and boxes, as the text on charles describes;
/// minus one, so that 0 = solved.
struct Product : CostOn<boards_of_9x9> {
    static constexpr const char* name = "product";
    static constexpr const char* help = "product of the duplicates in rows, columns and boxes, each plus one";
    static constexpr std::uint32_t highest = 73 * 73 * 73 - 1;

    EVODOKU_HD std::uint32_t operator()(auto board, const Context&) const {
        const std::uint32_t rows = board.missing_in_rows(), columns = board.missing_in_columns();
        return (rows + 1) * (columns + 1) * (board.missing_in_boxes() + 1) - 1;
    }
};

/// For every gene, the repetitions of its digit in its row, column and box, summed, so that 0 = solved. Orders boards
/// as the mean of charles does, which divides by the number of genes.
///
/// Counted for three units at once, 27 counters of four bits, bit k of all of them in a word:
///
///   if c cells of a unit hold a digit, the cells of the unit contribute the sum of  c (c - 1)  over all digits;
///   a given digit has one cell that is not a gene:                                    minus c - 1 for each of those
struct Entry : CostOn<cell_boards> {
    static constexpr const char* name = "entry";
    static constexpr const char* help = "repetitions of each free cell's digit in its row, column and box";
    static constexpr std::uint32_t highest = 81 * 24;

    EVODOKU_HD std::uint32_t operator()(auto board, const Context& context) const {
        const Puzzle& puzzle = context.puzzle;
        int sum = 0;
        for (int k = 0; k < 3; ++k) {
            Counters rows, columns, boxes;
            for (int j = 0; j < 3; ++j) {
                for (int field = 0; field < 27; field += 9) {
                    // The cells in one column of the rows of band k; the cells in one place of its boxes.
                    rows.add(side_by_side(board.triple(k * 9 + j) >> field, board.triple(k * 9 + 3 + j) >> field,
                                          board.triple(k * 9 + 6 + j) >> field));
                    boxes.add(side_by_side(board.triple((k * 3 + j) * 3) >> field,
                                           board.triple((k * 3 + j) * 3 + 1) >> field,
                                           board.triple((k * 3 + j) * 3 + 2) >> field));
                }
            }
            for (int row = 0; row < 9; ++row) columns.add(board.triple(row * 3 + k));
            const bool all = puzzle.genes == Genes::all_cells;
            sum += rows.others(all ? 0 : digits_of_three(puzzle.fixed_in_row + 3 * k)) +
                   columns.others(all ? 0 : digits_of_three(puzzle.fixed_in_column + 3 * k)) +
                   boxes.others(all ? 0 : digits_of_three(puzzle.fixed_in_box + 3 * k));
        }
        return static_cast<std::uint32_t>(sum);
    }

private:
    struct Counters {
        std::uint32_t ones = 0, twos = 0, fours = 0, eights = 0;

        EVODOKU_HD void add(std::uint32_t word) {
            const std::uint32_t to_twos = ones & word, to_fours = twos & to_twos;
            ones ^= word, twos ^= to_twos;
            eights ^= fours & to_fours, fours ^= to_fours;
        }

        /// The sum of c (c - 1), minus the sum of c - 1 over `without`.
        EVODOKU_HD int others(std::uint32_t without) const {
            // c squared, by its bits: each bit squared, and twice each product of two; then c is subtracted.
            const int squares = 2 * count_bits(twos) + 12 * count_bits(fours) + 56 * count_bits(eights) +
                                4 * count_bits(ones & twos) + 8 * count_bits(ones & fours) +
                                16 * (count_bits(ones & eights) + count_bits(twos & fours)) +
                                32 * count_bits(twos & eights) + 64 * count_bits(fours & eights);
            return squares - count_bits(ones & without) - 2 * count_bits(twos & without) -
                   4 * count_bits(fours & without) - 8 * count_bits(eights & without) + count_bits(without);
        }
    };

    /// The lowest nine bits of three words.
    EVODOKU_HD static std::uint32_t side_by_side(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
        constexpr std::uint32_t mask = CellBoard::digits_mask;
        return (a & mask) | (b & mask) << 9 | (c & mask) << 18;
    }
};

/// Every cost. Add a new one here.
using Costs = OperatorList<OperatorKind::cost, RowColumn, Duplicates, RowColumnGivens, Units, Product, Entry>;
template <>
struct OperatorsOf<OperatorKind::cost> : Costs {};

}  // namespace evodoku
