// Cost `entry`.
#pragma once

#include "evodoku/operators/context.hpp"
#include "evodoku/operators/knob.hpp"
#include "evodoku/representation/cell_board.hpp"

namespace evodoku {

/// For every gene, how often its digit stands in its row, its column and its box besides in its own cell; summed, so
/// that 0 = solved. Orders boards as the mean of charles does, which divides by the number of genes.
///
///   counters of seven bits, one a digit, nine in a word: a cell adds 1 to the counter of its digit
///   rows and boxes: three rows at a time; columns: three at a time; then each gene looks its counters up
struct Entry {
    static constexpr const char* name = "entry";
    static constexpr const char* help = "how often each free cell's digit stands in its units besides";
    static constexpr unsigned suits = suits_cell_board;
    static constexpr std::uint32_t highest = 81 * 24;

    template <class View>
    EVODOKU_HD std::uint32_t operator()(View board, const Context& context) const {
        std::uint32_t sum = 0;
        for (int k = 0; k < 3; ++k) {
            sum += in_band(board, context.puzzle, k);
            sum += in_stack(board, context.puzzle, k);
        }
        return sum;
    }

private:
    EVODOKU_HD static bool is_gene(const Puzzle& puzzle, int cell) {
        return puzzle.fixed[cell] == 0 || puzzle.genes == Genes::all_cells;
    }

    /// Seven bits a digit: where those of the digit begin.
    template <class View>
    EVODOKU_HD static int place_of(View board, int cell) {
        return 7 * lowest_bit(board.digit_bit(cell));
    }

    /// Over the genes of a band: the others of their digit in their row, and in their box.
    template <class View>
    EVODOKU_HD static std::uint32_t in_band(View board, const Puzzle& puzzle, int band) {
        std::uint64_t rows[3] = {}, boxes[3] = {};
        for (int row = 0; row < 3; ++row) {
            for (int stack = 0; stack < 3; ++stack) {
                for (int k = 0; k < 3; ++k) {
                    const std::uint64_t one = std::uint64_t{1}
                                              << place_of(board, cell_at(band * 3 + row, stack * 3 + k));
                    rows[row] += one;
                    boxes[stack] += one;
                }
            }
        }
        std::uint32_t sum = 0;
        for (int row = 0; row < 3; ++row) {
            for (int stack = 0; stack < 3; ++stack) {
                const std::uint64_t counts = rows[row] + boxes[stack];
                for (int k = 0; k < 3; ++k) {
                    const int cell = cell_at(band * 3 + row, stack * 3 + k);
                    if (is_gene(puzzle, cell))
                        sum += static_cast<std::uint32_t>(counts >> place_of(board, cell) & 127) - 2;
                }
            }
        }
        return sum;
    }

    /// Over the genes of a stack: the others of their digit in their column.
    template <class View>
    EVODOKU_HD static std::uint32_t in_stack(View board, const Puzzle& puzzle, int stack) {
        std::uint64_t columns[3] = {};
        for (int row = 0; row < 9; ++row) {
            for (int k = 0; k < 3; ++k) {
                columns[k] += std::uint64_t{1} << place_of(board, cell_at(row, stack * 3 + k));
            }
        }
        std::uint32_t sum = 0;
        for (int row = 0; row < 9; ++row) {
            for (int k = 0; k < 3; ++k) {
                const int cell = cell_at(row, stack * 3 + k);
                if (is_gene(puzzle, cell))
                    sum += static_cast<std::uint32_t>(columns[k] >> place_of(board, cell) & 127) - 1;
            }
        }
        return sum;
    }
};

}  // namespace evodoku
