// Boards under change, for the mutations with a search of their own; and walks inside boxes: swaps accepted by their
// change of cost, and a few cells redrawn together.
#pragma once

#include <cstdint>

#include "core/bits.hpp"
#include "core/draws_in_advance.hpp"
#include "core/puzzle.hpp"
#include "core/threads.hpp"
#include "operators/bases.hpp"
#include "operators/temperature.hpp"
#include "representation/box_board.hpp"
#include "representation/large_board.hpp"

namespace evodoku {

/// A 9 x 9 board under change, box by box. A box changes the row-column cost by the digits that its lines gain or lose:
///
///   cost = constant - bits(around | box), where `around` is the digits of the neighbours in its rows and columns
template <class MutableView>
struct BoxWalk {
    using FreeCells = std::uint32_t;  ///< a set of the free cells of a box

    MutableView board;
    const Puzzle& puzzle;

    /// A box and its free cells, by their numbers among them.
    struct Box {
        MutableView board;
        int number;
        const std::uint8_t* within;
        std::uint64_t around;
        BoxBoard::Box bits;

        /// True if the row or the column of a cell holds its digit outside the box, too.
        EVODOKU_HD bool clashes(std::uint32_t k) const { return (around & placed(k, k)) != 0; }
        /// How many of the row and the column of a cell hold the digit of another outside the box.
        EVODOKU_HD int lines_with(std::uint32_t k, std::uint32_t other) const {
            return count_bits(around & placed(k, other));
        }
        /// By how much the cost changes if two cells are swapped.
        EVODOKU_HD int change_by_swap(std::uint32_t k, std::uint32_t other) const {
            return count_bits(around | bits) - count_bits(around | swapped(k, other));
        }
        EVODOKU_HD void swap(std::uint32_t k, std::uint32_t other) {
            bits = swapped(k, other);
            board.set_box(number, bits);
        }

        EVODOKU_HD BoxBoard::Box placed(std::uint32_t k, std::uint32_t other) const {
            return BoxBoard::place_bit(within[k], BoxBoard::digit_bit(bits, within[other]));
        }
        EVODOKU_HD BoxBoard::Box swapped(std::uint32_t k, std::uint32_t other) const {
            return BoxBoard::swapped(bits, within[k], within[other]);
        }
    };
    EVODOKU_HD Box box(int number) const {
        return {board, number, puzzle.free_cell[number], board.around(number), board.box(number)};
    }
};

/// How often the rows and columns of a larger board have each digit: a part of a walk that a group shares.
template <int order>
struct LineCounts {
    static constexpr int lines = 2 * Geometry<order>::size;
    std::uint8_t in_line[lines][Geometry<order>::size];  ///< row, then column -> digit - 1 -> how often
};

/// A larger board under change. Each thread of a group has a walk, with the same numbers.
template <int order, class ThreadGroup = Alone, class Counts = LineCounts<order>>
class LargeBoxWalk {
public:
    using FreeCells = std::uint64_t;
    using Shape = Geometry<order>;
    using MutableView = typename LargeBoard<order>::MutableView;

    EVODOKU_HD LargeBoxWalk(MutableView board, const LargePuzzle<order>& puzzle,
                            const ThreadGroup& group = ThreadGroup())
        : board_(board), puzzle_(puzzle), group_(group), counts_(group) {
        for (int line = group_.rank(); line < 2 * Shape::size; line += ThreadGroup::size) {
            for (std::uint8_t& count : in_line(line)) count = 0;
            for (int k = 0; k < Shape::size; ++k) ++in_line(line)[digit(Shape::cell_of_unit(line, k)) - 1];
        }
        group_.wait();
    }

    EVODOKU_HD int digit(int cell) const { return board_.digits()[cell]; }
    EVODOKU_HD const ThreadGroup& group() const { return group_; }

    /// How often a digit is in the row and in the column of a cell.
    EVODOKU_HD std::int32_t count(int cell, int digit) const {
        return row_of(cell)[digit - 1] + column_of(cell)[digit - 1];
    }

    /// See BoxWalk::Box.
    struct Box {
        LargeBoxWalk& walk;
        const std::uint16_t* cell;

