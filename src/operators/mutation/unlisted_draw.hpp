// One draw of the heat bath for a box with too many alleles to list.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <iterator>

#include "core/bits.hpp"
#include "core/puzzle.hpp"
#include "operators/mutation/allele_draw.hpp"
#include "operators/mutation/box_pairs.hpp"
#include "representation/box_board.hpp"

namespace evodoku {

/// A word holds a number of six bits per digit, nine in all.
inline constexpr std::uint32_t bits_per_digit = 6;
inline constexpr std::uint64_t per_digit_mask = (1u << bits_per_digit) - 1;  ///< no sum has more than 63 bits

#if !EVODOKU_ON_DEVICE

/// The sets of `digits` digits in order of size; first[n]: where the sets of n digits begin.
template <std::uint32_t digits>
struct DigitSets {
    std::array<std::uint8_t, 1u << digits> sets{};
    std::array<std::uint8_t, digits + 2> first{};

    constexpr DigitSets() {
        std::uint8_t place = 0;
        for (std::uint32_t size = 0; size <= digits; ++size) {
            first[size] = place;
            for (std::uint32_t set = 0; set < 1u << digits; ++set) {
                if (static_cast<std::uint32_t>(std::popcount(set)) == size) {
                    sets[place++] = static_cast<std::uint8_t>(set);
                }
            }
        }
        first[digits + 1] = place;
    }
};
template <std::uint32_t digits>
inline constexpr DigitSets<digits> digit_sets{};

/// A vector has the sets that differ in the first digits: lane k has those digits that are bits of k.
struct DigitSetLanes {
    using Vector = WideVector;
    static constexpr std::uint32_t lanes = words_of<Vector>, digits = std::countr_zero(lanes);
    using All = std::make_integer_sequence<std::uint32_t, lanes>;

    static constexpr std::uint32_t size(std::uint32_t lane) { return static_cast<std::uint32_t>(std::popcount(lane)); }
    /// The digit of a lane with `number` smaller ones; 0 if it has none.
    static constexpr std::uint32_t digit(std::uint32_t lane, std::uint32_t number) {
        for (; number != 0; --number) lane &= lane - 1;
        return lane == 0 ? 0 : static_cast<std::uint32_t>(std::countr_zero(lane));
    }
    /// of[n] in the lanes of n digits.
    EVODOKU_INLINE static Vector by_size(const std::uint64_t* words) { return by_size(words, All{}); }

private:
    template <std::uint32_t... lane>
    EVODOKU_INLINE static Vector by_size(const std::uint64_t* words, std::integer_sequence<std::uint32_t, lane...>) {
        return Vector{words[size(lane)]...};
    }
};

/// The terms for the digits in which the sets of a vector differ: the sum without the digit, shifted.
class OwnTerms {
    using Lanes = DigitSetLanes;
    using Vector = Lanes::Vector;

public:
    /// shifts[n]: per digit, where it is the last of a set with n other own ones.
    EVODOKU_INLINE explicit OwnTerms(const std::uint64_t* shifts) : OwnTerms(shifts, Lanes::All{}) {}

    /// `sums`: the terms of the other digits. Sets of one own digit come first, then those of two, ...
    EVODOKU_INLINE Vector added_to(Vector sums) const {
        sums += term<1, 0>(sums);
        sums += term<2, 0>(sums) + term<2, 1>(sums);
        if constexpr (Lanes::digits == 3) sums += term<3, 0>(sums) + term<3, 1>(sums) + term<3, 2>(sums);
        return sums;
    }

private:
    static_assert(Lanes::digits == 2 || Lanes::digits == 3);

    template <std::uint32_t... lane>
    EVODOKU_INLINE OwnTerms(const std::uint64_t* shifts, std::integer_sequence<std::uint32_t, lane...>) {
        for (std::uint32_t size = 1; size <= Lanes::digits; ++size) {
            for (std::uint32_t number = 0; number < size; ++number) {
                const Vector from_bit{(bits_per_digit * Lanes::digit(lane, number))...},
                    others{(Lanes::size(lane) == size ? 0 : per_digit_mask)...};
                shifts_[size - 1][number] = (((Vector{} + shifts[size - 1]) >> from_bit) & per_digit_mask) | others;
            }
        }
    }

