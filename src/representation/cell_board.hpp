// CellBoard: a chromosome of 81 cells with any digit in each; no unit is correct by construction. Layout and views.
//
// A cell is nine bits, one of them set; three cells that stand side by side in a box are a triple, 27 bits of a word:
//
//        26 ... 18 | 17 ... 9 | 8 ... 0        word  row * 3 + stack  = cell / 3
//   word  column 2 | column 1 | column 0       28 words, 112 bytes: the last belongs to no cell, is 0
//                                               from the start and never written
//
// What the columns of a stack hold is the OR of its nine words; a row or a box is the OR of three words, folded.
#pragma once

#include <cstdint>

#include "core/bits.hpp"
#include "core/geometry.hpp"
#include "core/puzzle.hpp"
#include "evodoku/core/grid.hpp"
#include "evodoku/core/hd.hpp"
#include "evodoku/representation/kinds_of_board.hpp"
#include "representation/digit_vectors.hpp"

namespace evodoku {

struct CellBoard {
    static constexpr Boards flag = cell_board;
    using Puzzle = evodoku::Puzzle;
    static constexpr int order = 3;
    static constexpr bool in_registers = false;  ///< operators use cell indices known only at run time: see fetched()
    static constexpr int words = 28, digit_words = words;
    static constexpr int triples = 27;
    static constexpr std::uint32_t digits_mask = 0x1FF;  ///< the nine bits of one cell
    static constexpr std::uint32_t triple_mask = (1u << 27) - 1;

    struct alignas(16) Stored {
        std::uint32_t word[words] = {};
    };

    /// The bits of a layout word that are notes: none.
    static EVODOKU_HD constexpr std::uint32_t notes_in(int) { return 0; }

    struct Row {
        std::uint32_t triple[3];
    };

    class View {
    public:
        EVODOKU_HD explicit View(const std::uint32_t* words_of_board) : words_(words_of_board) {}

        /// Three cells side by side: number row * 3 + stack.
        EVODOKU_HD std::uint32_t triple(int number) const { return words_[number]; }

        /// The digit in a cell, as one bit of nine.
        EVODOKU_HD std::uint32_t digit_bit(int cell) const { return triple(cell / 3) >> cell % 3 * 9 & digits_mask; }

        /// The digit in a cell, 1..9; 0 if it was never written.
        EVODOKU_HD int digit(int cell) const {
            const std::uint32_t bit = digit_bit(cell);
            return bit == 0 ? 0 : lowest_bit(bit) + 1;
        }

        /// The digits in all cells, row by row.
        EVODOKU_HD EVODOKU_SELDOM void get_digits(std::uint8_t* digits) const {
            int cell = 0;
#if EVODOKU_DIGIT_VECTORS
            digit_vectors::unpack_cells(words_, digits);
            cell = 72;
#endif
            for (; cell < cell_count; ++cell) digits[cell] = static_cast<std::uint8_t>(digit(cell));
        }

        /// The digits in a row, in a box, and in the three columns of a stack: nine bits, nine bits, 27 bits.
        EVODOKU_HD std::uint32_t in_row(int number) const {
            return folded(triple(number * 3) | triple(number * 3 + 1) | triple(number * 3 + 2));
        }
        EVODOKU_HD std::uint32_t in_box(int number) const {
            const int first = band_of_box(number) * 9 + stack_of_box(number);
            return folded(triple(first) | triple(first + 3) | triple(first + 6));
        }
        EVODOKU_HD std::uint32_t in_stack(int stack) const {
            std::uint32_t columns = 0;
            for (int row = 0; row < 9; ++row) columns |= triple(row * 3 + stack);
            return columns;
        }
        EVODOKU_HD std::uint32_t in_column(int column) const {
            return in_stack(column / 3) >> column % 3 * 9 & digits_mask;
        }

        /// Digits missing, summed over the rows, over the columns, over the boxes: 0..72 each. This equals the number
        /// of duplicates, because a unit has nine cells.
        EVODOKU_HD std::uint32_t missing_in_rows() const {
            return missing(9, [this](int row) { return in_row(row); });
        }
        EVODOKU_HD std::uint32_t missing_in_columns() const {
            return missing(3, [this](int stack) { return in_stack(stack); });
        }
        EVODOKU_HD std::uint32_t missing_in_boxes() const {
            return missing(9, [this](int box) { return in_box(box); });
        }

        /// The number of units, of 27, that do not hold all nine digits.
        EVODOKU_HD std::uint32_t incomplete_units() const {
            std::uint32_t complete = 0;
            for (int stack = 0; stack < 3; ++stack) {
                const std::uint32_t columns = in_stack(stack);
                for (int k = 0; k < 3; ++k) complete += (columns >> k * 9 & digits_mask) == digits_mask;
            }
            for (int k = 0; k < 9; ++k) complete += in_row(k) == digits_mask;
            for (int k = 0; k < 9; ++k) complete += in_box(k) == digits_mask;
            return 27 - complete;
        }