        EVODOKU_HD bool clashes(std::uint32_t k) const { return lines_with(k, k) != 0; }
        EVODOKU_HD int lines_with(std::uint32_t k, std::uint32_t other) const {
            const int to = cell[k], from = cell[other], number = walk.digit(from) - 1;
            return (walk.row_of(to)[number] > (Shape::row_of(to) == Shape::row_of(from))) +
                   (walk.column_of(to)[number] > (Shape::column_of(to) == Shape::column_of(from)));
        }
        EVODOKU_HD int change_by_swap(std::uint32_t k, std::uint32_t other) const {
            return lines_with(k, other) + lines_with(other, k) - lines_with(k, k) - lines_with(other, other);
        }
        EVODOKU_HD void swap(std::uint32_t k, std::uint32_t other) {
            walk.group_.wait();  // for those that still read
            if (walk.group_.is_first()) {
                const int one = walk.digit(cell[k]), two = walk.digit(cell[other]);
                walk.replace(cell[k], one, two);
                walk.replace(cell[other], two, one);
            }
            walk.group_.wait();
        }
    };
    EVODOKU_HD Box box(int number) { return {*this, puzzle_.free_cell[number]}; }

protected:
    EVODOKU_HD auto& in_line(int line) { return (*counts_).in_line[line]; }
    EVODOKU_HD const std::uint8_t* row_of(int cell) const { return (*counts_).in_line[Shape::row_of(cell)]; }
    EVODOKU_HD const std::uint8_t* column_of(int cell) const {
        return (*counts_).in_line[Shape::size + Shape::column_of(cell)];
    }

    MutableView board_;
    const LargePuzzle<order>& puzzle_;
    ThreadGroup group_;
    typename ThreadGroup::template Held<Counts> counts_;

private:
    EVODOKU_HD void replace(int cell, int old, int digit) {
        auto& row = in_line(Shape::row_of(cell));
        auto& column = in_line(Shape::size + Shape::column_of(cell));
        --row[old - 1], ++row[digit - 1], --column[old - 1], ++column[digit - 1];
        board_.digits()[cell] = static_cast<std::uint8_t>(digit);
    }
};

template <class MutableView, class ThreadGroup>
EVODOKU_HD BoxWalk<MutableView> walk_on(MutableView board, const Puzzle& puzzle, const ThreadGroup&) {
    return {board, puzzle};
}
template <class MutableView, int order, class ThreadGroup>
EVODOKU_HD LargeBoxWalk<order, ThreadGroup> walk_on(MutableView board, const LargePuzzle<order>& puzzle,
                                                    const ThreadGroup& group) {
    return {board, puzzle, group};
}

/// A swap changes two rows and two columns, each by one digit at most.
inline constexpr std::uint32_t max_rise = 4;

/// Proposes the exchange of two different random free cells of a random box; makes it if accepts(change of cost).
/// `directed`: the first cell clashes; if none of the box does, nothing is exchanged. Requires a box with two free
/// cells.
template <class Walk>
EVODOKU_HD EVODOKU_INLINE void try_swap(Walk& walk, const auto& puzzle, bool directed, auto& draws,
                                        const auto& accepts) {
    const int number = puzzle.open_box[draws.below_small(puzzle.open_boxes)];
    const std::uint32_t free = puzzle.free_count[number];
    auto box = walk.box(number);
    std::uint32_t first;
    if (directed) {
        typename Walk::FreeCells clashing = 0;
        for (std::uint32_t k = 0; k < free; ++k) clashing |= typename Walk::FreeCells{box.clashes(k)} << k;
        if (clashing == 0) return;
        const std::uint32_t nth = draws.below_small(static_cast<std::uint32_t>(count_bits(clashing)));
        first = static_cast<std::uint32_t>(nth_bit(clashing, static_cast<int>(nth)));
    } else {
        first = draws.below_small(free);
    }
    const std::uint32_t other = TwoDifferent(first, draws.below_small(free - 1)).second;
    if (accepts(box.change_by_swap(first, other))) box.swap(first, other);
}

/// accepts(change, draws): see try_swap().
EVODOKU_HD SearchWork try_swaps(auto board, const auto& puzzle, auto& draws, const auto& group, std::uint32_t trials,
                                bool directed, const auto& accepts) {
    if (puzzle.open_boxes == 0) return {};
    auto walk = walk_on(board, puzzle, group);
    return draw_in_advance(draws, [&](auto& own) -> SearchWork {
        for (std::uint32_t k = 0; k < trials; ++k)
            try_swap(walk, puzzle, directed, own, [&](int change) { return accepts(change, own); });
        return {.trials = trials};
    });
}

/// What `assignment` shares.
template <int order>
struct LargeCounts : LineCounts<order> {
    std::uint64_t repeated[LineCounts<order>::lines];  ///< line -> the digits that it has twice or more
};

/// A walk that redraws boxes, and knows the cost and the lines that have a digit twice.
template <int order, class ThreadGroup = Alone>
class LargeWalk : public LargeBoxWalk<order, ThreadGroup, LargeCounts<order>> {
    using Base = LargeBoxWalk<order, ThreadGroup, LargeCounts<order>>;
    using Base::board_, Base::puzzle_, Base::group_, Base::in_line;

public:
    using typename Base::MutableView, typename Base::Shape;

