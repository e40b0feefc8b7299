// A larger board under change, for the mutations with a search of their own; and walks of swaps inside boxes, accepted
// by their change of cost.
#pragma once

#include <cstdint>

#include "core/bits.hpp"
#include "core/draws.hpp"
#include "core/puzzle.hpp"
#include "core/threads.hpp"
#include "operators/bases.hpp"
#include "operators/temperature.hpp"
#include "representation/box_board.hpp"
#include "representation/large_board.hpp"

namespace evodoku {

/// The part of a walk that a group shares.
template <int order>
struct LargeCounts {
    static constexpr int lines = 2 * Geometry<order>::size;
    std::uint8_t in_line[lines][Geometry<order>::size];  ///< row, then column -> digit - 1 -> how often
    std::uint64_t repeated[lines];                       ///< line -> the digits that it has twice or more
};

/// Each thread of a group has a walk, with the same numbers.
template <int order, class ThreadGroup = Alone>
class LargeWalk {
public:
    using Shape = Geometry<order>;
    using MutableView = typename LargeBoard<order>::MutableView;

    EVODOKU_HD LargeWalk(MutableView board, const LargePuzzle<order>& puzzle, const ThreadGroup& group = ThreadGroup())
        : board_(board), puzzle_(puzzle), group_(group), counts_(group) {
        for (int line = group_.rank(); line < 2 * Shape::size; line += ThreadGroup::size) {
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
    EVODOKU_HD const ThreadGroup& group() const { return group_; }

    /// How often a digit is in the row and in the column of a cell.
    EVODOKU_HD std::int32_t count(int cell, int digit) const {
        return counts().in_line[Shape::row_of(cell)][digit - 1] +
               counts().in_line[Shape::size + Shape::column_of(cell)][digit - 1];
    }

    /// How many of the row and the column of a cell hold the digit of `other`, a cell of its box, outside the box.
    EVODOKU_HD int lines_with(int cell, int other) const {
        const int number = digit(other) - 1, row = Shape::row_of(cell), column = Shape::column_of(cell);
        return (counts().in_line[row][number] > (row == Shape::row_of(other))) +
               (counts().in_line[Shape::size + column][number] > (column == Shape::column_of(other)));
    }

    /// By how much the cost changes if two cells of a box are swapped.
    EVODOKU_HD int change_by_swap(int a, int b) const {
        return lines_with(a, b) + lines_with(b, a) - lines_with(a, a) - lines_with(b, b);
    }

    /// Takes the free cells of a box out of the counts.
    EVODOKU_HD void take_box(int box) { change_box(box, false); }
    /// Counts the free cells of a box. Requires that their digits are written, and seen by all threads.
    EVODOKU_HD void put_box(int box) { change_box(box, true); }
    /// Writes the digit of a cell, and does not count it.
    EVODOKU_HD void set(int cell, int digit) { board_.digits()[cell] = static_cast<std::uint8_t>(digit); }

    EVODOKU_HD void swap(int a, int b) {
        group_.wait();  // for those that still read
        if (group_.is_first()) {
            const int at_a = digit(a), at_b = digit(b);
            change(a, false), change(b, false);
            set(a, at_b), set(b, at_a);
            change(a, true), change(b, true);
        }
        cost_ = group_.from_first(cost_);
        for (std::uint64_t& lines : crowded_) lines = group_.from_first(lines);
        group_.wait();
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
        for (int k = group_.rank(); k < Shape::size; k += ThreadGroup::size) {
            const int cell = Shape::cell_of_unit(line, k);
            if (board_.digits()[cell] != digit || puzzle_.fixed[cell] != 0) continue;
            const auto time = static_cast<std::int32_t>(board_.redrawn(Shape::box_of(cell)));
            const std::int32_t here = time << 6 | k;
            oldest = here < oldest ? here : oldest;
        }
        const int place = group_.least(oldest) & 63;
        group_.wait();  // for those that still read: a redraw changes the counts
        return Shape::box_of(Shape::cell_of_unit(line, place));
    }

private:
    EVODOKU_HD LargeCounts<order>& counts() { return *counts_; }
    EVODOKU_HD const LargeCounts<order>& counts() const { return *counts_; }

    /// Sums up the changes that the threads have made: each then has the same cost.
    EVODOKU_HD void agree() {
        cost_ = group_.sum(cost_);
        for (std::uint64_t& lines : crowded_) lines = group_.any(lines);
        group_.wait();
    }

    EVODOKU_HD void change_box(int box, bool more) {
        if constexpr (ThreadGroup::size == 1) {
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
        if (!group_.is_first()) cost_ = 0;
        crowded_[0] &= ~(lines << row), crowded_[1] &= ~(lines << column);  // their threads note them again
        for (int k = group_.rank(); k < 2 * order; k += ThreadGroup::size) {
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
    ThreadGroup group_;
    typename ThreadGroup::template Held<LargeCounts<order>> counts_;
    std::uint32_t cost_ = 0;
    std::uint64_t crowded_[2] = {};  ///< the rows, the columns with a digit twice or more
};

/// Swaps of two free cells inside the boxes of a 9 x 9 board. A swap changes the row-column cost by the digits that the
/// lines of its box gain or lose:
///
///   cost = constant - bits(around | box), where `around` is the digits of the neighbours in its rows and columns
template <class MutableView>
struct BoxSwaps {
    MutableView board;
    const Puzzle& puzzle;

    /// Proposes the exchange of two different random free cells of a random box; makes it if accepts(change of cost).
    /// `directed`: the first cell clashes with a neighbour; if no cell of the box clashes, the swap changes nothing.
    /// Requires a box with two free cells.
    EVODOKU_HD void attempt(bool directed, Draws& draws, const auto& accepts) const {
        const int number = puzzle.open_box[draws.below_small(puzzle.open_boxes)];
        const std::uint64_t around = board.around(number);
        const BoxBoard::Box bits = board.box(number);
        const BoxBoard::Box proposed = propose(number, around, bits, directed, draws);
        if (accepts(count_bits(around | bits) - count_bits(around | proposed))) board.set_box(number, proposed);
    }

private:
    EVODOKU_HD BoxBoard::Box propose(int number, std::uint64_t around, BoxBoard::Box bits, bool directed,
                                     Draws& draws) const {
        const std::uint32_t free = puzzle.free_count[number];
        const std::uint32_t first = directed ? clashing_cell(number, around, bits, draws) : draws.below_small(free);
        if (first == free) return bits;
        const TwoDifferent cells = with_another(first, free, draws);
        return BoxBoard::swapped(bits, puzzle.free_cell[number][cells.first], puzzle.free_cell[number][cells.second]);
    }

    /// A random free cell among those whose digit a neighbour holds in the same row or column; free_count if none.
    EVODOKU_HD std::uint32_t clashing_cell(int number, std::uint64_t around, BoxBoard::Box bits, Draws& draws) const {
        const std::uint32_t free = puzzle.free_count[number];
        std::uint32_t clashing = 0;  // bit k: free cell k clashes
        for (std::uint32_t k = 0; k < free; ++k) {
            const int within = puzzle.free_cell[number][k];
            const std::uint64_t digit = BoxBoard::digit_bit(bits, within);
            const std::uint64_t mine = digit << (within / 3 * 9) | digit << (27 + within % 3 * 9);
            clashing |= static_cast<std::uint32_t>((around & mine) != 0) << k;
        }
        return clashing == 0 ? free : static_cast<std::uint32_t>(lowest_bit(random_bit_of(clashing, draws)));
    }
};

/// Swaps inside the boxes of a larger board.
template <int order, class ThreadGroup>
struct LargeBoxSwaps {
    LargeWalk<order, ThreadGroup> walk;
    const LargePuzzle<order>& puzzle;

    /// Proposes a swap inside a box, and makes it, as BoxSwaps::attempt() does.
    EVODOKU_HD void attempt(bool directed, Draws& draws, const auto& accepts) {
        const int box = puzzle.open_box[draws.below_small(puzzle.open_boxes)];
        const std::uint32_t free = puzzle.free_count[box];
        std::uint64_t from = (std::uint64_t{1} << free) - 1;  // bit k: free cell k may be the first
        for (std::uint32_t k = 0; directed && k < free; ++k) {
            const int cell = puzzle.free_cell[box][k];
            const bool clashes = walk.count(cell, walk.digit(cell)) > 2;  // it counts twice itself
            from &= ~(std::uint64_t{!clashes} << k);
        }
        if (from == 0) return;
        const std::uint32_t nth = draws.below_small(static_cast<std::uint32_t>(count_bits(from)));
        const auto first = static_cast<std::uint32_t>(nth_bit(from, static_cast<int>(nth)));
        const int one = puzzle.free_cell[box][first];
        const int other = puzzle.free_cell[box][with_another(first, free, draws).second];
        if (accepts(walk.change_by_swap(one, other))) walk.swap(one, other);
    }
};

template <class MutableView, class ThreadGroup>
EVODOKU_HD BoxSwaps<MutableView> swaps_on(MutableView board, const Puzzle& puzzle, const ThreadGroup&) {
    return {board, puzzle};
}
template <class MutableView, int order, class ThreadGroup>
EVODOKU_HD LargeBoxSwaps<order, ThreadGroup> swaps_on(MutableView board, const LargePuzzle<order>& puzzle,
                                                      const ThreadGroup& group) {
    return {{board, puzzle, group}, puzzle};
}

/// `accepts(change)`: see BoxSwaps::attempt().
EVODOKU_HD SearchWork try_swaps(auto board, const auto& puzzle, Draws& draws, const auto& group, std::uint32_t trials,
                                bool directed, const auto& accepts) {
    if (puzzle.open_boxes == 0) return {};
    auto swaps = swaps_on(board, puzzle, group);
    for (std::uint32_t k = 0; k < trials; ++k) swaps.attempt(directed, draws, accepts);
    return {.trials = trials};
}

/// A short walk on the row-column cost by the rule of Metropolis et al. (1953), as Lewis (2007) did for Sudoku. A swap
/// that raises the cost by c is accepted with probability 2^-(shift * c). A shift of s bits is a temperature of 1 / (s
/// ln 2): 0 accepts every swap, 31 none that raises the cost. `directed` needs far fewer trials per solution.
///
/// With a schedule (Config::schedule) its coldness is in place of `shift`. Undirected swaps keep the distribution of
/// Boltzmann: a board and another have a probability as 2^-(coldness * cost).
///
/// Keeps: fixed cells; every box a permutation.
struct MetropolisSwap : MutationOn<box_boards> {
    static constexpr const char* name = "metropolis-swap";
    static constexpr const char* help =
        "a walk of swaps at fixed temperature; resolves the last clashes where swap stalls";
    static constexpr OperatorNeeds needs = {.effort = true, .schedule = true};
    std::uint32_t trials = 20;
    std::uint32_t shift = 2;
    std::uint32_t directed = 1;
    static constexpr std::array parameters{
        count_parameter("trials", &MetropolisSwap::trials, 1, 1'000'000, "swaps proposed per child"),
        count_parameter("shift", &MetropolisSwap::shift, 0, 31, "bits of probability lost per unit of cost; 0 = hot"),
        switch_parameter("directed", &MetropolisSwap::directed, "1: the first cell of a swap has a clash")};

    template <class MutableView, class PuzzleOfBoard, class ThreadGroup = Alone>
    EVODOKU_HD SearchWork operator()(MutableView board, const ContextFor<PuzzleOfBoard>& context, Draws& draws,
                                     const ThreadGroup& group = ThreadGroup()) const {
        if (context.coldness == 0) {
            return try_swaps(board, context.puzzle, draws, group, trials, directed != 0, [&](int change) {
                return change <= 0 || passes_metropolis(static_cast<std::uint32_t>(change) * shift, draws);
            });
        }
        const std::uint64_t by_one = power_of_half(context.coldness);
        return try_swaps(board, context.puzzle, draws, group, trials, directed != 0, [&](int change) {
            return change <= 0 || passes_metropolis(static_cast<std::uint32_t>(change), by_one, draws);
        });
    }
};

/// First-improvement local search: makes the algorithm memetic (Moscato, 1989). It ends in local optima, which only
/// crossover or a restart can leave.
///
/// Keeps: fixed cells; every box a permutation; the cost of the board, or less.
struct HillClimbSwap : MutationOn<box_boards> {
    static constexpr const char* name = "hill-climb-swap";
    static constexpr const char* help = "swaps that do not raise the cost; fast at first, then caught in local optima";
    static constexpr OperatorNeeds needs = {.effort = true};
    std::uint32_t trials = 20;
    std::uint32_t sideways = 1;
    static constexpr std::array parameters{
        count_parameter("trials", &HillClimbSwap::trials, 1, 10'000, "swaps proposed per child"),
        switch_parameter("sideways", &HillClimbSwap::sideways, "1: also accept swaps that do not change the cost")};

    template <class MutableView, class PuzzleOfBoard, class ThreadGroup = Alone>
    EVODOKU_HD SearchWork operator()(MutableView board, const ContextFor<PuzzleOfBoard>& context, Draws& draws,
                                     const ThreadGroup& group = ThreadGroup()) const {
        return try_swaps(board, context.puzzle, draws, group, trials, false,
                         [&](int change) { return change < static_cast<int>(sideways); });
    }
};

/// `metropolis-swap` with a temperature that falls: simulated annealing, as Lewis (2007) did for Sudoku.
///
///   T <- the temperature of this generation (see Cooling)
///   `trials` times, until the cost is 0: propose a swap in a random box; change <- its change of cost
///     accept it if change <= 0, else with probability e^-(change / T)
///
/// One generation is one Markov chain at one temperature.
///
/// Keeps: fixed cells; every box a permutation.
struct AnnealedSwap : MutationOn<box_board, share_one> {
    static constexpr const char* name = "annealed-swap";
    static constexpr const char* help = "a walk of swaps at a temperature that falls from generation to generation";
    static constexpr OperatorNeeds needs = {.effort = true, .cooling = true};
    std::uint32_t trials = 20;
    std::uint32_t directed = 0;
    std::uint32_t start = 2'000;
    std::uint32_t cooling = 64'881;  // 0.99
    std::uint32_t end = 100;
    static constexpr std::array parameters{
        count_parameter("trials", &AnnealedSwap::trials, 0, 10'000,
                        "swaps proposed per child; 0: the square of the number of free cells"),
        switch_parameter("directed", &AnnealedSwap::directed, "1: the first cell of a swap has a clash"),
        start_parameter(&AnnealedSwap::start), cooling_parameter(&AnnealedSwap::cooling),
        end_parameter(&AnnealedSwap::end)};

    template <class MutableView>
    EVODOKU_HD SearchWork operator()(MutableView board, const Context& context, Draws& draws) const {
        if (context.puzzle.open_boxes == 0) return {};
        const std::uint64_t passes_by_one = power_of_half(Cooling{start, end, cooling}.coldness(context.age));
        const std::uint32_t free = cell_count - context.puzzle.fixed_count;
        const std::uint32_t length = trials != 0 ? trials : free * free;
        auto cost = static_cast<int>(board.missing_digits());
        const BoxSwaps<MutableView> swaps{board, context.puzzle};
        std::uint32_t done = 0;
        for (; done < length && cost != 0; ++done) {
            swaps.attempt(directed != 0, draws, [&](int change) {
                if (change > 0 && !passes_metropolis(static_cast<std::uint32_t>(change), passes_by_one, draws))
                    return false;
                cost += change;
                return true;
            });
        }
        return {.trials = done};
    }
};

}  // namespace evodoku
