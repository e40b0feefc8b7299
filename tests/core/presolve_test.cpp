#include "evodoku/core/presolve.hpp"

#include <gtest/gtest.h>

#include "evodoku/logic/exact_solver.hpp"
#include "support/puzzles.hpp"

namespace evodoku {
namespace {

using test::grid_of;

TEST(Presolve, SinglesSolveAnEasyPuzzle) {
    const Presolved found = presolve(test::easy_puzzle, PresolveLevel::singles);
    EXPECT_FALSE(found.contradiction);
    EXPECT_EQ(found.filled, 51);
    EXPECT_EQ(found.grid, test::easy_solution);
}

TEST(Presolve, NoneLeavesThePuzzleAlone) {
    const Presolved found = presolve(test::easy_puzzle, PresolveLevel::none);
    EXPECT_EQ(found.grid, test::easy_puzzle);
    EXPECT_EQ(found.filled, 0);
}

TEST(Presolve, FillsOnlyWhatEverySolutionHolds) {
    for (const Grid& puzzle : test::batch_puzzles()) {
        const Presolved found = presolve(puzzle, PresolveLevel::singles);
        const logic::ExactResult exact = logic::solve_exactly(puzzle, 2);
        if (exact.solutions == 0) continue;
        ASSERT_FALSE(found.contradiction);
        for (int cell = 0; cell < cell_count; ++cell) {
            if (found.grid[cell] == 0 || puzzle[cell] != 0) continue;
            EXPECT_EQ(found.grid[cell], exact.first[cell]) << "cell " << cell;
        }
        EXPECT_EQ(logic::solve_exactly(found.grid, 2).solutions, exact.solutions);
    }
}

TEST(Presolve, NamesTheCellWithoutCandidate) {
    // Row 1 leaves the 9 alone to r1c9, and column 9 has it already.
    Grid grid;
    for (int column = 0; column < 8; ++column) grid[cell_at(0, column)] = static_cast<std::uint8_t>(column + 1);
    grid[cell_at(4, 8)] = 9;
    const Presolved found = presolve(grid, PresolveLevel::singles);
    EXPECT_TRUE(found.contradiction);
    EXPECT_EQ(found.cell, 8);
}

TEST(Presolve, NamesTheUnitWithoutPlace) {
    // Rows 2 and 3 hold a 1 in boxes 1 and 2, so row 1's must be in box 3: columns 8 and 9 have theirs, r1c7 is taken.
    Grid grid;
    grid[cell_at(0, 6)] = 5;
    grid[cell_at(3, 7)] = 1;
    grid[cell_at(6, 8)] = 1;
    grid[cell_at(1, 0)] = 1;
    grid[cell_at(2, 3)] = 1;
    const Presolved found = presolve(grid, PresolveLevel::singles);
    EXPECT_TRUE(found.contradiction);
    EXPECT_EQ(found.digit, 1);
    EXPECT_GE(found.unit, 0);
}

}  // namespace
}  // namespace evodoku