    EVODOKU_HD LargeWalk(MutableView board, const LargePuzzle<order>& puzzle, const ThreadGroup& group = ThreadGroup())
        : Base(board, puzzle, group) {
        for (int line = group_.rank(); line < 2 * Shape::size; line += ThreadGroup::size) {
            repeated(line) = 0;
            for (int number = 0; number < Shape::size; ++number) {
                const std::uint32_t times = in_line(line)[number];
                if (times < 2) continue;
                cost_ += times - 1;
                repeated(line) |= std::uint64_t{1} << number;
            }
            crowd(line, line < Shape::size);
        }
        agree();
    }

    EVODOKU_HD void box(int) = delete;  ///< its swaps do not change the cost

    /// The row-column cost.
    EVODOKU_HD std::uint32_t cost() const { return cost_; }

    /// Takes the free cells of a box out of the counts.
    EVODOKU_HD void take_box(int box) { change_box(box, false); }
    /// Counts the free cells of a box. Requires that their digits are written, and seen by all threads.
    EVODOKU_HD void put_box(int box) { change_box(box, true); }
    /// Writes the digit of a cell, and does not count it.
    EVODOKU_HD void set(int cell, int number) { board_.digits()[cell] = static_cast<std::uint8_t>(number); }

    /// A random line with a digit twice or more, a random such digit of it, and of the boxes that hold it in a free
    /// cell the one redrawn longest ago, the first of several. Requires a cost above 0.
    EVODOKU_HD int box_in_conflict(Draws& draws) const {
        const int rows = count_bits(crowded_[0]), columns = count_bits(crowded_[1]);
        const int nth = static_cast<int>(draws.below_small(static_cast<std::uint32_t>(rows + columns)));
        const int line = nth < rows ? nth_bit(crowded_[0], nth) : Shape::size + nth_bit(crowded_[1], nth - rows);
        const std::uint64_t digits = repeated(line);
        const int nth_digit = static_cast<int>(draws.below_small(static_cast<std::uint32_t>(count_bits(digits))));
        const int number = nth_bit(digits, nth_digit) + 1;
        std::int32_t oldest = 0x7FFFFFFF;  // time, then place in the line
        for (int k = group_.rank(); k < Shape::size; k += ThreadGroup::size) {
            const int cell = Shape::cell_of_unit(line, k);
            if (board_.digits()[cell] != number || puzzle_.fixed[cell] != 0) continue;
            const auto time = static_cast<std::int32_t>(board_.redrawn(Shape::box_of(cell)));
            const std::int32_t here = time << 6 | k;
            oldest = here < oldest ? here : oldest;
        }
        const int place = group_.least(oldest) & 63;
        group_.wait();  // for those that still read: a redraw changes the counts
        return Shape::box_of(Shape::cell_of_unit(line, place));
    }

private:
    EVODOKU_HD std::uint64_t& repeated(int line) { return (*this->counts_).repeated[line]; }
    EVODOKU_HD std::uint64_t repeated(int line) const { return (*this->counts_).repeated[line]; }

    /// Sums up the changes that the threads have made: each then has the same cost.
    EVODOKU_HD void agree() {
        cost_ = group_.sum(cost_);
        for (std::uint64_t& lines : crowded_) lines = group_.any(lines);
        group_.wait();
    }

