// A larger board under change: its digits, and the counts of digits in rows and columns beside them. Shared by the
// mutations with a search of their own. Not an operator.
#pragma once

#include <cstdint>

#include "core/bits.hpp"
#include "core/draws.hpp"
#include "core/large_puzzle.hpp"
#include "representation/large_board.hpp"

namespace evodoku {

template <int order>
class LargeWalk {
public:
    using Shape = LargeGeometry<order>;
    using MutableView = typename LargeBoard<order>::MutableView;

    EVODOKU_HD LargeWalk(MutableView board, const LargePuzzle<order>& puzzle) : board_(board), puzzle_(puzzle) {
        for (int cell = 0; cell < Shape::cells; ++cell) add(cell, board.digits()[cell]);
    }

    /// The row-column cost.
    EVODOKU_HD std::uint32_t cost() const { return cost_; }
    EVODOKU_HD int digit(int cell) const { return board_.digits()[cell]; }

    /// How often a digit is in the row and in the column of a cell.
    EVODOKU_HD std::int32_t count(int cell, int digit) const {
        return in_line_[Shape::row_of(cell)][digit - 1] + in_line_[Shape::size + Shape::column_of(cell)][digit - 1];
    }

    EVODOKU_HD void take(int cell) { change(cell, board_.digits()[cell], false); }
    EVODOKU_HD void put(int cell, int digit) {
        board_.digits()[cell] = static_cast<std::uint8_t>(digit);
        add(cell, digit);
    }
    EVODOKU_HD void swap(int a, int b) {
        const int at_a = digit(a), at_b = digit(b);
        take(a), take(b);
        put(a, at_b), put(b, at_a);
    }

    /// A random line with a digit twice or more, a random such digit of it, and of the boxes that hold it in a free
    /// cell the one redrawn longest ago, the first of several. Requires a cost above 0.
    EVODOKU_HD int box_in_conflict(Draws& draws) const {
        const int rows = count_bits(crowded_[0]), columns = count_bits(crowded_[1]);
        const int nth = static_cast<int>(draws.below_small(static_cast<std::uint32_t>(rows + columns)));
        const int line = nth < rows ? nth_bit(crowded_[0], nth) : Shape::size + nth_bit(crowded_[1], nth - rows);
        const auto repeated = static_cast<std::uint32_t>(count_bits(repeated_[line]));
        const int digit = nth_bit(repeated_[line], static_cast<int>(draws.below_small(repeated))) + 1;
        int oldest = -1;
        std::uint32_t oldest_time = ~0u;
        for (int k = 0; k < Shape::size; ++k) {
            const int cell = Shape::cell_of_unit(line, k);
            if (board_.digits()[cell] != digit || puzzle_.fixed[cell] != 0) continue;
            const int box = Shape::box_of(cell);
            if (board_.redrawn(box) < oldest_time) oldest = box, oldest_time = board_.redrawn(box);
        }
        return oldest;
    }

private:
    EVODOKU_HD void add(int cell, int digit) { change(cell, digit, true); }

    EVODOKU_HD void change(int cell, int digit, bool more) {
        change_line(Shape::row_of(cell), digit - 1, more);
        change_line(Shape::size + Shape::column_of(cell), digit - 1, more);
    }

    EVODOKU_HD void change_line(int line, int number, bool more) {
        const std::uint64_t bit = std::uint64_t{1} << number;
        std::uint8_t& count = in_line_[line][number];
        const int most = more ? ++count : count--;  // the larger of before and after
        if (most < 2) return;
        cost_ += more ? 1u : ~0u;
        if (most > 2) return;
        repeated_[line] ^= bit;
        const int kind = line / Shape::size;
        const std::uint64_t line_bit = std::uint64_t{1} << line % Shape::size;
        crowded_[kind] = repeated_[line] != 0 ? crowded_[kind] | line_bit : crowded_[kind] & ~line_bit;
    }

    MutableView board_;
    const LargePuzzle<order>& puzzle_;
    std::uint32_t cost_ = 0;
    std::uint8_t in_line_[2 * Shape::size][Shape::size] = {};  ///< row, then column -> digit - 1 -> how often
    std::uint64_t repeated_[2 * Shape::size] = {};             ///< line -> the digits that it has twice or more
    std::uint64_t crowded_[2] = {};                            ///< the rows, the columns with such a digit
};

}  // namespace evodoku
