// BoxBoard: a chromosome of nine boxes, each a permutation of 1..9 with its fixed cells in place. Layout and views.
//
// A box is 54 bits: see BoxBits. Box b begins at bit 56 b of the board, so a board is 63 bytes: one cache line,
// two sectors of a GPU's memory. The two bits above each box are notes: 18 bits per board in which an operator may keep
// state from one generation to the next. They are part of the individual, not of the solution: they are copied, hashed
// and crossed with the box below them, and are 0 in fresh boards.
//
//   word   0        1        2        3        4        5        6        7
//          00000001 11111122 22222333 33334444 44455555 55666666 67777777 8888888.     (a digit a byte: its box)
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "core/bits.hpp"
#include "core/geometry.hpp"
#include "core/puzzle.hpp"
#include "evodoku/core/grid.hpp"
#include "evodoku/core/hd.hpp"
#include "evodoku/representation/kinds_of_board.hpp"
#include "representation/digit_vectors.hpp"

namespace evodoku {

/// One box of a BoxBoard, a permutation of 1..9, as 54 bits.
///
///   rows     bit      (row within box * 9 + digit - 1): this row of the box holds this digit
///   columns  bit 27 + (column within box * 9 + digit - 1)
///
///        26 ... 18 | 17 ... 9 | 8 ... 0        the digit in a cell is the one bit that the nine bits of its row and
///  rows    row 2   |  row 1   |  row 0         the nine bits of its column share
struct BoxBits {
    /// The bits of one box.
    using Box = std::uint64_t;

    static constexpr std::uint32_t digits_mask = 0x1FF;  ///< the nine bits of one row or column of a box
    static constexpr std::uint64_t rows_mask = (std::uint64_t{1} << 27) - 1;
    static constexpr std::uint64_t columns_mask = rows_mask << 27;
    static constexpr std::uint64_t box_mask = rows_mask | columns_mask;

    /// Multiplied by a digit's bit: the digit in a cell (0..8) of a box, as one bit of its row and one of its column.
    static constexpr std::array<std::uint64_t, 9> in_cell = [] {
        std::array<std::uint64_t, 9> factors{};
        for (std::size_t within = 0; within < 9; ++within)
            factors[within] = std::uint64_t{1} << (within / 3 * 9) | std::uint64_t{1} << (27 + within % 3 * 9);
        return factors;
    }();

    /// Cell of a box -> the first bit of its row, of its column.
    static constexpr std::array<std::uint8_t, 9> row_bit = {0, 0, 0, 9, 9, 9, 18, 18, 18},
                                                 column_bit = {27, 36, 45, 27, 36, 45, 27, 36, 45};

    /// The bits of a digit (1..9) in a cell (0..8) of a box; below, the same for a digit given as one bit of nine.
    static EVODOKU_HD constexpr Box place(int within, int digit) {
        return place_bit(within, std::uint64_t{1} << (digit - 1));
    }
    static EVODOKU_HD constexpr Box place_bit(int within, std::uint64_t digit) {
#if EVODOKU_ON_DEVICE
        return digit << (within / 3 * 9) | digit << (27 + within % 3 * 9);
#else
        return digit * in_cell[static_cast<std::size_t>(within)];
#endif
    }

    /// The digit in a cell of a box, as one bit of nine.
    static EVODOKU_HD constexpr std::uint32_t digit_bit(Box box, int within) {
#if EVODOKU_ON_DEVICE
        return static_cast<std::uint32_t>(box >> (within / 3 * 9) & box >> (27 + within % 3 * 9)) & digits_mask;
#else
        const auto index = static_cast<std::size_t>(within);
        return static_cast<std::uint32_t>(box >> row_bit[index] & box >> column_bit[index]) & digits_mask;
#endif
    }

    /// Exchanges the digits of two cells of a box; the same cell twice changes nothing.
    static EVODOKU_HD constexpr Box swapped(Box box, int within_a, int within_b) {
        const std::uint64_t both = digit_bit(box, within_a) ^ digit_bit(box, within_b);
        return box ^ place_bit(within_a, both) ^ place_bit(within_b, both);
    }
};

struct BoxBoard : BoxBits {
    static constexpr Boards flag = box_board;
    using Puzzle = evodoku::Puzzle;
    static constexpr int order = 3;
    static constexpr bool in_registers = true;  ///< all word indices are compile-time constants: see fetched()
    static constexpr int words = 8;