    /// The rows and the columns of a box, each by one thread: no two change the same counts.
    EVODOKU_HD void change_box(int box, bool more) {
        if constexpr (ThreadGroup::size == 1) {  // of the redraw around it, g++ else makes half as much code again
            for (int k = 0; k < puzzle_.free_count[box]; ++k) change(puzzle_.free_cell[box][k], more);
            return;
        }
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
                if (puzzle_.fixed[cell] == 0) change_line(line, is_row, this->digit(cell) - 1, more);
            }
        }
        agree();
    }

    EVODOKU_HD void change(int cell, bool more) {
        change_line(Shape::row_of(cell), true, this->digit(cell) - 1, more);
        change_line(Shape::size + Shape::column_of(cell), false, this->digit(cell) - 1, more);
    }

    EVODOKU_HD void change_line(int line, bool is_row, int number, bool more) {
        const std::uint64_t bit = std::uint64_t{1} << number;
        std::uint8_t& count = in_line(line)[number];
        const int most = more ? ++count : count--;  // the larger of before and after
        if (most < 2) return;
        cost_ += more ? 1u : ~0u;
        if (most > 2) return;
        repeated(line) ^= bit;
        crowd(line, is_row);
    }

    /// Notes whether a line has a digit twice. No array is indexed by a variable: both words stay in registers.
    EVODOKU_HD void crowd(int line, bool is_row) {
        const bool is_crowded = repeated(line) != 0;
        const std::uint64_t bit = std::uint64_t{1} << (is_row ? line : line - Shape::size);
        const std::uint64_t row = is_row ? bit : 0, column = is_row ? 0 : bit;
        crowded_[0] = is_crowded ? crowded_[0] | row : crowded_[0] & ~row;
        crowded_[1] = is_crowded ? crowded_[1] | column : crowded_[1] & ~column;
    }

    std::uint32_t cost_ = 0;
    std::uint64_t crowded_[2] = {};  ///< the rows, the columns with a digit twice or more
};

/// A short walk on the row-column cost by the rule of Metropolis et al. (1953), as Lewis (2007) did for Sudoku. A swap
/// that raises the cost by c is accepted with probability 2^-(shift * c). A shift of s bits is a temperature of 1 / (s
/// ln 2): 0 accepts every swap, 31 none that raises the cost. `directed` needs far fewer trials per solution.
///
/// With a schedule (Config::schedule) its coldness is in place of `shift`. Undirected swaps keep the distribution of
/// Boltzmann: a board and another have a probability as 2^-(coldness * cost). Keeps: fixed cells; every box a
/// permutation.
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
    EVODOKU_HD SearchWork operator()(MutableView board, const ContextFor<PuzzleOfBoard>& context, auto& draws,
                                     const ThreadGroup& group = ThreadGroup()) const {
        if (context.coldness == 0) {
            return try_swaps(board, context.puzzle, draws, group, trials, directed != 0, [&](int change, auto& own) {
                return change <= 0 || passes_metropolis(static_cast<std::uint32_t>(change) * shift, own);
            });
        }
        const Metropolis<max_rise> rule(context.coldness);
        return try_swaps(board, context.puzzle, draws, group, trials, directed != 0,
                         [&](int change, auto& own) { return rule.passes(change, own); });
    }
};

/// First-improvement local search: makes the algorithm memetic (Moscato, 1989). It ends in local optima, which only
/// crossover or a restart can leave. Keeps: fixed cells; every box a permutation; the cost of the board, or less.
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
                         [&](int change, auto&) { return change < static_cast<int>(sideways); });
    }
};

/// `metropolis-swap` with a temperature that falls: simulated annealing, as Lewis (2007) did for Sudoku.
///
///   T <- the temperature of this generation (see Cooling)
///   `trials` times, until the cost is 0: propose a swap in a random box; change <- its change of cost
///     accept it if change <= 0, else with probability e^-(change / T)
///
/// One generation is one Markov chain at one temperature. Keeps: fixed cells; every box a permutation.
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

    EVODOKU_HD SearchWork operator()(auto board, const Context& context, Draws& draws) const {
        if (context.puzzle.open_boxes == 0) return {};
        const Metropolis<max_rise> rule(Cooling{start, end, cooling}.coldness(context.age));
        const std::uint32_t free = cell_count - context.puzzle.fixed_count;
        const std::uint32_t length = trials != 0 ? trials : free * free;
        auto cost = static_cast<int>(board.missing_digits());
        BoxWalk<decltype(board)> walk{board, context.puzzle};
        return draw_in_advance(draws, [&](auto& own) -> SearchWork {
            std::uint32_t done = 0;
            for (; done < length && cost != 0; ++done) {
                try_swap(walk, context.puzzle, directed != 0, own, [&](int change) {
                    if (!rule.passes(change, own)) return false;
                    cost += change;
                    return true;
                });
            }
            return {.trials = done};
        });
    }
};

