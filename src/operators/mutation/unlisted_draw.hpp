// One draw of the heat bath for a box with too many alleles to list. Not an operator.
#pragma once

#include <cstdint>

#include "core/bits.hpp"
#include "core/draws.hpp"
#include "core/puzzle.hpp"
#include "operators/mutation/box_pairs.hpp"
#include "operators/mutation/vector_words.hpp"
#include "representation/box_board.hpp"

namespace evodoku {

/// Draws an arrangement of a box, within its candidates, with probability proportional to 2^-(shift E). E is the number
/// of its clashes with the four neighbours, counted in full. Dynamic programming over its free cells and the set of
/// digits used:
///
///   sum(empty set) = 1,   sum(set) = sum over its digits d of sum(set without d) * 2^-(shift * clashes of d in cell k)
///
/// where k is the cell that the set's last digit goes to: as many cells are filled as it has digits. sum(all) adds up
/// all arrangements. Then a walk back, from the last cell to the first: its digit is drawn by its share of the sum, one
/// random number per cell. At most 512 sets and 2,304 terms.
///
/// Integers of 64 bits, 1 held as 2^44: 9! arrangements stay below 2^63. Each cell's clashes are counted above its
/// fewest, which changes no probability and keeps the weights large.
class UnlistedDraw {
public:
    EVODOKU_HD UnlistedDraw(const Puzzle& puzzle, std::uint32_t box) : puzzle_(puzzle), box_(box) {
        cells_ = puzzle.free_count[box];
        for (std::uint32_t k = 0; k < cells_; ++k) digit_[k] = puzzle.missing[box][k];
    }

    /// `around`: what the four neighbours hold. Returns `before` where the candidates allow no arrangement.
    EVODOKU_HD BoxBoard::Box operator()(const NeighbourBoxes& around, std::uint32_t shift, BoxBoard::Box before,
                                        Draws& draws) {
        // Where every arrangement clashes too often to weigh anything, all are alike.
        if (!weigh(around, shift) && !weigh(around, 0)) return before;
        BoxBoard::Box bits = BoxBoard::fixed_part(puzzle_, static_cast<int>(box_));
        std::uint32_t set = (1u << cells_) - 1;
        for (std::uint32_t cell = cells_; cell-- != 0;) {
            const std::uint64_t uniform = std::uint64_t{draws.bits(32)} << 32;
            std::uint64_t left = multiply_high(uniform, sum_[set]);
            std::uint32_t digit = 0;
            for (std::uint32_t open = set & allowed_[cell];; open &= open - 1) {
                digit = static_cast<std::uint32_t>(lowest_bit(open));
                const std::uint64_t term = sum_[set ^ 1u << digit] >> shift_of(cell, digit);
                if (left < term) break;
                left -= term;
            }
            set ^= 1u << digit;
            bits |= BoxBoard::place(puzzle_.free_cell[box_][cell], digit_[digit]);
        }
        return bits;
    }

private:
    static constexpr std::uint32_t bits_per_shift = 6;

    EVODOKU_HD std::uint32_t shift_of(std::uint32_t cell, std::uint32_t digit) const {
        return static_cast<std::uint32_t>(shifts_[cell] >> bits_per_shift * digit) & 63;
    }

    /// Returns true if any arrangement weighs something.
    EVODOKU_HD bool weigh(const NeighbourBoxes& around, std::uint32_t shift) {
        for (std::uint32_t cell = 0; cell < cells_; ++cell) weigh_cell(around, shift, cell);
        sum_[0] = std::uint64_t{1} << 44;
#if EVODOKU_ON_DEVICE
        add_up();
#else
        add_up_by_vectors();
#endif
        return sum_[(1u << cells_) - 1] != 0;
    }

