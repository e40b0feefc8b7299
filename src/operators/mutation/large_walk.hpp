// A larger board under change, and the counts of its digits in rows and columns. For the mutations with a search of
// their own.
#pragma once

#include <cstdint>

#include "core/bits.hpp"
#include "core/draws.hpp"
#include "core/puzzle.hpp"
#include "core/threads.hpp"
#include "representation/large_board.hpp"

namespace evodoku {

/// The part of a walk that a team shares.
template <int order>
struct LargeCounts {
    static constexpr int lines = 2 * Geometry<order>::size;
    std::uint8_t in_line[lines][Geometry<order>::size];  ///< row, then column -> digit - 1 -> how often
    std::uint64_t repeated[lines];                       ///< line -> the digits that it has twice or more
};

/// Each thread of a team has a walk, with the same numbers.
template <int order, class Team = Alone>
class LargeWalk {
public:
    using Shape = Geometry<order>;
    using MutableView = typename LargeBoard<order>::MutableView;

    EVODOKU_HD LargeWalk(MutableView board, const LargePuzzle<order>& puzzle, const Team& team = Team())
        : board_(board), puzzle_(puzzle), team_(team), counts_(team) {
        for (int line = team_.rank(); line < 2 * Shape::size; line += Team::size) {
            for (std::uint8_t& count : counts().in_line[line]) count = 0;
            counts().repeated[line] = 0;
            for (int k = 0; k < Shape::size; ++k) {
                change_line(line, line < Shape::size, digit(Shape::cell_of_unit(line, k)) - 1, true);
            }
        }
        agree();
    }

    /// The row-column cost.
    EVODOKU_HD std::uint32_t cost() const { return cost_; }
    EVODOKU_HD int digit(int cell) const { return board_.digits()[cell]; }
    EVODOKU_HD const Team& team() const { return team_; }

    /// How often a digit is in the row and in the column of a cell.
    EVODOKU_HD std::int32_t count(int cell, int digit) const {
        return counts().in_line[Shape::row_of(cell)][digit - 1] +
               counts().in_line[Shape::size + Shape::column_of(cell)][digit - 1];
    }

    /// Takes the free cells of a box out of the counts.
    EVODOKU_HD void take_box(int box) { change_box(box, false); }
    /// Counts them again. Requires that the digits are written, and seen by all.
    EVODOKU_HD void put_box(int box) { change_box(box, true); }
    /// Only writes it.
    EVODOKU_HD void set(int cell, int digit) { board_.digits()[cell] = static_cast<std::uint8_t>(digit); }

    EVODOKU_HD void swap(int a, int b) {
        team_.wait();  // for those that still read
        if (team_.is_first()) {
            const int at_a = digit(a), at_b = digit(b);
            change(a, false), change(b, false);
            set(a, at_b), set(b, at_a);
            change(a, true), change(b, true);
        }
        cost_ = team_.from_first(cost_);
        for (std::uint64_t& lines : crowded_) lines = team_.from_first(lines);
        team_.wait();
    }

    /// A random line with a digit twice or more, a random such digit of it, and of the boxes that hold it in a free
    /// cell the one redrawn longest ago, the first of several. Requires a cost above 0.
    EVODOKU_HD int box_in_conflict(Draws& draws) const {
        const int rows = count_bits(crowded_[0]), columns = count_bits(crowded_[1]);
        const int nth = static_cast<int>(draws.below_small(static_cast<std::uint32_t>(rows + columns)));
        const int line = nth < rows ? nth_bit(crowded_[0], nth) : Shape::size + nth_bit(crowded_[1], nth - rows);
        const std::uint64_t digits = counts().repeated[line];
        const int nth_digit = static_cast<int>(draws.below_small(static_cast<std::uint32_t>(count_bits(digits))));
        const int digit = nth_bit(digits, nth_digit) + 1;
        std::int32_t oldest = 0x7FFFFFFF;  // time, then place in the line
        for (int k = team_.rank(); k < Shape::size; k += Team::size) {
            const int cell = Shape::cell_of_unit(line, k);
            if (board_.digits()[cell] != digit || puzzle_.fixed[cell] != 0) continue;
            const auto time = static_cast<std::int32_t>(board_.redrawn(Shape::box_of(cell)));
            const std::int32_t here = time << 6 | k;
            oldest = here < oldest ? here : oldest;
        }
        const int place = team_.least(oldest) & 63;
        team_.wait();  // for those that still read: a redraw changes the counts
        return Shape::box_of(Shape::cell_of_unit(line, place));
    }

private:
    EVODOKU_HD LargeCounts<order>& counts() { return *counts_; }
    EVODOKU_HD const LargeCounts<order>& counts() const { return *counts_; }