    /// In the lanes of `size` digits that of the digit with `number` smaller ones, elsewhere 0.
    template <std::uint32_t size, std::uint32_t number>
    EVODOKU_INLINE Vector term(const Vector& sums) const {
        return without<number>(sums, Lanes::All{}) >> shifts_[size - 1][number];
    }
    template <std::uint32_t number, std::uint32_t... lane>
    EVODOKU_INLINE static Vector without(const Vector& sums, std::integer_sequence<std::uint32_t, lane...>) {
        return Vector{sums[lane & ~(1u << Lanes::digit(lane, number))]...};
    }

    Vector shifts_[Lanes::digits][Lanes::digits];
};

#endif

/// Draws an arrangement of a box, within its candidates, with probability proportional to 2^-(shift E). E is the number
/// of its clashes with the four neighbours, counted in full. Dynamic programming over its free cells and the set of
/// digits used:
///
///   sum(empty set) = 1,   sum(set) = sum over its digits d of sum(set without d) * 2^-(shift * clashes of d in cell k)
///
/// where k is the cell that the set's last digit goes to: as many cells are filled as it has digits. sum(all) adds up
/// all arrangements. One random number below sum(all) says which: from the last cell to the first it falls into the
/// share of a digit, and where in that share says the rest. At most 512 sets and 2,304 terms.
///
/// Integers of 64 bits, 1 held as 2^44: 9! arrangements stay below 2^63. Each cell's clashes are counted above its
/// fewest, which changes no probability and keeps the weights large.
class UnlistedDraw {
public:
    EVODOKU_HD UnlistedDraw(const Puzzle& puzzle, std::uint32_t box) : puzzle_(puzzle), box_(box) {}

    /// `around`: what the four neighbours hold. `uniform`: a random number of 64 bits. Returns `before` where the
    /// candidates allow no arrangement.
    EVODOKU_HD BoxBoard::Box operator()(const NeighbourBoxes& around, std::uint32_t shift, BoxBoard::Box before,
                                        std::uint64_t uniform) {
        // Where every arrangement clashes too often to weigh anything, all are alike.
        if (!weigh(around, shift) && !weigh(around, 0)) return before;
        BoxBoard::Box bits = puzzle_.fixed_lines[box_];
        std::uint32_t set = (1u << cells_) - 1;
        std::uint64_t left = multiply_high(uniform, sum_[set]);
        for (std::uint32_t cell = cells_; cell-- != 0;) {
            std::uint32_t digit = 0, shift_here = 0;
            for (std::uint32_t open = set;; open &= open - 1) {
                digit = static_cast<std::uint32_t>(lowest_bit(open));
                shift_here = shift_of(cell, digit);
                const std::uint64_t term = sum_[set ^ 1u << digit] >> shift_here;
                if (left < term) break;
                left -= term;
            }
            left <<= shift_here;
            set ^= 1u << digit;
            bits |= BoxBoard::place(puzzle_.free_cell[box_][cell], puzzle_.missing[box_][digit]);
        }
        return bits;
    }

private:
    /// A number per digit, in six bits each: digit k is the k-th that the box misses.
    using PerDigit = std::uint64_t;
    static constexpr std::uint32_t width = bits_per_digit;
    static constexpr PerDigit one_each = 0'010101010101010101;  ///< octal

    EVODOKU_HD std::uint32_t shift_of(std::uint32_t cell, std::uint32_t digit) const {
        return static_cast<std::uint32_t>(shifts_[cell] >> width * digit & per_digit_mask);
    }

    /// Returns true if any arrangement weighs something.
    EVODOKU_HD bool weigh(const NeighbourBoxes& around, std::uint32_t shift) {
        PerDigit in_row[3], in_column[3];
        for (std::uint32_t k = 0; k < 3; ++k) {
            in_row[k] = per_digit(around.line(0, k)) + per_digit(around.line(1, k));
            in_column[k] = per_digit(around.line(2, k)) + per_digit(around.line(3, k));
        }
        for (std::uint32_t cell = 0; cell < cells_; ++cell) {
            const std::uint32_t within = puzzle_.free_cell[box_][cell], row = within * 11 >> 5;
            weigh_cell(in_row[row] + in_column[within - 3 * row], shift, cell);
        }
        sum_[0] = std::uint64_t{1} << 44;
#if EVODOKU_ON_DEVICE
        add_up();
#else
        add_up_by_vectors();
#endif
        return sum_[(1u << cells_) - 1] != 0;
    }

