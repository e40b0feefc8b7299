// Costs against counting by hand.
#include <gtest/gtest.h>

#include <set>

#include "operators/cost/costs.hpp"
#include "support/boards.hpp"

namespace evodoku {
namespace {

std::size_t digits_in(const Grid& grid, int unit) {
    std::set<int> digits;
    for (int k = 0; k < 9; ++k) digits.insert(grid[cell_of_unit(unit, k)]);
    return digits.size();
}

std::uint32_t missing(const Grid& grid, int first_unit) {
    std::size_t sum = 0;
    for (int unit = first_unit; unit < first_unit + 9; ++unit) sum += 9 - digits_in(grid, unit);
    return static_cast<std::uint32_t>(sum);
}

/// Cells other than this one that share one of its units and its digit, unit by unit.
std::uint32_t others(const auto& grid, int cell, int digit, int unit) {
    std::uint32_t count = 0;
    for (int k = 0; k < 9; ++k) count += cell_of_unit(unit, k) != cell && grid[cell_of_unit(unit, k)] == digit;
    return count;
}

std::uint32_t naive(const RowColumn&, const Grid& grid, const Puzzle&) { return missing(grid, 0) + missing(grid, 9); }

std::uint32_t naive(const Units&, const Grid& grid, const Puzzle&) {
    std::uint32_t incomplete = 0;
    for (int unit = 0; unit < 27; ++unit) incomplete += digits_in(grid, unit) != 9;
    return incomplete;
}

std::uint32_t naive(const RowColumnGivens& op, const Grid& grid, const Puzzle& puzzle) {
    std::uint32_t repeats = 0;
    for (int cell = 0; cell < cell_count; ++cell) {
        if (puzzle.fixed[cell] != 0) continue;
        repeats += others(puzzle.fixed, cell, grid[cell], row_of(cell)) +
                   others(puzzle.fixed, cell, grid[cell], 9 + column_of(cell));
    }
    return naive(RowColumn{}, grid, puzzle) + op.penalty * repeats;
}

std::uint32_t naive(const Duplicates& op, const Grid& grid, const Puzzle& puzzle) {
    std::uint32_t duplicates = 0, broken = 0;
    for (int unit = 0; unit < 27; ++unit) {
        if ((unit < 9 ? op.rows : unit < 18 ? op.columns : op.boxes) == 0) continue;
        int count[10] = {};
        for (int k = 0; k < 9; ++k) duplicates += ++count[grid[cell_of_unit(unit, k)]] > 1;
    }
    for (int cell = 0; cell < cell_count; ++cell) broken += puzzle.fixed[cell] != 0 && puzzle.fixed[cell] != grid[cell];
    return duplicates + op.broken * broken;
}

std::uint32_t naive(const Product&, const Grid& grid, const Puzzle&) {
    return (missing(grid, 0) + 1) * (missing(grid, 9) + 1) * (missing(grid, 18) + 1) - 1;
}

std::uint32_t naive(const Entry&, const Grid& grid, const Puzzle& puzzle) {
    std::uint32_t sum = 0;
    for (int gene = 0; gene < puzzle.gene_count; ++gene) {
        const int cell = puzzle.gene_cell[gene];
        for (const int unit : {row_of(cell), 9 + column_of(cell), 18 + box_of(cell)})
            sum += others(grid, cell, grid[cell], unit);
    }
    return sum;
}

TEST(Costs, AgreeWithTheNaiveOnes) {
    test::for_each_pairing<Costs>([]<class Operator, class Representation>() {
        EXPECT_TRUE(rc::check("cost " + test::pairing<Operator, Representation>(), [] {
            Operator op;
            for (const auto& parameter : parameters_of<Operator>())
                op.*parameter.member = *rc::gen::inRange(parameter.min, parameter.max + 1);
            const Puzzle puzzle = test::arbitrary_puzzle_for<Representation>();
            const auto board = test::arbitrary_board_of<Representation>(puzzle);
            const std::uint32_t cost = op(Representation::view(board), Context{puzzle});
            RC_ASSERT(cost == naive(op, Representation::to_grid(board), puzzle));
            RC_ASSERT(cost <= op.highest);
        }));
    });
}

TEST(Costs, AreZeroForASolutionAndForNothingNearIt) {
    test::for_each_pairing<Costs>([]<class Operator, class Representation>() {
        const Puzzle puzzle = make_puzzle(Grid{});
        const auto solution = test::board_of<Representation>(test::easy_solution);
        const Operator op;
        EXPECT_EQ(op(Representation::view(solution), Context{puzzle}), 0u) << op.name;
        for (int box = 0; box < 9; ++box) {
            for (int a = 0; a < 9; ++a) {
                for (int b = 0; b < a; ++b) {
                    Grid grid = test::easy_solution;
                    std::swap(grid[cell_in_box(box, a)], grid[cell_in_box(box, b)]);
                    const auto board = test::board_of<Representation>(grid);
                    EXPECT_GT(op(Representation::view(board), Context{puzzle}), 0u) << op.name;
                }
            }
        }
    });
}

TEST(Costs, TheWorstBoardIsWithinTheHighest) {
    // Every box the same permutation: each band's rows hold three digits, and so do the stacks' columns.
    Grid worst, nines;
    for (int cell = 0; cell < cell_count; ++cell) {
        worst[cell] = static_cast<std::uint8_t>(within_box(cell) + 1);
        nines[cell] = 9;
    }
    const BoxBoard::Stored board = test::board_of<BoxBoard>(worst);
    EXPECT_EQ(RowColumn{}(BoxBoard::view(board), Context{make_puzzle(Grid{})}), 108u);
    EXPECT_EQ(Units{}(BoxBoard::view(board), Context{make_puzzle(Grid{})}), 18u);
    const CellBoard::Stored one_digit = test::board_of<CellBoard>(nines);
    Costs::for_each([&]<class Operator>(const Operator& op) {
        if constexpr (supports<Operator>(cell_board)) {
            const std::uint32_t cost = op(CellBoard::view(one_digit), Context{make_puzzle(Grid{})});
            EXPECT_LE(cost, op.highest);
            EXPECT_EQ(cost, naive(op, nines, make_puzzle(Grid{})));
        }
    });
}

}  // namespace
}  // namespace evodoku