    /// From the changes that each thread has made to the sums of all.
    EVODOKU_HD void agree() {
        cost_ = team_.sum(cost_);
        for (std::uint64_t& lines : crowded_) lines = team_.any(lines);
        team_.wait();
    }

    EVODOKU_HD void change_box(int box, bool more) {
        if constexpr (Team::size == 1) {
            for (int k = 0; k < puzzle_.free_count[box]; ++k) change(puzzle_.free_cell[box][k], more);
        } else {
            change_box_together(box, more);
            agree();
        }
    }

    /// The rows and the columns of a box, each by one thread: no two change the same counts.
    EVODOKU_HD void change_box_together(int box, bool more) {
        const int row = box / order * order, column = box % order * order;
        constexpr std::uint64_t lines = (std::uint64_t{1} << order) - 1;
        if (!team_.is_first()) cost_ = 0;
        crowded_[0] &= ~(lines << row), crowded_[1] &= ~(lines << column);  // their threads note them again
        for (int k = team_.rank(); k < 2 * order; k += Team::size) {
            const bool is_row = k < order;
            const int line = is_row ? row + k : Shape::size + column + k - order, first = is_row ? column : row;
            crowd(line, is_row);
            for (int j = 0; j < order; ++j) {
                const int cell = Shape::cell_of_unit(line, first + j);
                if (puzzle_.fixed[cell] == 0) change_line(line, is_row, digit(cell) - 1, more);
            }
        }
    }

    EVODOKU_HD void change(int cell, bool more) {
        change_line(Shape::row_of(cell), true, digit(cell) - 1, more);
        change_line(Shape::size + Shape::column_of(cell), false, digit(cell) - 1, more);
    }

    EVODOKU_HD void change_line(int line, bool is_row, int number, bool more) {
        const std::uint64_t bit = std::uint64_t{1} << number;
        std::uint8_t& count = counts().in_line[line][number];
        const int most = more ? ++count : count--;  // the larger of before and after
        if (most < 2) return;
        cost_ += more ? 1u : ~0u;
        if (most > 2) return;
        counts().repeated[line] ^= bit;
        crowd(line, is_row);
    }

    /// Notes whether a line has a digit twice. No array is indexed by a variable: both words stay in registers.
    EVODOKU_HD void crowd(int line, bool is_row) {
        const bool is_crowded = counts().repeated[line] != 0;
        const std::uint64_t bit = std::uint64_t{1} << (is_row ? line : line - Shape::size);
        const std::uint64_t row = is_row ? bit : 0, column = is_row ? 0 : bit;
        crowded_[0] = is_crowded ? crowded_[0] | row : crowded_[0] & ~row;
        crowded_[1] = is_crowded ? crowded_[1] | column : crowded_[1] & ~column;
    }

    MutableView board_;
    const LargePuzzle<order>& puzzle_;
    Team team_;
    typename Team::template Held<LargeCounts<order>> counts_;
    std::uint32_t cost_ = 0;
    std::uint64_t crowded_[2] = {};  ///< the rows, the columns with a digit twice or more
};

}  // namespace evodoku