/// Eight arrangements of four cells, from number `first` on, a byte each: two bits per cell, the cell whose digit it
/// gets.
EVODOKU_HD constexpr std::uint64_t arrangements_from(std::uint32_t first) {
    std::uint64_t word = 0;
    for (std::uint32_t k = 0; k < 8; ++k) {
        // The number of an arrangement in mixed base: cell 1, 2, 3 changes places with one before it, or with itself.
        std::uint32_t digit_of[4] = {0, 1, 2, 3}, number = first + k;
        for (std::uint32_t cell = 1; cell < 4; ++cell) {
            const std::uint32_t other = cell - number % (cell + 1), digit = digit_of[cell];
            digit_of[cell] = digit_of[other], digit_of[other] = digit;
            number /= cell + 1;
        }
        for (std::uint32_t i = 0; i < 4; ++i) word |= std::uint64_t{digit_of[i]} << (8 * k + 2 * i);
    }
    return word;
}

/// A few free cells of a box, and what each costs with the digit of each: 0, 1 or 2 of its row and column hold that
/// digit outside the box. The cost of a board is a constant plus the sum of these over the cells of the box, so that
/// arrangements differ by them alone.
struct CellsOfBox {
    static constexpr std::uint32_t max_cells = 4;

    std::uint32_t count = 0;
    std::uint32_t costs = 0;  ///< two bits for cell i with the digit of cell j, at 2 (4 i + j)

    EVODOKU_HD static constexpr std::uint32_t arrangements(std::uint32_t cells) {
        return cells < 2 ? 1 : cells == 2 ? 2 : cells == 3 ? 6 : 24;
    }
    /// The cell whose digit cell i gets in an arrangement. The arrangements of fewer cells are the first ones.
    EVODOKU_HD static constexpr std::uint32_t source(std::uint32_t arrangement, std::uint32_t i) {
        constexpr std::uint64_t first = arrangements_from(0), second = arrangements_from(8),
                                third = arrangements_from(16);
        const std::uint64_t word = arrangement < 8 ? first : arrangement < 16 ? second : third;
        return static_cast<std::uint32_t>(word >> (arrangement % 8 * 8 + 2 * i)) & 3;
    }

    EVODOKU_HD void set_cost(std::uint32_t i, std::uint32_t j, int cost) {
        costs |= static_cast<std::uint32_t>(cost) << (2 * (4 * i + j));
    }
    EVODOKU_HD std::uint32_t cost_of(std::uint32_t arrangement) const {
        std::uint32_t sum = 0;
        for (std::uint32_t i = 0; i < count; ++i) sum += costs >> (2 * (4 * i + source(arrangement, i))) & 3;
        return sum;
    }

    /// An arrangement, drawn with a probability in proportion to by_one^cost; by_one in units of 2^-64.
    EVODOKU_HD std::uint32_t draw(std::uint64_t by_one, auto& draws) const {
        std::uint64_t of_cost = 0;  // cost -> number of arrangements: seven bits each
        std::uint32_t lowest = 8;
        for (std::uint32_t k = 0; k < arrangements(count); ++k) {
            const std::uint32_t cost = cost_of(k);
            of_cost += std::uint64_t{1} << 7 * cost;
            lowest = cost < lowest ? cost : lowest;
        }
        constexpr std::uint64_t one = std::uint64_t{1} << 59;  // 24 of them are below 2^64
        const std::uint64_t counts = of_cost >> 7 * lowest;
        std::uint64_t total = 0, weight = one;
        for (std::uint64_t left = counts; left != 0; left >>= 7, weight = multiply_high(weight, by_one))
            total += (left & 127) * weight;
        std::uint64_t ball = draws.below_wide(total);
        std::uint32_t cost = lowest;
        weight = one;
        for (std::uint64_t left = counts; ball >= (left & 127) * weight; left >>= 7, ++cost) {
            ball -= (left & 127) * weight;
            weight = multiply_high(weight, by_one);
        }
        std::uint64_t nth = ball / weight;
        std::uint32_t k = 0;
        while (cost_of(k) != cost || nth-- != 0) ++k;
        return k;
    }
};