    struct alignas(64) Stored {
        std::uint64_t word[words] = {};
    };
    static_assert(sizeof(Stored) == 64);

    /// The bits of a layout word that are notes.
    static EVODOKU_HD constexpr std::uint64_t notes_in(int word) {
        constexpr std::uint64_t above = std::uint64_t{3} << 54;
        return above >> 8 * word | above << (56 - 8 * word);
    }

    class View {
    public:
        View() = default;  ///< of no board
        EVODOKU_HD explicit View(const std::uint64_t* words_of_board) : words_(words_of_board) {}

        EVODOKU_HD Box box(int number) const { return step(number) & box_mask; }

        /// The digit in a cell, 1..9.
        EVODOKU_HD int digit(int cell) const { return lowest_bit(digit_bit(box(box_of(cell)), within_box(cell))) + 1; }

        /// The digits in all cells, row by row.
        EVODOKU_HD EVODOKU_SELDOM void get_digits(std::uint8_t* digits) const {
#if EVODOKU_DIGIT_VECTORS
            digit_vectors::unpack_boxes(reinterpret_cast<const std::uint8_t*>(words_), digits);
#else
            for (int number = 0; number < 9; ++number) {
                const Box box = this->box(number);
                std::uint8_t* first = digits + band_of_box(number) * 27 + stack_of_box(number) * 3;
                EVODOKU_UNROLLED
                for (int within = 0; within < 9; ++within) {
                    first[within / 3 * 9 + within % 3] =
                        static_cast<std::uint8_t>(lowest_bit(digit_bit(box, within)) + 1);
                }
            }
#endif
        }

        /// Bits 2 b and 2 b + 1 are those above box b.
        EVODOKU_HD std::uint32_t notes() const {
            std::uint32_t bits = 0;
            for (int number = 0; number < 9; ++number) {
                bits |= static_cast<std::uint32_t>(step(number) >> 54 & 3) << 2 * number;
            }
            return bits;
        }

        /// The digits that the three boxes of band k hold in each of its rows, and those of stack k in each of its
        /// columns: the OR of the row bits over the band and of the column bits over the stack. 54 bits, all set if and
        /// only if the three rows and the three columns hold every digit.
        EVODOKU_HD std::uint64_t lines(int k) const {
            const std::uint64_t band = box(box_at(k, 0)) | box(box_at(k, 1)) | box(box_at(k, 2));
            const std::uint64_t stack = box(box_at(0, k)) | box(box_at(1, k)) | box(box_at(2, k));
            return (band & rows_mask) | (stack & columns_mask);
        }

        /// The digits that the other boxes of a box's band hold in its rows, and those of its stack in its columns, as
        /// the bits of a box. Bits in common with the box itself are its clashes; a bit in neither is a missing digit.
        EVODOKU_HD std::uint64_t around(int number) const {
#if EVODOKU_ON_DEVICE
            const int band = band_of_box(number), stack = stack_of_box(number);
            const std::uint64_t rows = box(box_at(band, (stack + 1) % 3)) | box(box_at(band, (stack + 2) % 3));
            const std::uint64_t columns = box(box_at((band + 1) % 3, stack)) | box(box_at((band + 2) % 3, stack));
#else
            static constexpr std::uint8_t others[9][4] = {{1, 2, 3, 6}, {0, 2, 4, 7}, {0, 1, 5, 8},
                                                          {4, 5, 0, 6}, {3, 5, 1, 7}, {3, 4, 2, 8},
                                                          {7, 8, 0, 3}, {6, 8, 1, 4}, {6, 7, 2, 5}};
            const auto& other = others[number];
            const std::uint64_t rows = box(other[0]) | box(other[1]), columns = box(other[2]) | box(other[3]);
#endif
            return (rows & rows_mask) | (columns & columns_mask);
        }

        /// Digits missing, summed over the rows, over the columns, over the boxes: 0..54, 0..54 and none. This equals
        /// the number of duplicates, because a line has nine cells.
        EVODOKU_HD std::uint32_t missing_in_rows() const { return missing_under(rows_mask); }
        EVODOKU_HD std::uint32_t missing_in_columns() const { return missing_under(columns_mask); }
        EVODOKU_HD std::uint32_t missing_in_boxes() const { return 0; }