        /// The number of fixed cells with a wrong digit.
        EVODOKU_HD std::uint32_t broken_givens(const Puzzle& puzzle) const {
            if (puzzle.genes == Genes::free_cells) return 0;
            std::uint32_t broken = 0;
            for (int cell = 0; cell < cell_count; ++cell) {
                const unsigned digit = puzzle.fixed[cell];
                broken += digit != 0 && digit_bit(cell) != 1u << digit >> 1;
            }
            return broken;
        }

        /// A 64-bit key of the board, much cheaper than hash(). For finding equal boards, not for fingerprints.
        EVODOKU_HD std::uint64_t key() const {
            std::uint64_t sum = 0;
            for (int word = 0; word < words; word += 4) {
                sum += fold(pair(word) ^ (0x9E3779B97F4A7C15u * static_cast<unsigned>(word + 1)),
                            pair(word + 2) ^ 0xD1B54A32D192ED03u);
            }
            return mix(sum);
        }

        /// A hash of the board, for fingerprints.
        EVODOKU_HD std::uint64_t hash() const {
            std::uint64_t sum = 0;
            for (int word = 0; word < words; word += 2) sum = mix(sum ^ pair(word));
            return sum;
        }

    private:
        EVODOKU_HD static std::uint32_t missing(int parts, const auto& digits_of) {
            int present = 0;
            for (int k = 0; k < parts; ++k) present += count_bits(digits_of(k));
            return static_cast<std::uint32_t>(81 - present);
        }
        EVODOKU_HD static std::uint32_t folded(std::uint32_t three) {
            return (three | three >> 9 | three >> 18) & digits_mask;
        }
        EVODOKU_HD std::uint64_t pair(int word) const { return words_[word] | std::uint64_t{words_[word + 1]} << 32; }

        const std::uint32_t* words_;
    };

    class MutableView : public View {
    public:
        EVODOKU_HD explicit MutableView(std::uint32_t* words_of_board) : View(words_of_board), words_(words_of_board) {}

        EVODOKU_HD void set_triple(int number, std::uint32_t cells) const { words_[number] = cells; }
        EVODOKU_HD void set_row(int number, const Row& row) const {
            for (int stack = 0; stack < 3; ++stack) set_triple(number * 3 + stack, row.triple[stack]);
        }

        /// Writes one cell; `bit` is its digit, as one bit of nine.
        EVODOKU_HD void set_cell(int cell, std::uint32_t bit) const {
            const int shift = cell % 3 * 9;
            std::uint32_t& word = words_[cell / 3];
            word = (word & ~(digits_mask << shift)) | bit << shift;
        }

        /// Writes the whole board, row by row; nothing, and returns false, if a cell is not 1..9.
        EVODOKU_HD bool set_digits(const std::uint8_t* digits) const {
            int k = 0;
#if EVODOKU_DIGIT_VECTORS
            if (!digit_vectors::are_digits(digits)) return false;
            digit_vectors::pack_cells(digits, words_);
            k = 24;
#else
            if (!are_digits<order>(digits)) return false;
#endif
            for (; k < triples; ++k) {
                const std::uint8_t* three = digits + 3 * k;
                words_[k] = (1u << three[0] | 1u << 9 << three[1] | 1u << 18 << three[2]) >> 1;
            }
            return true;
        }

        EVODOKU_HD void swap_cells(int a, int b) const {
            const std::uint32_t in_a = this->digit_bit(a), in_b = this->digit_bit(b);
            set_cell(a, in_b);
            set_cell(b, in_a);
        }

    private:
        std::uint32_t* words_;
    };

    static EVODOKU_HD View view(const Stored& board) { return View(board.word); }
    static EVODOKU_HD MutableView view(Stored& board) { return MutableView(board.word); }

    /// True if the board solves the puzzle: every unit complete, every fixed cell unchanged.
    static EVODOKU_HD bool is_solution(auto board, const Puzzle& puzzle) {
        std::uint32_t everywhere = triple_mask;
        for (int stack = 0; stack < 3; ++stack) everywhere &= board.in_stack(stack);
        std::uint32_t common = digits_mask;
        for (int k = 0; k < 9; ++k) common &= board.in_row(k) & board.in_box(k);
        return everywhere == triple_mask && common == digits_mask && board.broken_givens(puzzle) == 0;
    }

    /// What operators rely on: each cell has one digit.
    static bool is_whole(const Stored& board, const Puzzle&) {
        for (int cell = 0; cell < cell_count; ++cell) {
            if (count_bits(view(board).digit_bit(cell)) != 1) return false;
        }
        return true;
    }

    /// The board as a grid; a cell that was never written is blank.
    static Grid to_grid(const Stored& board) { return grid_of<order>(view(board)); }
};

static_assert(sizeof(CellBoard::Stored) == 112);

}  // namespace evodoku