    /// 1 for each digit of the box's missing ones that is in `digits`; bit d - 1 is digit d.
    EVODOKU_HD PerDigit per_digit(std::uint32_t digits) const {
#if defined(__BMI2__) && !EVODOKU_ON_DEVICE
        return __builtin_ia32_pdep_di(__builtin_ia32_pext_si(digits, missing_), one_each);
#else
        PerDigit per_digit = 0;
        for (std::uint32_t k = 0; k < cells_; ++k) {
            per_digit |= PerDigit{digits >> (puzzle_.missing[box_][k] - 1) & 1} << width * k;
        }
        return per_digit;
#endif
    }

    /// `clashes`: of each digit in this cell, 0..4.
    EVODOKU_HD void weigh_cell(PerDigit clashes, std::uint32_t shift, std::uint32_t cell) {
        const int within = puzzle_.free_cell[box_][cell];
        const PerDigit may = per_digit(puzzle_.candidates[cell_in_box(static_cast<int>(box_), within)]);
        const PerDigit never = (one_each ^ may) * per_digit_mask;
        clashes |= never;
        for (int fewest = 0; fewest < 4 && !some_is_zero(clashes); ++fewest) clashes -= one_each;
        shifts_[cell] = (clashes & ~never) * shift | never;
    }
    /// Each number is at most 4, or at least 59: bits 0 to 2 say whether it is 0.
    EVODOKU_HD static bool some_is_zero(PerDigit per_digit) {
        return ((per_digit | per_digit >> 1 | per_digit >> 2) & one_each) != one_each;
    }

    EVODOKU_HD void add_up() {
        for (std::uint32_t set = 1; set < 1u << cells_; ++set) {
            const auto cell = static_cast<std::uint32_t>(count_bits(set)) - 1;
            std::uint64_t sum = 0;
            for (std::uint32_t open = set; open != 0; open &= open - 1) {
                const auto digit = static_cast<std::uint32_t>(lowest_bit(open));
                sum += sum_[set ^ 1u << digit] >> shift_of(cell, digit);
            }
            sum_[set] = sum;
        }
    }

#if !EVODOKU_ON_DEVICE
    using Vector = DigitSetLanes::Vector;
    static constexpr std::uint32_t own = DigitSetLanes::digits, lanes = 1u << own;

    /// Adds up several sets at once.
    void add_up_by_vectors() {
        for (std::uint32_t beyond = cells_; beyond < std::size(shifts_); ++beyond) shifts_[beyond] = 0;
        Vector none{};
        none[0] = sum_[0];
        store_words(sum_, OwnTerms(shifts_).added_to(none));
        [this]<std::uint32_t... k>(std::integer_sequence<std::uint32_t, k...>) { (add_up_with<k + 1>(), ...); }
        (std::make_integer_sequence<std::uint32_t, 9 - own>{});
    }

    /// Sets with `many` digits other than a vector's own. They do not depend on each other.
    template <std::uint32_t many>
    EVODOKU_INLINE void add_up_with() {
        if (many + own > cells_) return;
        const Vector by_set = DigitSetLanes::by_size(shifts_ + many - 1);
        Vector shifts[9 - own];
        for (std::uint32_t k = 0; k < 9 - own; ++k) shifts[k] = by_set >> width * (k + own) & per_digit_mask;
        const OwnTerms own_terms(shifts_ + many);
        constexpr const auto& of_others = digit_sets<9 - own>;
        for (std::uint32_t k = of_others.first[many]; k < of_others.first[many + 1]; ++k) {
            const std::uint32_t others = of_others.sets[k];
            if (others >> (cells_ - own) != 0) break;
            Vector sums{};
            std::uint32_t open = others;
            EVODOKU_UNROLLED
            for (std::uint32_t j = 0; j < many; ++j, open &= open - 1) {
                const auto digit = static_cast<std::uint32_t>(lowest_bit(open));
                sums += load_words<Vector>(sum_ + lanes * (others ^ 1u << digit)) >> shifts[digit];
            }
            store_words(sum_ + lanes * others, own_terms.added_to(sums));
        }
    }
#endif

    const Puzzle& puzzle_;
    std::uint32_t box_, cells_ = puzzle_.free_count[box_];
    [[maybe_unused]] std::uint32_t missing_ = 0x1FFu & ~std::uint32_t{puzzle_.fixed_in_box[box_]};  ///< bit d - 1: d
    PerDigit shifts_[9];  ///< cell -> shift * clashes above its fewest; 63 where its candidates forbid a digit
    alignas(64) std::uint64_t sum_[1 << 9];  ///< set of digits -> the weights of its arrangements, added up
};

}  // namespace evodoku