        /// Summed over rows and columns.
        EVODOKU_HD std::uint32_t missing_digits() const {
            int present = 0;
            for (int k = 0; k < 3; ++k) present += count_bits(lines(k));
            return static_cast<std::uint32_t>(162 - present);
        }

        /// The fixed cells never change.
        EVODOKU_HD std::uint32_t broken_givens(const Puzzle&) const { return 0; }

        /// The number of rows and columns that do not hold all nine digits.
        EVODOKU_HD std::uint32_t incomplete_units() const {
            std::uint32_t complete = 0;
            for (int k = 0; k < 3; ++k) {
                const std::uint64_t held = lines(k);
                for (int line = 0; line < 6; ++line) complete += (held >> (line * 9) & digits_mask) == digits_mask;
            }
            return 18 - complete;
        }

        /// A 64-bit key of the board without its notes, much cheaper than hash(). For finding equal boards, not for
        /// fingerprints.
        EVODOKU_HD std::uint64_t key() const {
            std::uint64_t sum = 0;
            for (int word = 0; word < words; word += 2) {
                const std::uint64_t one = words_[word] & ~notes_in(word);
                const std::uint64_t other = words_[word + 1] & ~notes_in(word + 1);
                sum += fold(one ^ (0x9E3779B97F4A7C15u * static_cast<unsigned>(word + 1)), other ^ 0xD1B54A32D192ED03u);
            }
            return mix(sum);
        }

        /// A word of the layout, for set_crossed().
        EVODOKU_HD std::uint64_t raw(int word) const { return words_[word]; }

        /// A hash of the board, for fingerprints.
        EVODOKU_HD std::uint64_t hash() const {
            std::uint64_t sum = 0;
            for (int word = 0; word < words; ++word) sum = mix(sum ^ words_[word]);
            return sum;
        }

    protected:
        /// The 56 bits of a box and its notes, and eight bits of the next box.
        EVODOKU_HD std::uint64_t step(int number) const {
#if !EVODOKU_ON_DEVICE  // a processor loads from any byte
            static_assert(std::endian::native == std::endian::little);
            std::uint64_t bits;
            std::memcpy(&bits, reinterpret_cast<const char*>(words_) + 7 * number, sizeof bits);
            return bits;
#else
            const int first = 7 * number / 8, shift = 7 * number % 8 * 8;
            std::uint64_t bits = words_[first] >> shift;
            if (shift != 0) bits |= words_[first + 1] << (64 - shift);
            return bits;
#endif
        }

    private:
        EVODOKU_HD std::uint32_t missing_under(std::uint64_t mask) const {
            int present = 0;
            for (int k = 0; k < 3; ++k) present += count_bits(lines(k) & mask);
            return static_cast<std::uint32_t>(81 - present);
        }

        const std::uint64_t* words_ = nullptr;
    };

    class MutableView : public View {
    public:
        MutableView() = default;
        EVODOKU_HD explicit MutableView(std::uint64_t* words_of_board) : View(words_of_board), words_(words_of_board) {}

        /// Writes one box, keeps the notes. For all nine, set_boxes() is much faster.
        EVODOKU_HD void set_box(int number, Box bits) const {
#if !EVODOKU_ON_DEVICE
            const std::uint64_t changed = (step(number) & ~box_mask) | bits;
            std::memcpy(reinterpret_cast<char*>(words_) + 7 * number, &changed, sizeof changed);
#else
            const int first = 7 * number / 8, shift = 7 * number % 8 * 8;
            words_[first] = (words_[first] & ~(box_mask << shift)) | bits << shift;
            if (shift > 10) {
                const std::uint64_t rest = words_[first + 1] & ~(box_mask >> (64 - shift));
                words_[first + 1] = rest | bits >> (64 - shift);
            }
#endif
        }

        /// Writes the whole board without reading it.
        EVODOKU_HD void set_boxes(const Box (&boxes)[9], std::uint32_t notes = 0) const {
            set_words([&](int word) {  // box `word` ends in this word, and the next one begins in it
                const std::uint64_t ends = boxes[word] | std::uint64_t{notes >> 2 * word & 3} << 54;
                const std::uint64_t begins = boxes[word + 1] | std::uint64_t{notes >> (2 * word + 2) & 3} << 54;
                return ends >> 8 * word | begins << (56 - 8 * word);
            });
        }

