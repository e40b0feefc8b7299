// Operators of boards whose rows are permutations.
#include <gtest/gtest.h>

#include "core/geometry.hpp"
#include "operators/crossover/all.hpp"
#include "operators/initialisation/all.hpp"
#include "operators/mutation/all.hpp"
#include "support/boards.hpp"

namespace evodoku {
namespace {

TEST(RowPermutations, StayPermutations) {
    EXPECT_TRUE(rc::check([] {
        const Puzzle puzzle = test::arbitrary_puzzle();
        const Context context{puzzle};
        CellBoard::Stored a, b, child;
        Draws draws = test::arbitrary_draws(Purpose::cross);
        RandomRows{}(CellBoard::view(a), context, draws);
        RandomRows{}(CellBoard::view(b), context, draws);
        RC_ASSERT(CellBoard::view(a).missing_in_rows() == 0u);
        const auto check_child = [&](const auto& cross) {
            cross(CellBoard::view(a), CellBoard::view(b), CellBoard::view(child), context, draws);
            RC_ASSERT(CellBoard::view(child).missing_in_rows() == 0u);
            RC_ASSERT(test::keeps_fixed_cells(puzzle, CellBoard::to_grid(child)));
        };
        check_child(CycleRow{}), check_child(PmxRow{}), check_child(ExchangeEachRow{});
        test::with_arbitrary_parameters<RowSearch>()(CellBoard::view(child), context, draws);
        RC_ASSERT(CellBoard::view(child).missing_in_rows() == 0u);
    }));
}

TEST(CycleRow, TakesTheCyclesOfAWorkedExample) {
    // a = 1..9, b = 9 3 7 8 2 6 5 1 4: the cycles are columns {1 9 4 8}, {2 3 7 5}, {6}.
    Grid of_a, of_b;
    const int row_b[] = {9, 3, 7, 8, 2, 6, 5, 1, 4};
    for (int cell = 0; cell < cell_count; ++cell) {
        of_a[cell] = static_cast<std::uint8_t>(cell % 9 + 1);
        of_b[cell] = static_cast<std::uint8_t>(row_b[cell % 9]);
    }
    const auto a = CellBoard::from_grid(of_a), b = CellBoard::from_grid(of_b);
    const int a_first[] = {1, 3, 7, 4, 2, 6, 5, 8, 9}, b_first[] = {9, 2, 3, 8, 5, 6, 7, 1, 4};
    int began_with_a = 0;
    for (std::uint32_t k = 0; k < 100; ++k) {
        CellBoard::Stored child;
        Draws draws({4, 0, k, 0}, Purpose::cross);
        CycleRow{}(CellBoard::view(a), CellBoard::view(b), CellBoard::view(child), Context{make_puzzle(Grid{})}, draws);
        const Grid grid = CellBoard::to_grid(child);
        for (int row = 0; row < 9; ++row) {
            const bool with_a = grid[row * 9] == 1;
            began_with_a += with_a;
            for (int column = 0; column < 9; ++column) {
                ASSERT_EQ(grid[row * 9 + column], (with_a ? a_first : b_first)[column]) << row << " " << column;
            }
        }
    }
    EXPECT_NEAR(began_with_a, 450, 75);
}

TEST(RowSearch, TakesDuplicatesOutOfColumnsAndBoxesAndAddsNone) {
    const Puzzle puzzle = make_puzzle(test::hard_puzzle);
    const Context context{puzzle};
    std::uint64_t before = 0, after_columns = 0, after_boxes = 0;
    for (std::uint32_t k = 0; k < 200; ++k) {
        CellBoard::Stored board;
        Draws draws({5, 0, k, 0}, Purpose::mutate);
        RandomRows{}(CellBoard::view(board), context, draws);
        CellBoard::Stored other = board;
        const std::uint32_t columns = CellBoard::view(board).missing_in_columns();
        const std::uint32_t boxes = CellBoard::view(board).missing_in_boxes();
        RowSearch{.swap = 0, .fresh = 0, .boxes = 0}(CellBoard::view(board), context, draws);
        EXPECT_LE(CellBoard::view(board).missing_in_columns(), columns);
        RowSearch{.swap = 0, .fresh = 0, .columns = 0}(CellBoard::view(other), context, draws);
        EXPECT_LE(CellBoard::view(other).missing_in_boxes(), boxes);
        before += columns + boxes;
        after_columns += CellBoard::view(board).missing_in_columns() + boxes;
        after_boxes += CellBoard::view(other).missing_in_boxes() + columns;
    }
    EXPECT_LT(after_columns, before - 500);
    EXPECT_LT(after_boxes, before - 400);
}

}  // namespace
}  // namespace evodoku
