// The heat bath by a complete table against HeatBath: the same boards for the same random numbers.
#include "operators/mutation/heat_bath_by_tables.hpp"

#include <gtest/gtest.h>

#include "operators/mutation/heat_bath.hpp"
#include "support/boards.hpp"

namespace evodoku {
namespace {

Puzzle presolved(const Grid& grid) { return make_puzzle(presolve(grid, PresolveLevel::givens)); }

/// Generation after generation of both, from a random board that ignores the candidates.
void expect_same_walks(const test::PreparedPuzzle& prepared, const HeatBath& op, std::uint32_t number) {
    ASSERT_TRUE(HeatBathByTables::can_replace(op));
    const HeatBathByTables by_tables(op);
    BoxBoard::Stored one = test::board_of(prepared.puzzle, number), other = one;
    for (std::uint32_t generation = 0; generation < 5; ++generation) {
        const StreamKey key{17, 0, number, generation};
        Draws draws(key, Purpose::mutate), same_draws(key, Purpose::mutate);
        const Effort effort = op(BoxBoard::view(one), prepared.context(), draws);
        const Effort same_effort = by_tables(BoxBoard::view(other), prepared.context(), same_draws);
        ASSERT_EQ(effort.redraws, same_effort.redraws) << "board " << number << ", generation " << generation;
        for (int word = 0; word < BoxBoard::words; ++word) {
            ASSERT_EQ(one.word[word], other.word[word]) << "board " << number << ", generation " << generation;
        }
    }
}

TEST(HeatBathByTables, MakesTheBoardsOfTheHeatBath) {
    int complete = 0;
    for (const Grid& grid : test::batch_puzzles()) {
        const test::PreparedPuzzle prepared(presolved(grid));
        if (prepared.alleles->table.complete == 0) continue;
        ++complete;
        for (const std::uint32_t shift : {0u, 1u, 3u}) {
            for (const std::uint32_t redraws : {1u, 3u, 16u}) {
                const HeatBath op{.redraws = redraws, .shift = shift};
                for (std::uint32_t number = 0; number < 20; ++number) expect_same_walks(prepared, op, number);
            }
        }
    }
    EXPECT_GE(complete, 2);
}

TEST(HeatBathByTables, SupportsWeightsOf32BitsAndTheLeastRecentBox) {
    EXPECT_TRUE(HeatBathByTables::can_replace(HeatBath{}));
    EXPECT_FALSE(HeatBathByTables::can_replace(HeatBath{.shift = 4}));
    EXPECT_FALSE(HeatBathByTables::can_replace(HeatBath{.pick = HeatBath::conflict}));
    EXPECT_FALSE(HeatBathByTables::can_replace(HeatBath{.pick = HeatBath::uniform}));
}

TEST(ClashTable, IsCompleteWhereAllIsListedAndFixedBoxesDoNotClash) {
    EXPECT_EQ(test::PreparedPuzzle(presolved(test::hard_puzzle)).alleles->table.complete, 1u);
    EXPECT_EQ(test::PreparedPuzzle(presolved(Grid{})).alleles->table.complete, 0u) << "no box is listed";
    const Grid many =
        test::grid_of("..............1.23.45.6............1.......78..965........9.5..1........3....7...");
    const test::PreparedPuzzle many_boards(presolved(many));
    EXPECT_EQ(many_boards.alleles->many_boards(), 1u);
    EXPECT_EQ(many_boards.alleles->table.complete, 0u) << "it needs a colder bath";
    for (const std::uint32_t count : many_boards.alleles->count) EXPECT_NE(count, 0u);
    // Full boxes; the first two share digits in their rows.
    Grid grid = test::easy_solution;
    EXPECT_EQ(test::PreparedPuzzle(make_puzzle(grid)).alleles->table.complete, 1u);
    for (int within = 0; within < 9; ++within) grid[cell_in_box(1, within)] = grid[cell_in_box(0, within)];
    EXPECT_EQ(test::PreparedPuzzle(make_puzzle(grid)).alleles->table.complete, 0u) << "two fixed boxes clash";
}

}  // namespace
}  // namespace evodoku