        /// Writes the whole board, box k from make(k), in order, without reading it. Bits 54 and 55 are the box's
        /// notes. make(k) may read the box that it replaces.
        EVODOKU_HD void set_each_box(const auto& make) const {
            Box box = make(0);
            set_words([&](int word) {  // one box at a time: nine boxes would not fit into a GPU's registers
                const Box next = make(word + 1);
                const std::uint64_t bits = box >> 8 * word | next << (56 - 8 * word);
                box = next;
                return bits;
            });
        }

        /// Writes the whole board from its digits, row by row, and no notes. False if they are not those of a board:
        /// each box has each digit once.
        EVODOKU_HD EVODOKU_SELDOM bool set_digits(const std::uint8_t* digits) const {
#if EVODOKU_DIGIT_VECTORS
            return digit_vectors::are_digits(digits) &&
                   digit_vectors::pack_boxes(digits, reinterpret_cast<std::uint8_t*>(words_));
#else
            if (!are_digits<order>(digits)) return false;
            bool whole = true;
            set_each_box([&](int number) {
                const std::uint8_t* first = digits + band_of_box(number) * 27 + stack_of_box(number) * 3;
                Box box = 0;
                EVODOKU_UNROLLED
                for (int within = 0; within < 9; ++within) box |= place(within, first[within / 3 * 9 + within % 3]);
                whole &= ((box | box >> 9 | box >> 18) & digits_mask) == digits_mask;
                return box;
            });
            return whole;
#endif
        }

        /// Writes the whole board, box k from `b` if bit k of `from_b` is set, else from `a`, without reading it.
        EVODOKU_HD void set_crossed(View a, View b, std::uint32_t from_b) const {
            set_words([&](int word) {  // box `word` below, the next one above
                const std::uint64_t below = (std::uint64_t{1} << (56 - 8 * word)) - 1;
                const std::uint64_t box = std::uint64_t{0} - (from_b >> word & 1);  // all ones or none: no branch
                const std::uint64_t next = std::uint64_t{0} - (from_b >> (word + 1) & 1);
                const std::uint64_t mask = (box & below) | (next & ~below);
                return a.raw(word) ^ ((a.raw(word) ^ b.raw(word)) & mask);
            });
        }

    private:
        /// Writes the words that word_of(0), word_of(1), ... give.
        EVODOKU_HD void set_words(const auto& word_of) const {
            EVODOKU_UNROLLED
            for (int word = 0; word < words; word += 2) {
                const std::uint64_t low = word_of(word);
                set_pair(word, low, word_of(word + 1));
            }
        }

        struct alignas(16) Pair {
            std::uint64_t low, high;
        };

        /// At once, if a GPU writes a plain struct: a thread's widest store has 16 bytes.
        EVODOKU_HD void set_pair(int word, std::uint64_t low, std::uint64_t high) const {
            if constexpr (EVODOKU_ON_DEVICE) {
                *reinterpret_cast<Pair*>(words_ + word) = {low, high};
            } else {
                words_[word] = low;
                words_[word + 1] = high;
            }
        }

        std::uint64_t* words_ = nullptr;
    };

    static EVODOKU_HD View view(const Stored& board) { return View(board.word); }
    static EVODOKU_HD MutableView view(Stored& board) { return MutableView(board.word); }

    /// True if the board solves the puzzle. Fixed cells and boxes are correct by construction.
    static EVODOKU_HD bool is_solution(auto board, const Puzzle&) {
        return (board.lines(0) & board.lines(1) & board.lines(2)) == box_mask;
    }

    /// What operators rely on: each box has each digit once.
    static bool is_whole(const Stored& board, const Puzzle&) {
        for (int number = 0; number < 9; ++number) {
            const Box box = view(board).box(number);
            Box placed = 0;
            std::uint32_t held = 0;
            for (int within = 0; within < 9; ++within) {
                const std::uint32_t digit = digit_bit(box, within);
                if (count_bits(digit) != 1) return false;
                placed |= place_bit(within, digit), held |= digit;
            }
            if (placed != box || held != digits_mask) return false;
        }
        return true;
    }

    static Grid to_grid(const Stored& board) { return grid_of<order>(view(board)); }
};

}  // namespace evodoku