    EVODOKU_HD void add_up() {
        for (std::uint32_t set = 1; set < 1u << cells_; ++set) {
            const auto cell = static_cast<std::uint32_t>(count_bits(set)) - 1;
            std::uint64_t sum = 0;
            for (std::uint32_t open = set & allowed_[cell]; open != 0; open &= open - 1) {
                const auto digit = static_cast<std::uint32_t>(lowest_bit(open));
                sum += sum_[set ^ 1u << digit] >> shift_of(cell, digit);
            }
            sum_[set] = sum;
        }
    }

#if !EVODOKU_ON_DEVICE
    /// The same for four sets at once, which differ in the first two digits. The sum of a set's other digits needs a
    /// vector of shifts, by the digit and by how many others there are. Requires two cells.
    void add_up_by_vectors() {
        constexpr std::uint64_t never = 63;  // no sum has more bits
        std::uint64_t shift[9][10];          // digit, cell
        for (std::uint32_t cell = 0; cell < 10; ++cell) {
            for (std::uint32_t digit = 0; digit < cells_; ++digit) {
                const bool may = cell < cells_ && (allowed_[cell] >> digit & 1) != 0;
                shift[digit][cell] = may ? shift_of(cell, digit) : never;
            }
        }
        WordVector shifts[9][8];
        for (std::uint32_t digit = 2; digit < cells_; ++digit) {
            for (std::uint32_t many = 1; many <= cells_ - 2; ++many) {
                const std::uint64_t* from = shift[digit] + many;
                shifts[digit][many] = WordVector{from[-1], from[0], from[0], from[1]};
            }
        }
        for (std::uint32_t others = 0; others < 1u << (cells_ - 2); ++others) {
            const auto many = static_cast<std::uint32_t>(count_bits(others));
            WordVector sums{others == 0 ? sum_[0] : 0};
            for (std::uint32_t open = others; open != 0; open &= open - 1) {
                const auto digit = static_cast<std::uint32_t>(lowest_bit(open));
                sums += load_words<WordVector>(sum_ + 4 * (others ^ 1u << digit)) >> shifts[digit + 2][many];
            }
            const std::uint64_t none = sums[0], first = sums[1] + (none >> shift[0][many]),
                                second = sums[2] + (none >> shift[1][many]);
            const std::uint64_t both = sums[3] + (second >> shift[0][many + 1]) + (first >> shift[1][many + 1]);
            store_words(sum_ + 4 * others, WordVector{none, first, second, both});
        }
    }
#endif

    EVODOKU_HD void weigh_cell(const NeighbourBoxes& around, std::uint32_t shift, std::uint32_t cell) {
        const int within = puzzle_.free_cell[box_][cell];
        const std::uint32_t candidates = puzzle_.candidates[cell_in_box(static_cast<int>(box_), within)];
        std::uint32_t allowed = 0, fewest = ~0u;
        std::uint64_t clashes = 0;
        for (std::uint32_t k = 0; k < cells_; ++k) {
            if ((candidates >> (digit_[k] - 1) & 1) == 0) continue;
            const std::uint32_t each = around.clashes_of(within, digit_[k]);
            allowed |= 1u << k;
            fewest = each < fewest ? each : fewest;
            clashes |= std::uint64_t{each} << bits_per_shift * k;
        }
        std::uint64_t shifts = 0;
        for (std::uint32_t k = 0; k < cells_; ++k) {
            if ((allowed >> k & 1) == 0) continue;
            const auto more = static_cast<std::uint32_t>(clashes >> bits_per_shift * k & 63) - fewest;
            shifts |= std::uint64_t{shift * more} << bits_per_shift * k;
        }
        allowed_[cell] = static_cast<std::uint16_t>(allowed);
        shifts_[cell] = shifts;
    }

    const Puzzle& puzzle_;
    std::uint32_t box_, cells_;
    std::uint8_t digit_[9];      ///< the missing digits: bit k of a set is digit_[k]
    std::uint16_t allowed_[9];   ///< cell -> the digits that its candidates allow, as a set
    std::uint64_t shifts_[9];    ///< cell -> six bits per digit: shift * clashes, above its fewest
    std::uint64_t sum_[1 << 9];  ///< set -> see above
};

}  // namespace evodoku
