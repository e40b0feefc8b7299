// Cost `entry`.
#pragma once

#include "evodoku/operators/context.hpp"
#include "evodoku/operators/knob.hpp"
#include "evodoku/representation/cell_board.hpp"

namespace evodoku {

/// For every gene, how often its digit stands in its row, its column and its box besides in its own cell; summed, so
/// that 0 = solved. Orders boards as the mean of charles does, which divides by the number of genes.
///
/// Counted for three units at once, 27 counters of four bits, bit k of all of them in a word:
///
///   with c for how often a digit stands in a unit, the cells of the unit come to  sum c (c - 1), all its digits
///   summed; a digit given there stands once in a cell that is no gene:                    less c - 1 for each of those
struct Entry {
    static constexpr const char* name = "entry";
    static constexpr const char* help = "how often each free cell's digit stands in its units besides";
    static constexpr unsigned suits = suits_cell_board;
    static constexpr std::uint32_t highest = 81 * 24;

    template <class View>
    EVODOKU_HD std::uint32_t operator()(View board, const Context& context) const {
        const Puzzle& puzzle = context.puzzle;
        int sum = 0;
        for (int k = 0; k < 3; ++k) {
            Counters rows, columns, boxes;
            for (int j = 0; j < 3; ++j) {
                for (int field = 0; field < 27; field += 9) {
                    // Of the rows of band k the cells in one column; of its boxes the cells in one place.
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

        /// The sum of c (c - 1), less that of c - 1 over `without`.
        EVODOKU_HD int others(std::uint32_t without) const {
            // c squared, by its bits: each by itself, and twice each two of them; c of them are taken off.
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
