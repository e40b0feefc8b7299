// LargeBoard: a chromosome of a larger board, each box a permutation of the digits it misses. Layout and views.
//
//   bytes 0 .. cells - 1       the digits, 1 .. size, row by row
//   then, from a whole word    notes: per box 16 bits, the time of its last redraw; 16 bits of temperature
//
// A word has 64 bits. The counts of digits in rows and columns, which a mutation needs, are made from the board: that
// takes as long as one redraw of a box, and a mutation makes many.
#pragma once

#include <cstdint>

#include "core/bits.hpp"
#include "core/puzzle.hpp"
#include "evodoku/core/grid.hpp"
#include "evodoku/core/hd.hpp"
#include "evodoku/representation/kinds_of_board.hpp"

namespace evodoku {

template <int order_>
struct LargeBoard {
    static constexpr int order = order_;
    using Shape = Geometry<order>;
    using Puzzle = LargePuzzle<order>;

    static constexpr Boards flag = box_board_of(order);
    static constexpr bool in_registers = false;
    static constexpr int digit_words = (Shape::cells + 7) / 8;
    static constexpr int note_words = (2 * (Shape::size + 1) + 7) / 8;
    static constexpr int words = (digit_words + note_words + 1) / 2 * 2;

    struct alignas(16) Stored {
        std::uint64_t word[words] = {};
    };

    /// The bits of a word that are notes.
    static EVODOKU_HD constexpr std::uint64_t notes_in(int word) { return word < digit_words ? 0 : ~std::uint64_t{0}; }

    class View {
    public:
        EVODOKU_HD explicit View(const std::uint64_t* words_of_board) : words_(words_of_board) {}

        /// The digits, row by row.
        EVODOKU_HD const std::uint8_t* digits() const { return reinterpret_cast<const std::uint8_t*>(words_); }
        EVODOKU_HD int digit(int cell) const { return digits()[cell]; }
        EVODOKU_HD void get_digits(std::uint8_t* of_cells) const {
            for (int cell = 0; cell < Shape::cells; ++cell) of_cells[cell] = digits()[cell];
        }
        /// When a box was redrawn last: later ones have a higher number.
        EVODOKU_HD std::uint32_t redrawn(int box) const { return note(box); }
        /// In units of the mutation that uses it; 0: none yet.
        EVODOKU_HD std::uint32_t temperature() const { return note(Shape::size); }

        /// Digits missing, summed over rows and columns.
        EVODOKU_HD std::uint32_t missing_digits() const {
            std::uint64_t in_column[Shape::size] = {};
            int present = 0;
            for (int row = 0; row < Shape::size; ++row) {
                std::uint64_t in_row = 0;
                for (int column = 0; column < Shape::size; ++column) {
                    const std::uint64_t digit = std::uint64_t{1} << digits()[row * Shape::size + column];
                    in_row |= digit;
                    in_column[column] |= digit;
                }
                present += count_bits(in_row);
            }
            for (const std::uint64_t column : in_column) present += count_bits(column);
            return static_cast<std::uint32_t>(2 * Shape::cells - present);
        }

        /// See CellBoard::View: for finding equal boards, and for fingerprints.
        EVODOKU_HD std::uint64_t key() const { return hash_of(digit_words); }
        EVODOKU_HD std::uint64_t hash() const { return hash_of(words); }

    protected:
        EVODOKU_HD static constexpr int note_at(int number) { return digit_words * 8 + 2 * number; }

    private:
        EVODOKU_HD std::uint32_t note(int number) const {
            const int note = note_at(number);
            return digits()[note] | std::uint32_t{digits()[note + 1]} << 8;
        }
        EVODOKU_HD std::uint64_t hash_of(int count) const {
            std::uint64_t sum = 0;
            for (int word = 0; word < count; ++word) sum = mix(sum ^ words_[word]);
            return sum;
        }

        const std::uint64_t* words_;
    };

    class MutableView : public View {
    public:
        EVODOKU_HD explicit MutableView(std::uint64_t* words_of_board) : View(words_of_board), words_(words_of_board) {}

        EVODOKU_HD std::uint8_t* digits() const { return reinterpret_cast<std::uint8_t*>(words_); }
        EVODOKU_HD void set_redrawn(int box, std::uint32_t time) const { set_note(box, time); }
        EVODOKU_HD void set_temperature(std::uint32_t temperature) const { set_note(Shape::size, temperature); }

        /// Writes the whole board, row by row, and no notes; nothing, and returns false, if a cell is not 1..size.
        EVODOKU_HD bool set_digits(const std::uint8_t* of_cells) const {
            if (!are_digits<order>(of_cells)) return false;
            write(of_cells);
            return true;
        }
        /// Writes the fixed cells, and no notes.
        EVODOKU_HD void begin(const Puzzle& puzzle) const { write(puzzle.fixed); }

        /// Writes the whole board: box k from `b` if bit k of `from_b` is set, else from `a`, with its notes. The
        /// temperature is that of `a`.
        EVODOKU_HD void set_crossed(View a, View b, std::uint64_t from_b) const {
            for (int word = digit_words - 1; word < words; ++word) words_[word] = 0;
            for (int cell = 0; cell < Shape::cells; ++cell) {
                const bool second = (from_b >> Shape::box_of(cell) & 1) != 0;
                digits()[cell] = (second ? b : a).digits()[cell];
            }
            for (int box = 0; box < Shape::size; ++box) {
                set_redrawn(box, ((from_b >> box & 1) != 0 ? b : a).redrawn(box));
            }
            set_temperature(a.temperature());
        }

    private:
        EVODOKU_HD void write(const std::uint8_t* of_cells) const {
            for (int word = digit_words - 1; word < words; ++word) words_[word] = 0;
            for (int cell = 0; cell < Shape::cells; ++cell) digits()[cell] = of_cells[cell];
        }
        EVODOKU_HD void set_note(int number, std::uint32_t value) const {
            const int note = View::note_at(number);
            digits()[note] = static_cast<std::uint8_t>(value);
            digits()[note + 1] = static_cast<std::uint8_t>(value >> 8);
        }

        std::uint64_t* words_;
    };

    static EVODOKU_HD View view(const Stored& board) { return View(board.word); }
    static EVODOKU_HD MutableView view(Stored& board) { return MutableView(board.word); }

    /// What operators rely on: each box has each digit once, and the puzzle's fixed cells.
    static EVODOKU_HD bool is_whole(const Stored& board, const Puzzle& puzzle) {
        return are_whole(view(board).digits(), puzzle);
    }
    /// The same of digits, row by row.
    static EVODOKU_HD bool are_whole(const std::uint8_t* digits, const Puzzle& puzzle) {
        EVODOKU_ROLLED
        for (int box = 0; box < Shape::size; ++box) {
            std::uint64_t held = 0;
            EVODOKU_ROLLED
            for (int within = 0; within < Shape::size; ++within) {
                const int cell = Shape::cell_in_box(box, within);
                const std::uint8_t digit = digits[cell], fixed = puzzle.fixed[cell];
                if (digit < 1 || digit > Shape::size || (fixed != 0 && digit != fixed)) return false;
                held |= std::uint64_t{1} << (digit - 1);
            }
            if (held != Shape::all_digits) return false;
        }
        return true;
    }

    static Grid to_grid(const Stored& board) { return grid_of<order>(view(board)); }

    /// Fixed cells and boxes are correct by construction, but not those of other programs.
    static EVODOKU_HD bool is_solution(auto board, const Puzzle& puzzle) {
        return board.missing_digits() == 0 && are_whole(board.digits(), puzzle);
    }
};

}  // namespace evodoku
