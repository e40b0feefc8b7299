// The rules of logic, one by one and against the exact solver.
#include "core/geometry.hpp"
#include "core/presolver.hpp"

#include <gtest/gtest.h>

#include <iterator>

#include "logic/logic.hpp"
#include "support/puzzles.hpp"

namespace evodoku {
namespace {

TEST(Presolve, SinglesSolveAnEasyPuzzle) {
    const Presolved<3> found = presolve(test::easy_puzzle, PresolveLevel::singles);
    EXPECT_FALSE(found.contradiction);
    EXPECT_EQ(found.filled, 51);
    EXPECT_EQ(found.grid, cells_of<3>(test::easy_solution));
}

TEST(Presolve, NoneLeavesThePuzzleAlone) {
    const Presolved<3> found = presolve(test::easy_puzzle, PresolveLevel::none);
    EXPECT_EQ(found.grid, cells_of<3>(test::easy_puzzle));
    EXPECT_EQ(found.filled, 0);
}

constexpr PresolveLevel levels[] = {PresolveLevel::none,        PresolveLevel::givens,
                                    PresolveLevel::single_pass, PresolveLevel::single_pass_keep,
                                    PresolveLevel::singles,     PresolveLevel::full};

TEST(Presolve, ASinglePassFillsWhatTheGivensLeaveOneDigitAndNoMore) {
    for (const Grid& puzzle : test::batch_puzzles()) {
        const Presolved<3> before = presolve(puzzle, PresolveLevel::givens);
        const Presolved<3> after = presolve(puzzle, PresolveLevel::single_pass);
        ASSERT_FALSE(after.contradiction);
        int filled = 0;
        for (int cell = 0; cell < cell_count; ++cell) {
            const unsigned possible = before.candidates[cell];
            const bool single = (possible & (possible - 1)) == 0;
            filled += single && puzzle[cell] == 0;
            ASSERT_EQ(after.grid[cell] != 0, single) << cell;
            ASSERT_TRUE(!single || 1u << (after.grid[cell] - 1) == possible) << cell;
        }
        EXPECT_EQ(after.filled, filled);
    }
    EXPECT_GT(presolve(test::easy_puzzle, PresolveLevel::single_pass).filled, 0);
    EXPECT_LT(presolve(test::easy_puzzle, PresolveLevel::single_pass).filled, 51);

    // r1c8 and r1c9 may hold the 9 alone, both of them.
    Grid grid;
    for (int column = 0; column < 7; ++column) grid[cell_at(0, column)] = static_cast<std::uint8_t>(column + 1);
    grid[cell_at(4, 7)] = 8, grid[cell_at(5, 8)] = 8;
    const Presolved<3> twice = presolve(grid, PresolveLevel::single_pass);
    EXPECT_TRUE(twice.contradiction);
    EXPECT_EQ(twice.cell, cell_at(0, 8));
}

TEST(Presolve, ASinglePassMayKeepTheCandidatesOfOtherCells) {
    int kept = 0;
    for (const Grid& puzzle : test::batch_puzzles()) {
        const Presolved<3> before = presolve(puzzle, PresolveLevel::givens);
        const Presolved<3> striking = presolve(puzzle, PresolveLevel::single_pass);
        const Presolved<3> after = presolve(puzzle, PresolveLevel::single_pass_keep);
        EXPECT_EQ(after.grid, striking.grid);
        EXPECT_EQ(after.filled, striking.filled);
        for (int cell = 0; cell < cell_count; ++cell) {
            EXPECT_EQ(after.candidates[cell], before.candidates[cell]) << cell;
            kept += after.candidates[cell] != striking.candidates[cell];
        }
    }
    EXPECT_GT(kept, 0);
}

TEST(Presolve, FillsAndStrikesOnlyWhatNoSolutionNeeds) {
    for (const Grid& puzzle : test::batch_puzzles()) {
        const logic::ExactResult exact = logic::solve_exactly(puzzle, 2);
        if (exact.solutions != 1) continue;
        for (const PresolveLevel level : levels) {
            const Presolved<3> found = presolve(puzzle, level);
            ASSERT_FALSE(found.contradiction) << to_text(level);
            for (int cell = 0; cell < cell_count; ++cell) {
                EXPECT_TRUE(found.candidates[cell] >> ((*exact.first)[cell] - 1) & 1)
                    << to_text(level) << " cell " << cell;
                if (found.grid[cell] != 0) {
                    EXPECT_EQ(found.grid[cell], (*exact.first)[cell]) << to_text(level) << " cell " << cell;
                    EXPECT_EQ(found.candidates[cell], 1u << (found.grid[cell] - 1));
                }
            }
        }
    }
}

TEST(Presolve, EveryLevelLeavesNoMoreCandidatesThanTheOneBefore) {
    // A pass that keeps candidates leaves those of the givens: it comes between them and the pass that does not.
    constexpr PresolveLevel stricter_and_stricter[] = {
        PresolveLevel::none,        PresolveLevel::givens,  PresolveLevel::single_pass_keep,
        PresolveLevel::single_pass, PresolveLevel::singles, PresolveLevel::full};
    static_assert(std::size(stricter_and_stricter) == std::size(levels));
    for (const Grid& puzzle : test::batch_puzzles()) {
        Presolved<3> before = presolve(puzzle, PresolveLevel::none);
        for (const PresolveLevel level : stricter_and_stricter) {
            const Presolved<3> found = presolve(puzzle, level);
            if (found.contradiction) break;
            for (int cell = 0; cell < cell_count; ++cell)
                EXPECT_EQ(found.candidates[cell] & ~before.candidates[cell], 0) << to_text(level) << " cell " << cell;
            before = found;
        }
    }
}

TEST(Presolve, LockedCandidatesLeaveTheRestOfTheLine) {
    // Box 1 can hold 1 in row 1 only (rows 2 and 3 of the box are full), so the rest of row 1 can't.
    Grid grid;
    const int within_box_1[] = {3, 4, 5, 6, 7, 8};
    for (int k = 0; k < 6; ++k) grid[cell_in_box(0, within_box_1[k])] = static_cast<std::uint8_t>(k + 2);
    const Presolved<3> singles = presolve(grid, PresolveLevel::singles), full = presolve(grid, PresolveLevel::full);
    EXPECT_TRUE(singles.candidates[cell_at(0, 5)] & 1);
    EXPECT_FALSE(full.candidates[cell_at(0, 5)] & 1);
    EXPECT_TRUE(full.candidates[cell_at(0, 1)] & 1);
    EXPECT_GT(full.struck, 0);
    EXPECT_EQ(singles.struck, 0);
}

TEST(Presolve, NakedAndHiddenPairs) {
    // Row 1: r1c1 and r1c2 may hold 8 and 9 alone, so nothing else in row 1 or box 1 may.
    Grid naked;
    for (int digit = 1; digit <= 7; ++digit) {
        // 1..3 are in column 1 and 2's other boxes; 4..7 in rows 2 and 3 of box 1.
        if (digit <= 3) {
            naked[cell_at(2 + digit, 0)] = static_cast<std::uint8_t>(digit);
            naked[cell_at(5 + digit, 1)] = static_cast<std::uint8_t>(digit);
        } else {
            naked[cell_at(1 + (digit - 4) / 2, (digit - 4) % 2)] = static_cast<std::uint8_t>(digit);
        }
    }
    Presolved<3> place;
    Candidates<3> candidates(cells_of<3>(naked), place.grid, place.candidates);
    ASSERT_EQ(candidates.of[cell_at(0, 0)], 0b110000000);
    ASSERT_EQ(candidates.of[cell_at(0, 1)], 0b110000000);
    EXPECT_TRUE(candidates.pairs());
    EXPECT_EQ(candidates.of[cell_at(0, 2)] & 0b110000000, 0);
    EXPECT_EQ(candidates.of[cell_at(0, 8)] & 0b110000000, 0);
    EXPECT_EQ(candidates.of[cell_at(0, 0)], 0b110000000);

    // Row 1: 1 and 2 have no place but r1c1 and r1c2, so these hold nothing else.
    Candidates<3> open({}, place.grid, place.candidates);
    for (int column = 2; column < 9; ++column) open.of[cell_at(0, column)] &= static_cast<std::uint16_t>(~0b11);
    EXPECT_TRUE(open.pairs());
    EXPECT_EQ(open.of[cell_at(0, 0)], 0b11);
    EXPECT_EQ(open.of[cell_at(0, 1)], 0b11);
}

TEST(Presolve, NamesTheCellWithoutCandidate) {
    // Row 1 leaves the 9 alone to r1c9, and column 9 has it already.
    Grid grid;
    for (int column = 0; column < 8; ++column) grid[cell_at(0, column)] = static_cast<std::uint8_t>(column + 1);
    grid[cell_at(4, 8)] = 9;
    for (const PresolveLevel level :
         {PresolveLevel::givens, PresolveLevel::single_pass, PresolveLevel::singles, PresolveLevel::full}) {
        const Presolved<3> found = presolve(grid, level);
        EXPECT_TRUE(found.contradiction) << to_text(level);
        EXPECT_EQ(found.cell, 8) << to_text(level);
    }
    EXPECT_FALSE(presolve(grid, PresolveLevel::none).contradiction);
}

TEST(Presolve, NamesTheUnitWithoutPlace) {
    // Rows 2 and 3 hold a 1 in boxes 1 and 2, so row 1's must be in box 3: columns 8 and 9 have theirs, r1c7 is taken.
    Grid grid;
    grid[cell_at(0, 6)] = 5;
    grid[cell_at(3, 7)] = 1;
    grid[cell_at(6, 8)] = 1;
    grid[cell_at(1, 0)] = 1;
    grid[cell_at(2, 3)] = 1;
    const Presolved<3> found = presolve(grid, PresolveLevel::singles);
    EXPECT_TRUE(found.contradiction);
    EXPECT_EQ(found.digit, 1);
    EXPECT_GE(found.unit, 0);
}

}  // namespace
}  // namespace evodoku
