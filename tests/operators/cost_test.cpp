// Costs against counting by hand.
#include <gtest/gtest.h>

#include <set>

#include "evodoku/operators/registry.hpp"
#include "support/boards.hpp"

namespace evodoku {
namespace {

std::size_t digits_in(const Grid& grid, int unit) {
    std::set<int> digits;
    for (int k = 0; k < 9; ++k) digits.insert(grid[cell_of_unit(unit, k)]);
    return digits.size();
}

std::uint32_t naive(const RowColumn&, const Grid& grid) {
    std::size_t missing = 0;
    for (int unit = 0; unit < 18; ++unit) missing += 9 - digits_in(grid, unit);
    return static_cast<std::uint32_t>(missing);
}

std::uint32_t naive(const Units&, const Grid& grid) {
    std::uint32_t incomplete = 0;
    for (int unit = 0; unit < 18; ++unit) incomplete += digits_in(grid, unit) != 9;
    return incomplete;
}

TEST(Costs, AgreeWithTheNaiveOnes) {
    for_each_operator<Cost>([]<class Operator>(Operator op) {
        EXPECT_TRUE(rc::check(std::string("cost ") + op.name, [op] {
            const Puzzle puzzle = test::arbitrary_puzzle();
            const BoxBoard::Stored board = test::arbitrary_board_of(puzzle);
            const std::uint32_t cost = op(BoxBoard::view(board), Context{puzzle});
            RC_ASSERT(cost == naive(op, BoxBoard::to_grid(board)));
            RC_ASSERT(cost <= op.highest);
        }));
    });
}

TEST(Costs, AreZeroForASolutionAndForNothingNearIt) {
    for_each_operator<Cost>([](auto op) {
        const Puzzle puzzle = make_puzzle(Grid{});
        const BoxBoard::Stored solution = BoxBoard::from_grid(test::easy_solution);
        EXPECT_EQ(op(BoxBoard::view(solution), Context{puzzle}), 0u) << op.name;
        for (int box = 0; box < 9; ++box) {
            for (int a = 0; a < 9; ++a) {
                for (int b = 0; b < a; ++b) {
                    BoxBoard::Stored board = solution;
                    const auto view = BoxBoard::view(board);
                    view.set_box(box, BoxBoard::swapped(view.box(box), a, b));
                    EXPECT_GT(op(BoxBoard::view(std::as_const(board)), Context{puzzle}), 0u) << op.name;
                }
            }
        }
    });
}

TEST(Costs, TheWorstBoardIsWithinTheHighest) {
    // Every box the same permutation: each band's rows hold three digits, and so do the stacks' columns.
    Grid worst;
    for (int cell = 0; cell < cell_count; ++cell) worst[cell] = static_cast<std::uint8_t>(within_box(cell) + 1);
    const BoxBoard::Stored board = BoxBoard::from_grid(worst);
    EXPECT_EQ(RowColumn{}(BoxBoard::view(board), Context{make_puzzle(Grid{})}), 108u);
    EXPECT_EQ(Units{}(BoxBoard::view(board), Context{make_puzzle(Grid{})}), 18u);
}

}  // namespace
}  // namespace evodoku
