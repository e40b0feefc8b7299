// Cost `entry`.
#pragma once

#include "operators/context.hpp"
#include "operators/parameter.hpp"
#include "representation/cell_board.hpp"

namespace evodoku {

/// For every gene, the repetitions of its digit in its row, column and box, summed, so that 0 = solved. Orders boards
/// as the mean of charles does, which divides by the number of genes.
///
/// Counted for three units at once, 27 counters of four bits, bit k of all of them in a word:
///
///   if c cells of a unit hold a digit, the cells of the unit contribute the sum of  c (c - 1)  over all digits;
///   a given digit has one cell that is not a gene:                                    minus c - 1 for each of those
struct Entry {
    static constexpr const char* name = "entry";
    static constexpr const char* help = "repetitions of each free cell's digit in its row, column and box";
    static constexpr Representations supports = cell_board;
    static constexpr OperatorNeeds needs = {};
    static constexpr std::uint32_t highest = 81 * 24;

    static constexpr auto parameters() { return no_parameters<Entry>; }

    template <class View>
    EVODOKU_HD std::uint32_t operator()(View board, const Context& context) const {
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
            sum += rows.others(all ? 0 : given(puzzle.fixed_in_row + 3 * k)) +
                   columns.others(all ? 0 : given(puzzle.fixed_in_column + 3 * k)) +
                   boxes.others(all ? 0 : given(puzzle.fixed_in_box + 3 * k));
        }
        return static_cast<std::uint32_t>(sum);
    }

private:
    /// 27 counters.
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
    EVODOKU_HD static std::uint32_t given(const std::uint16_t* units) {
        return side_by_side(units[0], units[1], units[2]);
    }
};

}  // namespace evodoku
