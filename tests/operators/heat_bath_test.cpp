// The heat bath: its draw of a box that is not listed, whole mutations, and the form for complete tables.
#include "operators/mutation/heat_bath.hpp"

#include <string>

#include "alleles.hpp"
#include "operators/cost/costs.hpp"

namespace evodoku {
namespace {

using test::boxes_of;
using test::expect_distribution;
using test::naive_alleles;
using test::presolved;

TEST(UnlistedDraw, FollowsTheBoltzmannDistributionOfAllClashes) {
    Grid empty_but_one{};
    empty_but_one[cell_in_box(4, 8)] = 5;
    struct Case {
        Puzzle puzzle;
        int box;
        std::uint32_t shift;
    };
    std::vector<Case> cases{{presolved(empty_but_one, PresolveLevel::none), 4, 3},
                            {presolved(empty_but_one, PresolveLevel::none), 0, 7},
                            {presolved(test::hard_puzzle, PresolveLevel::givens), 4, 3},
                            {presolved(test::hard_puzzle, PresolveLevel::givens), 4, 1},
                            {presolved(test::hard_puzzle, PresolveLevel::givens), 4, 0}};
    for (int free = 1; free <= 5; ++free) {  // fewer and more than the digits of a vector
        Grid nearly_full{};
        for (int within = 0; within < 9 - free; ++within)
            nearly_full[cell_in_box(4, within)] = static_cast<std::uint8_t>(within + 1);
        cases.push_back({presolved(nearly_full, PresolveLevel::none), 4, 3});
    }
    for (const Case& each : cases) {
        const test::Boxes boxes = boxes_of(test::board_of(each.puzzle, 5));
        const NeighbourBoxes neighbours(boxes.of, Surroundings(static_cast<std::uint32_t>(each.box)));
        std::map<BoxBoard::Box, double> weights;
        for (const BoxBoard::Box allele : naive_alleles(each.puzzle, each.box))
            weights[allele] = std::exp2(-double(each.shift * test::clashes_of(boxes, each.box, allele)));
        UnlistedDraw draw(each.puzzle, static_cast<std::uint32_t>(each.box));
        Draws draws({1906, 0, each.shift, 0}, Purpose::mutate);
        std::map<BoxBoard::Box, int> drawn;
        constexpr int draws_made = 100'000;
        for (int k = 0; k < draws_made; ++k) ++drawn[draw(neighbours, each.shift, 0, draws.two_words())];
        SCOPED_TRACE("box " + std::to_string(each.box) + ", shift " + std::to_string(each.shift));
        expect_distribution(weights, drawn, draws_made);
    }
}

TEST(UnlistedDraw, KeepsABoxWhoseCandidatesAllowNoArrangement) {
    Puzzle puzzle = make_puzzle(Grid{});
    puzzle.candidates[cell_in_box(4, 0)] = puzzle.candidates[cell_in_box(4, 1)] = 0b1;
    const test::Boxes boxes = boxes_of(test::board_of(puzzle, 5));
    const NeighbourBoxes neighbours(boxes.of, Surroundings(4));
    EXPECT_EQ(UnlistedDraw(puzzle, 4)(neighbours, 3, boxes.of[4], 0x8000000000000000), boxes.of[4]);
}

TEST(HeatBath, SolvesAHardPuzzleFromOneBoard) {
    const test::PreparedPuzzle prepared(presolved(test::hard_puzzle, PresolveLevel::givens));
    BoxBoard::Stored board = test::board_of(prepared.puzzle, 1);
    std::uint32_t cost = 1;
    for (std::uint32_t generation = 0; generation < 100 && cost != 0; ++generation) {
        Draws draws({3, 0, 0, generation}, Purpose::mutate);
        HeatBath{.redraws = 5'000}(BoxBoard::view(board), prepared.context(), draws);
        cost = RowColumn{}(BoxBoard::view(std::as_const(board)), prepared.context());
    }
    EXPECT_EQ(cost, 0u);
}

/// The boxes of a board after ten mutations.
test::Boxes after_mutations(const HeatBath& op, const test::PreparedPuzzle& prepared) {
    BoxBoard::Stored board = test::board_of(prepared.puzzle, 1);
    for (std::uint32_t generation = 0; generation < 10; ++generation) {
        Draws draws({29, 0, 0, generation}, Purpose::mutate);
        op(BoxBoard::view(board), prepared.context(), draws);
    }
    return boxes_of(board);
}
bool operator==(const test::Boxes& one, const test::Boxes& other) { return std::ranges::equal(one.of, other.of); }

TEST(HeatBath, IsColderWhereAPuzzleHasVeryManyBoards) {
    const test::PreparedPuzzle many(presolved(test::hard_puzzle, PresolveLevel::none));
    ASSERT_EQ(many.alleles->many_boards(), 2u);
    EXPECT_FALSE(many.alleles->table.complete);
    EXPECT_TRUE(after_mutations({.shift = 3, .colder = 1}, many) == after_mutations({.shift = 5, .colder = 0}, many));
    EXPECT_FALSE(after_mutations({.shift = 3, .colder = 1}, many) == after_mutations({.shift = 3, .colder = 0}, many));
    EXPECT_TRUE(after_mutations({.shift = 6, .colder = 7}, many) == after_mutations({.shift = 7, .colder = 0}, many));

    const test::PreparedPuzzle seventeen_clues(
        presolved(test::grid_of("................12..3.45...............1....6.74...5.......74...2.......61.8....7"),
                  PresolveLevel::givens));
    ASSERT_EQ(seventeen_clues.alleles->many_boards(), 1u);
    EXPECT_TRUE(after_mutations({.shift = 3, .colder = 1}, seventeen_clues) ==
                after_mutations({.shift = 4, .colder = 0}, seventeen_clues));

    const test::PreparedPuzzle few(presolved(test::hard_puzzle, PresolveLevel::givens));
    ASSERT_EQ(few.alleles->many_boards(), 0u);
    EXPECT_TRUE(after_mutations({.shift = 3, .colder = 1}, few) == after_mutations({.shift = 3, .colder = 0}, few));
}

/// Two forms of a bath, generation after generation, from a random board that ignores the candidates.
void expect_same_walks(const test::PreparedPuzzle& prepared, std::uint32_t number, const auto& bath,
                       const auto& other_bath) {
    BoxBoard::Stored one = test::board_of(prepared.puzzle, number), other = one;
    for (std::uint32_t generation = 0; generation < 5; ++generation) {
        const StreamKey key{21, 0, number, generation};
        Draws draws(key, Purpose::mutate), other_draws(key, Purpose::mutate);
        const std::uint64_t redraws = bath(BoxBoard::view(one), prepared.context(), draws).redraws;
        const std::uint64_t other_redraws = other_bath(BoxBoard::view(other), prepared.context(), other_draws).redraws;
        ASSERT_EQ(redraws, other_redraws) << "board " << number << ", generation " << generation;
        ASSERT_TRUE(std::ranges::equal(one.word, other.word)) << "board " << number << ", generation " << generation;
    }
}

TEST(HeatBath, AGpusWalkMakesTheSameBoards) {
    std::uint32_t number = 0;
    for (const PresolveLevel level : {PresolveLevel::givens, PresolveLevel::none}) {
        for (const Grid& grid : test::batch_puzzles()) {
            const test::PreparedPuzzle prepared(presolved(grid, level));
            for (const HeatBath& op :
                 {HeatBath{}, HeatBath{.redraws = 5, .shift = 1}, HeatBath{.redraws = 40, .shift = 7},
                  HeatBath{.shift = 4, .colder = 0}, HeatBath{.shift = 0, .pick = HeatBath::conflict},
                  HeatBath{.pick = HeatBath::uniform}})
                expect_same_walks(prepared, ++number, op, [&](auto board, const Context& context, Draws& draws) {
                    return op.walk(board, context, draws);
                });
        }
    }
}

TEST(HeatBathByTables, MakesTheBoardsOfTheHeatBath) {
    int complete = 0;
    for (const Grid& grid : test::batch_puzzles()) {
        const test::PreparedPuzzle prepared(presolved(grid, PresolveLevel::givens));
        if (prepared.alleles->table.complete == 0) continue;
        ++complete;
        for (const std::uint32_t shift : {0u, 1u, 3u}) {
            for (const std::uint32_t redraws : {1u, 3u, 16u}) {
                const HeatBath op{.redraws = redraws, .shift = shift};
                ASSERT_TRUE(HeatBathByTables::can_replace(op));
                for (std::uint32_t number = 0; number < 20; ++number)
                    expect_same_walks(prepared, number, op, HeatBathByTables(op));
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
    EXPECT_EQ(test::PreparedPuzzle(presolved(test::hard_puzzle, PresolveLevel::givens)).alleles->table.complete, 1u);
    EXPECT_EQ(test::PreparedPuzzle(presolved(Grid{}, PresolveLevel::givens)).alleles->table.complete, 0u)
        << "no box is listed";
    const Grid many =
        test::grid_of("..............1.23.45.6............1.......78..965........9.5..1........3....7...");
    const test::PreparedPuzzle many_boards(presolved(many, PresolveLevel::givens));
    EXPECT_EQ(many_boards.alleles->many_boards(), 1u);
    EXPECT_EQ(many_boards.alleles->table.complete, 0u) << "it needs a colder bath";
    for (const std::uint32_t count : many_boards.alleles->count) EXPECT_NE(count, 0u);
    // Full boxes; the first two share digits in their rows.
    Grid grid = test::easy_solution;
    EXPECT_EQ(test::PreparedPuzzle(make_puzzle(grid)).alleles->table.complete, 1u);
    for (int within = 0; within < 9; ++within) grid[cell_in_box(1, within)] = grid[cell_in_box(0, within)];
    EXPECT_EQ(test::PreparedPuzzle(make_puzzle(grid)).alleles->table.complete, 0u) << "two fixed boxes clash";
}

TEST(HeatBath, RedrawsBoxesThatAreNotListed) {
    const test::PreparedPuzzle prepared(presolved(Grid{}, PresolveLevel::full));
    for (const std::uint32_t count : prepared.alleles->count) EXPECT_EQ(count, 0u);
    BoxBoard::Stored board = test::board_of(prepared.puzzle, 1);
    Draws draws({4, 0, 0, 0}, Purpose::mutate);
    HeatBath{.redraws = 2'000}(BoxBoard::view(board), prepared.context(), draws);
    EXPECT_EQ(RowColumn{}(BoxBoard::view(std::as_const(board)), prepared.context()), 0u)
        << "an empty grid has 6.7e21 solutions";
}

}  // namespace
}  // namespace evodoku