/// Gibbs sampling (Geman and Geman, 1984) on the row-column cost, with a few random free cells of a random box as the
/// variable:
///
///   `trials` times: draw the digits of the cells anew, an arrangement with a probability as 2^-(shift * cost)
///
/// With a schedule (Config::schedule) its coldness is in place of `shift`. Keeps the distribution of Boltzmann. Keeps:
/// fixed cells; every box a permutation.
struct HeatBathCells : MutationOn<box_boards, share_one> {
    static constexpr const char* name = "heat-bath-cells";
    static constexpr const char* help = "redraws a few cells of a box by the row-column cost, at fixed temperature";
    static constexpr OperatorNeeds needs = {.effort = true, .schedule = true};
    std::uint32_t trials = 20;
    std::uint32_t shift = 2;
    std::uint32_t cells = 3;
    static constexpr std::array parameters{
        count_parameter("trials", &HeatBathCells::trials, 1, 1'000'000, "redraws per child"),
        count_parameter("shift", &HeatBathCells::shift, 0, 31, "bits of probability lost per unit of cost; 0 = hot"),
        count_parameter("cells", &HeatBathCells::cells, 2, CellsOfBox::max_cells, "cells redrawn together")};

    template <class MutableView, class PuzzleOfBoard, class ThreadGroup = Alone>
    EVODOKU_HD SearchWork operator()(MutableView board, const ContextFor<PuzzleOfBoard>& context, auto& draws,
                                     const ThreadGroup& group = ThreadGroup()) const {
        const auto& puzzle = context.puzzle;
        if (puzzle.open_boxes == 0) return {};
        const std::uint64_t by_one = power_of_half(context.coldness != 0 ? context.coldness : shift << 16);
        auto walk = walk_on(board, puzzle, group);
        return draw_in_advance(draws, [&](auto& own) -> SearchWork {
            for (std::uint32_t k = 0; k < trials; ++k) {
                const int number = puzzle.open_box[own.below_small(puzzle.open_boxes)];
                const std::uint32_t free = puzzle.free_count[number], count = cells < free ? cells : free;
                std::uint64_t left = (std::uint64_t{1} << free) - 1;
                std::uint32_t places = 0;  // of the free cells, a byte each
                for (std::uint32_t i = 0; i < count; ++i) {
                    const auto nth = static_cast<int>(own.below_small(free - i));
                    const auto place = static_cast<std::uint32_t>(nth_bit(left, nth));
                    left &= ~(std::uint64_t{1} << place);
                    places |= place << 8 * i;
                }
                redraw(walk.box(number), count, places, by_one, own);
            }
            return {.trials = trials};
        });
    }

private:
    EVODOKU_HD static void redraw(auto box, std::uint32_t count, std::uint32_t places, std::uint64_t by_one,
                                  auto& draws) {
        const auto cell = [&](std::uint32_t i) { return places >> 8 * i & 255; };
        CellsOfBox cells{count};
        for (std::uint32_t i = 0; i < count; ++i) {
            for (std::uint32_t j = 0; j < count; ++j) cells.set_cost(i, j, box.lines_with(cell(i), cell(j)));
        }
        const std::uint32_t drawn = cells.draw(by_one, draws);
        std::uint32_t held = 0 | 1 << 2 | 2 << 4 | 3 << 6;  // of which cell a cell has the digit now, two bits each
        for (std::uint32_t i = 0; i + 1 < count; ++i) {
            const std::uint32_t wanted = CellsOfBox::source(drawn, i);
            std::uint32_t source = i;
            while ((held >> 2 * source & 3) != wanted) ++source;
            if (source == i) continue;
            box.swap(cell(i), cell(source));
            const std::uint32_t both = (held >> 2 * i ^ held >> 2 * source) & 3;
            held ^= both << 2 * i | both << 2 * source;
        }
    }
};

}  // namespace evodoku
