// BoxBoard: a chromosome of nine boxes, each a permutation of 1..9 with its fixed cells in place. Layout, views,
// reading and writing; nothing outside this file knows the layout.
//
// A box is two 27-bit words:   rows    bit (row within box * 9 + digit - 1): this row of the box holds this digit
//                              columns bit (column within box * 9 + digit - 1)
// The digit in a cell is the one bit that the nine bits of its row and the nine bits of its column share.
//
//   word   0  1  2 | 3  4  5 | 6  7  8 | 9 10 11 |12 13 14 |15 16 17 | 18 19
//          rows of the boxes of        | columns of the boxes of     | unused
//          stack 0 | stack 1 | stack 2 | band 0  | band 1  | band 2  |
// so that the OR of words k, k+3, k+6 is what band k (or stack k, from word 9) holds: three words side by side.
#pragma once

#include <cstdint>

#include "evodoku/core/bits.hpp"
#include "evodoku/core/grid.hpp"
#include "evodoku/core/hd.hpp"

namespace evodoku {

struct BoxBoard {
    static constexpr const char* name = "boxes";
    static constexpr std::uint32_t digits_mask = 0x1FF;       ///< the nine bits of one row or column of a box
    static constexpr std::uint32_t box_mask = (1u << 27) - 1;  ///< all three of them

    /// One individual in memory: 72 bytes, aligned to 80 so that it moves in 16-byte pieces.
    struct alignas(16) Stored {
        std::uint32_t word[20] = {};
    };

    /// The two words of one box.
    struct Box {
        std::uint32_t rows, columns;
    };

    /// Reads a board whose words lie `Stride` words apart: 1 in a plain struct, a block's width where a GPU kernel
    /// keeps boards in shared memory as [word][thread].
    template <int Stride>
    class ViewOf {
    public:
        EVODOKU_HD explicit ViewOf(const std::uint32_t* words) : words_(words) {}

        EVODOKU_HD Box box(int number) const { return {words_[rows_at(number)], words_[columns_at(number)]}; }

        /// What the three boxes of a band (0..2) hold in each of its rows: bit (row * 9 + digit - 1).
        EVODOKU_HD std::uint32_t band_rows(int band) const {
            return words_[band * Stride] | words_[(band + 3) * Stride] | words_[(band + 6) * Stride];
        }
        /// What the three boxes of a stack (0..2) hold in each of its columns.
        EVODOKU_HD std::uint32_t stack_columns(int stack) const {
            return words_[(stack + 9) * Stride] | words_[(stack + 12) * Stride] | words_[(stack + 15) * Stride];
        }

        /// A hash of the board, for fingerprints.
        EVODOKU_HD std::uint64_t hash() const {
            std::uint64_t sum = 0;
            for (int word = 0; word < 18; word += 2) {
                const std::uint64_t pair =
                    std::uint64_t{words_[(word + 1) * Stride]} << 32 | words_[word * Stride];
                sum = mix(sum ^ pair);
            }
            return sum;
        }

    protected:
        static EVODOKU_HD constexpr int rows_at(int box) {
            return (stack_of_box(box) * 3 + band_of_box(box)) * Stride;
        }
        static EVODOKU_HD constexpr int columns_at(int box) { return (box + 9) * Stride; }

    private:
        const std::uint32_t* words_;
    };

    template <int Stride>
    class MutableViewOf : public ViewOf<Stride> {
    public:
        EVODOKU_HD explicit MutableViewOf(std::uint32_t* words) : ViewOf<Stride>(words), words_(words) {}

        EVODOKU_HD void set_box(int number, Box box) const {
            words_[this->rows_at(number)] = box.rows;
            words_[this->columns_at(number)] = box.columns;
        }

    private:
        std::uint32_t* words_;
    };

    using View = ViewOf<1>;
    using MutableView = MutableViewOf<1>;
    static EVODOKU_HD View view(const Stored& board) { return View(board.word); }
    static EVODOKU_HD MutableView view(Stored& board) { return MutableView(board.word); }

    /// The bits of a digit (1..9) in a cell (0..8) of a box.
    static EVODOKU_HD constexpr Box place(int within, int digit) {
        return {1u << (within / 3 * 9 + digit - 1), 1u << (within % 3 * 9 + digit - 1)};
    }

    /// The digit in a cell of a box, as one bit of nine.
    static EVODOKU_HD constexpr std::uint32_t digit_bit(Box box, int within) {
        return box.rows >> (within / 3 * 9) & box.columns >> (within % 3 * 9) & digits_mask;
    }

    /// Exchanges the digits of two cells of a box; the same cell twice changes nothing.
    static EVODOKU_HD constexpr Box swapped(Box box, int within_a, int within_b) {
        const std::uint32_t both = digit_bit(box, within_a) ^ digit_bit(box, within_b);
        return {box.rows ^ both << (within_a / 3 * 9) ^ both << (within_b / 3 * 9),
                box.columns ^ both << (within_a % 3 * 9) ^ both << (within_b % 3 * 9)};
    }

    /// The board as a grid.
    static EVODOKU_HD Grid to_grid(const Stored& board) {
        Grid grid;
        for (int cell = 0; cell < cell_count; ++cell) {
            const std::uint32_t bit = digit_bit(view(board).box(box_of(cell)), within_box(cell));
            grid[cell] = static_cast<std::uint8_t>(lowest_bit(bit) + 1);
        }
        return grid;
    }

    /// A full grid, each box a permutation of 1..9, as a board.
    static EVODOKU_HD Stored from_grid(const Grid& grid) {
        Stored board;
        for (int box = 0; box < 9; ++box) {
            Box words{0, 0};
            for (int within = 0; within < 9; ++within) {
                const Box bits = place(within, grid[cell_in_box(box, within)]);
                words.rows |= bits.rows, words.columns |= bits.columns;
            }
            view(board).set_box(box, words);
        }
        return board;
    }
};

static_assert(sizeof(BoxBoard::Stored) == 80);

}  // namespace evodoku
