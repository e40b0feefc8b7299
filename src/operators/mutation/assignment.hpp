// The heat bath of larger boards: random Gumbel numbers, the cheapest assignment, the exchange of temperatures between
// two boards, and the mutation `assignment`.
#pragma once

#include <array>
#include <cstdint>

#include "core/bits.hpp"
#include "core/draws.hpp"
#include "core/geometry.hpp"
#include "core/threads.hpp"
#include "operators/bases.hpp"
#include "operators/mutation/walks.hpp"
#include "operators/temperature.hpp"

namespace evodoku {

/// The standard Gumbel distribution, -ln(-ln(u)), at the middles of 4096 equal steps of u, as the distance below the
/// largest of them: 0 .. 2870, in units of 1/256. Computed when compiling, in integers, which takes a second: the
/// host's table is in catalogue.cpp.
struct GumbelTable {
    static constexpr int index_bits = 12, unit_bits = 8;
    static constexpr std::uint32_t entries = 1u << index_bits;

    std::array<std::uint16_t, entries> below = {};

    constexpr GumbelTable() {
        const std::int64_t highest = gumbel(entries - 1);
        for (std::uint32_t k = 0; k < entries; ++k) {
            const std::int64_t distance = highest - gumbel(k);
            below[k] =
                static_cast<std::uint16_t>((distance + (std::int64_t{1} << (31 - unit_bits))) >> (32 - unit_bits));
        }
    }

private:
    static constexpr std::int64_t ln_2 = 2977044472;  ///< of 2^32

    /// The binary logarithm of number / 2^32, in units of 2^-32, by squaring.
    static constexpr std::int64_t log_2(std::uint64_t number) {
        std::int64_t whole_part = 31 - 32;
        while (number >= std::uint64_t{1} << 32) number >>= 1, ++whole_part;
        while (number < std::uint64_t{1} << 31) number <<= 1, --whole_part;
        std::int64_t fraction = 0;
        for (int bit = 31; bit >= 0; --bit) {  // 2^31 stands for 1, so that number is in 1 .. 2
            number = number * number >> 31;
            if (number < std::uint64_t{1} << 32) continue;
            fraction |= std::int64_t{1} << bit;
            number >>= 1;
        }
        return whole_part * (std::int64_t{1} << 32) + fraction;
    }

    /// -ln(x) in units of 2^-32, from x in the same units.
    static constexpr std::int64_t minus_ln(std::uint64_t x) {
        const std::int64_t bits = -log_2(x);
        const auto fraction = static_cast<std::uint64_t>(bits) & 0xFFFFFFFF;
        return (bits >> 32) * ln_2 + static_cast<std::int64_t>(fraction * static_cast<std::uint64_t>(ln_2) >> 32);
    }

