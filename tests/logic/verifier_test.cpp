// Each rule of Sudoku broken once.
#include "evodoku/logic/verifier.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <utility>

#include "core/geometry.hpp"
#include "known_puzzles.hpp"
#include "logic/generator.hpp"

namespace evodoku::logic {
namespace {

const Grid puzzle = grid_of(known_puzzles[0].puzzle);
const Grid solution = grid_of(known_puzzles[0].solution);

TEST(Verifier, KnownSolutionsAreValid) {
    for (const KnownPuzzle& known : known_puzzles) {
        const Verdict verdict = verify(grid_of(known.puzzle), grid_of(known.solution));
        EXPECT_TRUE(verdict.valid) << verdict.reason;
        EXPECT_EQ(verdict.reason, "");
        EXPECT_FALSE(first_conflict(grid_of(known.puzzle)));
    }
}

TEST(Verifier, NamesTheFault) {
    Grid blank = solution, twelve = solution;
    blank[cell_at(3, 4)] = 0, twelve[cell_at(3, 4)] = 12;
    EXPECT_EQ(verify(puzzle, blank).reason, "r4c5 is blank");
    EXPECT_FALSE(verify(puzzle, blank).valid);
    EXPECT_EQ(verify(puzzle, twelve).reason, "r4c5 holds 12, not a digit 1-9");
    // A valid grid of another puzzle.
    EXPECT_EQ(verify(puzzle, grid_of(known_puzzles[1].solution)).reason, "r1c1 holds 1, but the puzzle gives 5");
    EXPECT_EQ(verify(Grid(5), Grid(4)).reason, "the answer has order 4, and the puzzle has order 5");
}

TEST(Verifier, AcceptsSolutionsOnlyOfEveryOrder) {
    for (int order = 2; order <= 7; ++order) {
        const GeneratedPuzzle each = generate_puzzle({order, percent(50), Holes::random, 1, 0});
        EXPECT_TRUE(verify(each.puzzle, each.solution).valid) << order;
        EXPECT_FALSE(verify(each.puzzle, each.puzzle).valid) << order;
        EXPECT_EQ(first_conflict(each.solution), std::nullopt);
        for (const int cell : {0, each.puzzle.cell_count() - 1}) {
            Grid wrong = each.solution;
            wrong[cell] = static_cast<std::uint8_t>(wrong[cell] % wrong.size() + 1);
            EXPECT_FALSE(verify(Grid(order), wrong).valid) << order << " " << cell;
            wrong[cell] = static_cast<std::uint8_t>(wrong.size() + 1);
            EXPECT_FALSE(verify(Grid(order), wrong).valid) << order << " " << cell;
        }
    }
}

/// A full grid that breaks the rule of one kind of unit alone.
Grid full_grid(int (*digit)(int row, int column)) {
    Grid grid;
    for (int cell = 0; cell < cell_count; ++cell)
        grid[cell] = static_cast<std::uint8_t>(digit(row_of(cell), column_of(cell)) % 9 + 1);
    return grid;
}

TEST(Verifier, RowsHoldEachDigitOnce) {
    const Grid answer = full_grid([](int row, int column) { return 3 * column + column / 3 + row; });
    Grid turned;
    for (int cell = 0; cell < cell_count; ++cell) turned[cell] = answer[cell_at(column_of(cell), row_of(cell))];
    EXPECT_TRUE(verify(Grid{}, turned).valid);
    std::swap(turned[cell_at(0, 0)], turned[cell_at(1, 0)]);  // same column, same box
    EXPECT_EQ(first_conflict(turned)->unit, 0);
    EXPECT_FALSE(verify(Grid{}, turned).valid);
}

TEST(Verifier, ColumnsHoldEachDigitOnce) {
    Grid answer = solution;
    std::swap(answer[cell_at(0, 0)], answer[cell_at(0, 1)]);  // same row, same box
    const auto conflict = first_conflict(answer);
    ASSERT_TRUE(conflict);
    EXPECT_EQ(conflict->unit, 9);
    EXPECT_EQ(describe(*conflict), "digit 3 appears twice in column 1: r1c1 and r9c1");
    EXPECT_EQ(verify(Grid{}, answer).reason, describe(*conflict));
}

TEST(Verifier, BoxesHoldEachDigitOnce) {
    const Grid latin_square = full_grid([](int row, int column) { return row + column; });
    const auto conflict = first_conflict(latin_square);
    ASSERT_TRUE(conflict);
    EXPECT_EQ(conflict->unit, 18);
    EXPECT_EQ(describe(*conflict), "digit 2 appears twice in box 1: r1c2 and r2c1");
    EXPECT_FALSE(verify(Grid{}, latin_square).valid);
}

TEST(Verifier, ConflictsAreToldByRowBeforeColumnBeforeBox) {
    Grid grid;
    grid[cell_at(0, 0)] = grid[cell_at(0, 1)] = grid[cell_at(1, 0)] = 5;
    EXPECT_EQ(describe(*first_conflict(grid)), "digit 5 appears twice in row 1: r1c1 and r1c2");
    grid[cell_at(0, 1)] = 0;
    EXPECT_EQ(describe(*first_conflict(grid)), "digit 5 appears twice in column 1: r1c1 and r2c1");
    const auto conflicted = conflicted_cells(grid);
    EXPECT_EQ(std::ranges::count(conflicted, true), 2);
    EXPECT_TRUE(conflicted[0] && conflicted[9]);
    EXPECT_EQ(std::ranges::count(conflicted_cells(Grid{}), true), 0) << "blanks do not clash";
    Grid larger(4);
    larger[0] = larger[5 * 16] = 7;
    EXPECT_EQ(describe(*first_conflict(larger)), "digit 7 appears twice in column 1: r1c1 and r6c1");
    larger[5 * 16] = 0, larger[17] = 7;
    EXPECT_EQ(describe(*first_conflict(larger)), "digit 7 appears twice in box 1: r1c1 and r2c2");
}

/// The rules, cell by cell.
bool has_equal_neighbours(const Grid& grid) {
    for (int a = 0; a < cell_count; ++a) {
        for (int b = a + 1; b < cell_count; ++b) {
            const bool share_a_unit = row_of(a) == row_of(b) || column_of(a) == column_of(b) || box_of(a) == box_of(b);
            if (share_a_unit && grid[a] != 0 && grid[a] == grid[b]) return true;
        }
    }
    return false;
}

TEST(Verifier, AgreesWithTheRulesWrittenCellByCell) {
    EXPECT_TRUE(rc::check("a solution with some cells changed, also to digits above nine and to blanks", [] {
        Grid answer = solution;
        const int changes = *rc::gen::inRange(0, 5);
        for (int k = 0; k < changes; ++k) {
            answer[*rc::gen::inRange(0, cell_count)] =
                static_cast<std::uint8_t>(*rc::gen::element(0, 1, 5, 9, 10, 33, 255));
        }
        const bool clashes = has_equal_neighbours(answer);
        const bool is_filled = std::ranges::all_of(answer.cells(), [](int digit) { return digit >= 1 && digit <= 9; });
        RC_ASSERT(first_conflict(answer).has_value() == clashes);
        const auto conflicted = conflicted_cells(answer);
        RC_ASSERT((std::ranges::count(conflicted, true) != 0) == clashes);
        const bool keeps_givens = std::ranges::equal(puzzle.cells(), answer.cells(),
                                                     [](int given, int digit) { return given == 0 || given == digit; });
        RC_ASSERT(verify(puzzle, answer).valid == (is_filled && keeps_givens && !clashes));
        RC_ASSERT(verify(puzzle, answer).valid == verify(puzzle, answer).reason.empty());
    }));
}

TEST(Verifier, AnyOneChangeBreaksASolution) {
    EXPECT_TRUE(rc::check("a solution with one cell changed is refused, and its conflicts hold that cell", [] {
        Grid answer = solution;
        const int cell = *rc::gen::inRange(0, cell_count);
        const int digit = *rc::gen::inRange(1, 10);
        RC_PRE(answer[cell] != digit);
        answer[cell] = static_cast<std::uint8_t>(digit);
        RC_ASSERT(!verify(puzzle, answer).valid);
        RC_ASSERT(!verify(Grid{}, answer).valid);
        const Conflict conflict = first_conflict(answer).value();
        RC_ASSERT(conflict.cell_a == cell || conflict.cell_b == cell);
        RC_ASSERT(conflict.cell_a < conflict.cell_b);
        RC_ASSERT(conflicted_cells(answer)[static_cast<std::size_t>(cell)]);
    }));
}

}  // namespace
}  // namespace evodoku::logic