    static constexpr std::int64_t gumbel(std::uint32_t k) {
        const std::uint64_t middle = (std::uint64_t{2} * k + 1) << (31 - index_bits);
        return minus_ln(static_cast<std::uint64_t>(minus_ln(middle)));
    }
};

extern const GumbelTable gumbel_table;

#if defined(__CUDACC__)
[[maybe_unused]] static __device__ const GumbelTable gumbel_table_on_device;
#endif

EVODOKU_HD inline std::uint32_t gumbel_below(std::uint32_t index) {
#if EVODOKU_ON_DEVICE
    return gumbel_table_on_device.below[index];
#else
    return gumbel_table.below[index];
#endif
}

/// T * (highest Gumbel number - Gumbel) in units of 2^-12 of a clash: never negative. `bits`: the index.
EVODOKU_HD inline std::int32_t scaled_gumbel(std::uint64_t bits, std::uint32_t temperature) {
    const auto index = static_cast<std::uint32_t>(bits) & (GumbelTable::entries - 1);
    // A thousandth of a clash times 1/256 is 0.016 = 67,109 / 2^22 units.
    return static_cast<std::int32_t>(std::uint64_t{temperature} * gumbel_below(index) * 67'109 >> 22);
}

/// A draw of 64 bits gives five numbers.
inline constexpr int gumbels_per_word = 5;

/// The words of a whole matrix, which a group draws before it begins: each thread some of them.
template <int size>
struct GumbelWords {
    std::uint64_t word[(size * size + gumbels_per_word - 1) / gumbels_per_word];
};

/// A number for each bit of `allowed`, row by row. A thread gets those of its own columns: rank, rank + size, ...
template <int size, class ThreadGroup>
class GumbelDraws {
public:
    EVODOKU_HD GumbelDraws(const ThreadGroup& group, Draws& draws, std::uint32_t temperature,
                           const std::uint64_t* allowed, int rows)
        : group_(group), draws_(draws), words_(group), temperature_(temperature) {
        int entries = 0;
        for (int row = 0; row < rows; ++row) entries += count_bits(allowed[row]);
        count_ = (entries + gumbels_per_word - 1) / gumbels_per_word;
        for (int k = group.rank(); k < count_; k += ThreadGroup::size) {
            (*words_).word[k] = draws.ahead(64 * static_cast<std::uint32_t>(k)).two_words();
        }
        group.wait();
    }

    /// work(column, number) for the thread's columns of the next row.
    EVODOKU_HD void each_own(std::uint64_t allowed, const auto& work) {
        for (int column = group_.rank(); column < size; column += ThreadGroup::size) {
            const std::uint64_t bit = std::uint64_t{1} << column;
            if ((allowed & bit) == 0) continue;
            const int entry = done_ + count_bits(allowed & (bit - 1));
            const std::uint64_t word = (*words_).word[entry / gumbels_per_word];
            work(column, scaled_gumbel(word >> GumbelTable::index_bits * (entry % gumbels_per_word), temperature_));
        }
        done_ += count_bits(allowed);
    }
    /// After the last row.
    EVODOKU_HD void end() { draws_ = draws_.ahead(64 * static_cast<std::uint32_t>(count_)); }

private:
    ThreadGroup group_;
    Draws& draws_;
    typename ThreadGroup::template Held<GumbelWords<size>> words_;
    std::uint32_t temperature_;
    int count_ = 0, done_ = 0;  ///< words; entries
};

/// One thread draws the numbers one after the other.
template <int size>
class GumbelDraws<size, Alone> {
public:
    EVODOKU_HD GumbelDraws(const Alone&, Draws& draws, std::uint32_t temperature, const std::uint64_t*, int)
        : draws_(draws), temperature_(temperature) {}

    EVODOKU_HD void each_own(std::uint64_t allowed, const auto& work) {
        for (; allowed != 0; allowed &= allowed - 1) work(lowest_bit(allowed), next());
    }
    EVODOKU_HD void end() const {}

private:
    EVODOKU_HD std::int32_t next() {
        if (held_ == 0) word_ = draws_.two_words(), held_ = gumbels_per_word;
        const std::int32_t number = scaled_gumbel(word_, temperature_);
        word_ >>= GumbelTable::index_bits;
        --held_;
        return number;
    }

    Draws& draws_;
    std::uint32_t temperature_;
    std::uint64_t word_ = 0;
    int held_ = 0;
};

/// The numbers of an assignment. A column is eight integers of a vector, so rows are padded.
template <int capacity>
struct AssignmentTable {
    static constexpr int width = (capacity + 7) / 8 * 8;
    alignas(32) std::int32_t cost[capacity][width];  ///< cost << 6 | column
    alignas(32) std::int32_t potential[width];       ///< cost << 6
    alignas(32) std::int32_t distance[width];        ///< from the first row; cost << 6 | column
    alignas(32) std::int32_t from[width];            ///< the row from which it was reached
    alignas(32) std::int32_t scanned[width];         ///< infinite or 0
    std::int32_t row_of[width], column_of[capacity];
};

/// The Hungarian method with shortest augmenting paths (Jonker and Volgenant, 1987) for up to `capacity` rows.
///
///   for each row: from it, a path of least reduced cost over assigned columns to a free one (Dijkstra, 1959)
///     lower the potential of each column that the search has scanned; assign along the path
///
/// Equal costs are decided by the lower column: a number carries its column in the lowest six bits, so the least number
/// names its column, and vectors or the threads of a warp find it by minima alone. A thread alone works on eight
/// columns at a time, a thread of a group on one. Columns beyond the last are too expensive to be chosen.
template <int capacity, class ThreadGroup = Alone>
class AssignmentSolver {
public:
    static_assert(capacity <= 64);
    static constexpr int column_bits = 6;
    /// Costs are below it; of a complete assignment also the sum.
    static constexpr std::int32_t highest_cost = 1 << 23;

    /// An empty problem of `size` rows and columns. Every entry must be set.
    EVODOKU_HD explicit AssignmentSolver(int size, const ThreadGroup& group = ThreadGroup())
        : group_(group), held_(group), size_(size), used_((size + lanes - 1) / lanes * lanes) {}

    /// Sets a whole row to one cost. A thread of a group sets its own columns of it.
    EVODOKU_HD void fill(int row, std::int32_t cost) {
        each_own_column([&](int column, int) {
            table().cost[row][column] = (column < size_ ? cost : 2 * highest_cost) << column_bits | column;
        });
    }
    /// 0 .. highest_cost - 1.
    EVODOKU_HD void set(int row, int column, std::int32_t cost) {
        table().cost[row][column] = cost << column_bits | column;
    }

    /// For the least sum of costs.
    EVODOKU_HD void solve() {
        each_own_column([&](int column, int) { table().potential[column] = 0, table().row_of[column] = no_row; });
        group_.wait();
        for (int row = 0; row < size_; ++row) assign(row);
    }
    /// The column of a row, after solve().
    EVODOKU_HD int column_of(int row) { return table().column_of[row]; }

private:
    static constexpr int lanes = ThreadGroup::size == 1 ? 8 : 1;  ///< columns that a thread handles at once
    static constexpr std::int32_t no_row = -1, infinite = 0x7FFFFFFF;
    static constexpr std::int32_t column_mask = (1 << column_bits) - 1;

    EVODOKU_HD AssignmentTable<capacity>& table() { return *held_; }

    /// work(column, lane) for the columns of this thread.
    EVODOKU_HD void each_own_column(const auto& work) const {
        for (int block = group_.rank(); block < used_; block += lanes * ThreadGroup::size) {
            for (int lane = 0; lane < lanes; ++lane) work(block + lane, lane);
        }
    }
    EVODOKU_HD bool owns(int column) const { return column % ThreadGroup::size == group_.rank(); }

    EVODOKU_HD void assign(int first_row) {
        AssignmentTable<capacity>& state = table();
        each_own_column([&](int column, int) {
            state.distance[column] = infinite, state.from[column] = first_row, state.scanned[column] = 0;
        });
        int row = first_row, column = 0;
        std::int32_t offset = 0, nearest = 0;
        while (true) {
            nearest = scan(row, offset);
            column = nearest & column_mask;
            if (state.row_of[column] == no_row) break;
            if (owns(column)) state.scanned[column] = infinite;
            row = state.row_of[column];
            offset = state.cost[row][column] - state.potential[column] - nearest;
        }
        group_.wait();
        each_own_column([&](int k, int) {
            // Both numbers without their columns: only the difference of the costs is left.
            const std::int32_t lowered = (state.distance[k] & ~column_mask) - (nearest & ~column_mask);
            state.potential[k] += state.scanned[k] != 0 ? lowered : 0;
        });
        while (group_.is_first()) {  // back along the path: each row leaves its column for the next
            const std::int32_t taker = state.from[column], left = state.column_of[taker];
            state.row_of[column] = taker, state.column_of[taker] = column;
            if (taker == first_row) break;
            column = left;
        }
        group_.wait();
    }

    /// Shortens distances over a row; returns the least of those not scanned, with its column.
    EVODOKU_HD std::int32_t scan(int row, std::int32_t offset) {
        AssignmentTable<capacity>& state = table();
        std::int32_t least[lanes];
        for (std::int32_t& distance : least) distance = infinite;
        each_own_column([&](int column, int lane) {
            const std::int32_t through = state.cost[row][column] - state.potential[column] - offset;
            const bool shorter = through < state.distance[column];
            state.distance[column] = shorter ? through : state.distance[column];
            state.from[column] = shorter ? row : state.from[column];
            const std::int32_t open = state.distance[column] | state.scanned[column];  // scanned: infinite
            least[lane] = open < least[lane] ? open : least[lane];
        });
        std::int32_t nearest = infinite;
        for (const std::int32_t distance : least) nearest = distance < nearest ? distance : nearest;
        return group_.least(nearest);
    }

    ThreadGroup group_;
    typename ThreadGroup::template Held<AssignmentTable<capacity>> held_;
    int size_, used_;
};

/// From relative temperatures to thousandths of a clash: divides by the square root of the free cells of a box, the
/// average over boxes with two or more. The fewer free cells, the more it takes to melt a box.
class TemperatureScale {
public:
    template <int order>
    EVODOKU_HD explicit TemperatureScale(const LargePuzzle<order>& puzzle) {
        std::uint32_t free = 0;
        for (int box = 0; box < order * order; ++box) {
            if (puzzle.free_count[box] >= 2) free += puzzle.free_count[box];
        }
        if (puzzle.open_boxes != 0) root_ = square_root((free << 16) / puzzle.open_boxes);
    }

    /// At least 1.
    EVODOKU_HD std::uint32_t of_clash(std::uint32_t relative) const {
        const std::uint32_t result = (relative * 256 + root_ / 2) / root_;
        return result == 0 ? 1 : result;
    }

private:
    std::uint32_t root_ = 256;  ///< of the free cells, times 256
};

/// The rule of parallel tempering: boards of cost E at temperature T and of cost e at temperature t exchange their
/// temperatures with probability min(1, exp((1/T - 1/t)(E - e))). So it keeps the distribution in which a board at T
/// has probability exp(-E/T), if each temperature alone does.
struct TemperatureExchange {
    TemperatureScale scale;
    Share tried;  ///< probability that the exchange is tried at all

    /// Both boards of a pair get one answer.
    EVODOKU_HD bool happens(std::uint32_t own_temperature, const Ladder& ladder) const {
        Draws draws(ladder.stream, Purpose::exchange);
        if (!draws.chance(tried)) return false;
        const std::uint32_t colder = ladder.is_colder ? own_temperature : ladder.other_temperature;
        const std::uint32_t hotter = ladder.is_colder ? ladder.other_temperature : own_temperature;
        const std::uint32_t cost_of_colder = ladder.is_colder ? ladder.cost : ladder.other_cost;
        const std::uint32_t cost_of_hotter = ladder.is_colder ? ladder.other_cost : ladder.cost;
        const std::uint64_t passes = probability(colder, cost_of_colder, hotter, cost_of_hotter);
        return draws.bits(32) <= passes >> 32;
    }

    /// Times 2^64, and just below that for 1.
    EVODOKU_HD std::uint64_t probability(std::uint32_t colder, std::uint32_t cost_of_colder, std::uint32_t hotter,
                                         std::uint32_t cost_of_hotter) const {
        if (cost_of_colder >= cost_of_hotter) return ~std::uint64_t{0};
        const std::uint64_t bits_per_clash = coldness(colder) - coldness(hotter);
        const std::uint64_t bits = bits_per_clash * (cost_of_hotter - cost_of_colder);
        return bits >> 32 != 0 ? 0 : power_of_half(static_cast<std::uint32_t>(bits));
    }

private:
    EVODOKU_HD std::uint64_t coldness(std::uint32_t relative) const {
        return coldness_of(std::uint64_t{scale.of_clash(relative)} << 12);
    }
};

/// Perturb-and-MAP (Papandreou and Yuille, 2011): a box of 16 cells and more has too many arrangements to list them, as
/// `heat-bath` does.
///
///   T <- the temperature of the board, perhaps changed
///   `redraws` times, until the cost is 0:
///     pick   a random digit that a row or column holds twice; of the boxes that hold it there the one redrawn longest
///            ago
///     cost(cell, digit) = how often the digit is in the row and column of the cell outside the box - T * Gumbel;
///            1,280 where logic excludes the digit: such an entry is never used if there is another way
///     put    the cheapest assignment (AssignmentSolver)
///
/// Temperatures are relative (TemperatureScale), so one range serves boards of every order and fill. A child inherits
/// the temperature of its parent. The fresh boards of an island form a ladder: they get temperatures at equal
/// distances, `coldest` to `hottest`. Before a child is mutated, its parent exchanges temperatures with a neighbour on
/// the ladder (TemperatureExchange), with probability `exchange` per pair: parallel tempering (Swendsen and Wang, 1986;
/// Geyer, 1991). With probability `change` a temperature moves by at most an eighth of the range, up or down
/// (self-adaptation: Schwefel, 1981). Keeps: fixed cells; every box a permutation.
struct CheapestAssignment : MutationOn<large_boards, share_one> {
    static constexpr const char* name = "assignment";
    static constexpr const char* help = "redraws boxes of larger boards by the cheapest assignment under random costs";
    static constexpr OperatorNeeds needs = {.effort = true, .ladder = true};

    std::uint32_t redraws = 100;
    std::uint32_t coldest = 860;
    std::uint32_t hottest = 980;
    std::uint32_t change = 0;
    std::uint32_t exchange = share_one;
    static constexpr std::array parameters{
        count_parameter("redraws", &CheapestAssignment::redraws, 1, 10'000, "boxes redrawn per mutation"),
        count_parameter("coldest", &CheapestAssignment::coldest, 1, 2000,
                        "lowest temperature, in thousandths of a clash / sqrt(free cells per box)"),
        count_parameter("hottest", &CheapestAssignment::hottest, 1, 2000, "highest temperature"),
        share_parameter("change", &CheapestAssignment::change, "probability that a child changes its temperature"),
        share_parameter("exchange", &CheapestAssignment::exchange,
                        "probability that two boards may exchange temperatures")};

    /// In units of 2^-12 of a clash.
    static constexpr int unit_bits = 12;
    static constexpr std::int32_t excluded = 1280 << unit_bits;

    template <class MutableView, int order, class ThreadGroup = Alone>
    EVODOKU_HD SearchWork operator()(MutableView board, const ContextFor<LargePuzzle<order>>& context, Draws& draws,
                                     const ThreadGroup& group = ThreadGroup()) const {
        const TemperatureScale scale(context.puzzle);
        const std::uint32_t relative = next_temperature(board.temperature(), scale, context.ladder, draws);
        const std::uint32_t temperature = scale.of_clash(relative);
        LargeWalk<order, ThreadGroup> walk(board, context.puzzle, group);
        if (group.is_first()) board.set_temperature(relative);
        SearchWork effort;
        for (std::uint32_t time = newest; effort.redraws < redraws && walk.cost() != 0; ++effort.redraws) {
            const int box = walk.box_in_conflict(draws);
            redraw(walk, context.puzzle, box, temperature, draws);
            ++time;
            if (group.is_first()) board.set_redrawn(box, time);
            group.wait();
        }
        // Times stay below `newest`, in their order; those long past are equal.
        for (int box = group.rank(); box < order * order; box += ThreadGroup::size) {
            const std::uint32_t time = board.redrawn(box), passed = static_cast<std::uint32_t>(effort.redraws);
            board.set_redrawn(box, time > passed ? time - passed : 0);
        }
        return effort;
    }

    template <int order, class ThreadGroup>
    EVODOKU_HD static void redraw(LargeWalk<order, ThreadGroup>& walk, const LargePuzzle<order>& puzzle, int box,
                                  std::uint32_t temperature, Draws& draws) {
        constexpr int size = order * order;
        const ThreadGroup& group = walk.group();
        const int free = puzzle.free_count[box];
        walk.take_box(box);
        AssignmentSolver<size, ThreadGroup> solver(free, group);
        GumbelDraws<size, ThreadGroup> noise(group, draws, temperature, puzzle.allowed[box], free);
        for (int k = 0; k < free; ++k) {
            const int cell = puzzle.free_cell[box][k];
            solver.fill(k, excluded);
            noise.each_own(puzzle.allowed[box][k], [&](int j, std::int32_t number) {
                solver.set(k, j, (walk.count(cell, puzzle.missing[box][j]) << unit_bits) + number);
            });
        }
        noise.end();
        solver.solve();
        for (int k = group.rank(); k < free; k += ThreadGroup::size) {
            walk.set(puzzle.free_cell[box][k], puzzle.missing[box][solver.column_of(k)]);
        }
        group.wait();
        walk.put_box(box);
    }

private:
    static constexpr std::uint32_t newest = 32'768;

    EVODOKU_HD std::uint32_t next_temperature(std::uint32_t before, const TemperatureScale& scale, const Ladder& ladder,
                                              Draws& draws) const {
        const std::uint32_t range = hottest > coldest ? hottest - coldest : 0;
        if (before == 0) return coldest + (ladder.size < 2 ? range / 2 : range * ladder.index / (ladder.size - 1));
        const TemperatureExchange pair{scale, exchange};
        const std::uint32_t now =
            ladder.has_neighbour && pair.happens(before, ladder) ? ladder.other_temperature : before;
        if (!draws.chance(change)) return now;
        const std::uint32_t step = draws.below(range / 8 + 2);
        if (draws.bits(1) != 0) return now < coldest + step ? coldest : now - step;
        return now + step > coldest + range ? coldest + range : now + step;
    }
};

}  // namespace evodoku
