// The heat bath: its lists, its bookkeeping, and the distribution it draws from.
#include "evodoku/operators/mutation/heat_bath.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "evodoku/operators/cost/row_column.hpp"
#include "support/boards.hpp"

namespace evodoku {
namespace {

Puzzle presolved(const Grid& grid, PresolveLevel level) { return make_puzzle(presolve(grid, level)); }

/// The arrangements of a box by trying all 9! orders.
std::set<BoxBoard::Box> naive_alleles(const Puzzle& puzzle, int box) {
    std::set<BoxBoard::Box> found;
    std::array<int, 9> digits = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    do {
        bool allowed = true;
        BoxBoard::Box bits = 0;
        for (int within = 0; within < 9; ++within) {
            const int digit = digits[static_cast<std::size_t>(within)];
            allowed = allowed && (puzzle.candidates[cell_in_box(box, within)] >> (digit - 1) & 1);
            bits |= BoxBoard::place(within, digit);
        }
        if (allowed) found.insert(bits);
    } while (std::next_permutation(digits.begin(), digits.end()));
    return found;
}

TEST(Alleles, AreEveryArrangementThatTheCandidatesAllowAndEachOnce) {
    for (const PresolveLevel level : {PresolveLevel::none, PresolveLevel::givens, PresolveLevel::full}) {
        const test::PreparedPuzzle prepared(presolved(test::hard_puzzle, level));
        for (int box = 0; box < 9; ++box) {
            const auto expected = naive_alleles(prepared.puzzle, box);
            const std::uint32_t count = prepared.alleles->count[box];
            if (expected.size() > Alleles::most) {
                EXPECT_EQ(count, 0u) << "box " << box << ": too many to list";
                continue;
            }
            ASSERT_EQ(count, expected.size()) << to_text(level) << " box " << box;
            const std::set<BoxBoard::Box> listed(prepared.alleles->of[box], prepared.alleles->of[box] + count);
            EXPECT_EQ(listed, expected) << to_text(level) << " box " << box;
        }
    }
}

/// Pairs of neighbours that share a digit in a row or column, counted from the grid.
int naive_clashing_pairs(const Grid& grid) {
    int clashing = 0;
    for (int a = 0; a < 9; ++a) {
        for (int b = a + 1; b < 9; ++b) {
            const bool same_band = band_of_box(a) == band_of_box(b), same_stack = stack_of_box(a) == stack_of_box(b);
            bool clash = false;
            for (int i = 0; i < 9; ++i) {
                for (int j = 0; j < 9; ++j) {
                    const int x = cell_in_box(a, i), y = cell_in_box(b, j);
                    clash = clash || (grid[x] == grid[y] && ((same_band && row_of(x) == row_of(y)) ||
                                                             (same_stack && column_of(x) == column_of(y))));
                }
            }
            clashing += clash;
        }
    }
    return clashing;
}

TEST(BoxPairs, KnowTheClashesAtTheStartAndAfterEveryRedraw) {
    EXPECT_TRUE(rc::check([] {
        const Puzzle puzzle = test::arbitrary_puzzle();
        BoxBoard::Stored board = test::arbitrary_board_of(puzzle);
        const BoxBoard::Stored other = test::arbitrary_board_of(puzzle);
        Draws draws({1, 0, 0, 0}, Purpose::mutate);
        const auto view = BoxBoard::view(board);
        BoxPairs pairs(view, draws);
        RC_ASSERT(count_bits(pairs.clashing()) == naive_clashing_pairs(BoxBoard::to_grid(board)));
        for (int box = 0; box < 9; ++box) {
            view.set_box(box, BoxBoard::view(other).box(box));
            pairs.redrawn(view, box);
            RC_ASSERT(count_bits(pairs.clashing()) == naive_clashing_pairs(BoxBoard::to_grid(board)));
            if (pairs.clashing() == 0) continue;
            const BoxPairs::Pair pair = pairs.random_clashing(draws);
            RC_ASSERT(pairs.clashing() >> pair.number & 1);
            RC_ASSERT(pair.first < pair.second);
            if (pair.first == box || pair.second == box) {
                RC_ASSERT((pairs.second_is_older(pair.number) ? pair.second : pair.first) != box);
            }
        }
        const bool solved = RowColumn{}(BoxBoard::view(std::as_const(board)), Context{puzzle}) == 0;
        RC_ASSERT((pairs.clashing() == 0) == solved);
    }));
}

TEST(AlleleDraw, EnergyCountsClashesWithEachNeighbourToTwo) {
    EXPECT_TRUE(rc::check([] {
        const test::PreparedPuzzle prepared(test::arbitrary_puzzle());
        const BoxBoard::Stored board = test::arbitrary_board_of(prepared.puzzle);
        const Grid grid = BoxBoard::to_grid(board);
        const int box = *rc::gen::inRange(0, 9);
        std::uint64_t expected = 0;
        for (int other = 0; other < 9; ++other) {
            if (other == box) continue;
            std::uint64_t clashes = 0;
            for (int i = 0; i < 9; ++i) {
                for (int j = 0; j < 9; ++j) {
                    const int x = cell_in_box(box, i), y = cell_in_box(other, j);
                    clashes += grid[x] == grid[y] && (row_of(x) == row_of(y) || column_of(x) == column_of(y));
                }
            }
            expected += std::min<std::uint64_t>(2, clashes);
        }
        const AlleleDraw draw(BoxBoard::view(board), box, 3);
        RC_ASSERT(draw.energy(BoxBoard::view(board).box(box)) == expected);
    }));
}

/// A million draws of one box, its neighbours fixed, against 2^(-shift E) by Pearson's test.
void check_distribution(std::uint32_t shift) {
    const test::PreparedPuzzle prepared(presolved(test::hard_puzzle, PresolveLevel::givens));
    const BoxBoard::Stored board = test::board_of(prepared.puzzle, 5);
    const auto view = BoxBoard::view(board);
    const int box = 4;
    const std::uint32_t count = prepared.alleles->count[box];
    const BoxBoard::Box* list = prepared.alleles->of[box];
    ASSERT_GT(count, 20u);
    const AlleleDraw draw(view, box, shift);
    double total = 0;
    for (std::uint32_t k = 0; k < count; ++k) total += static_cast<double>(draw.weight(list[k]));

    constexpr int draws_made = 1'000'000;
    std::map<BoxBoard::Box, int> drawn;
    Draws draws({1905, 0, shift, 0}, Purpose::mutate);
    for (int k = 0; k < draws_made; ++k) ++drawn[draw(list, count, draws)];

    double statistic = 0, rare = 0;
    int classes = 0, rare_drawn = 0;
    for (std::uint32_t k = 0; k < count; ++k) {
        const double expected = draws_made * static_cast<double>(draw.weight(list[k])) / total;
        if (expected < 10) {  // pooled: too rare for the test one by one
            rare += expected, rare_drawn += drawn[list[k]];
            continue;
        }
        statistic += (drawn[list[k]] - expected) * (drawn[list[k]] - expected) / expected;
        ++classes;
    }
    if (rare >= 10) statistic += (rare_drawn - rare) * (rare_drawn - rare) / rare, ++classes;
    // The 0.1 % point of chi-square for n degrees of freedom is below n + 4.4 sqrt(n) + 6; the seed is fixed.
    const double freedom = classes - 1;
    EXPECT_LT(statistic, freedom + 4.4 * std::sqrt(freedom) + 6) << "shift " << shift << ", " << classes << " classes";
}

TEST(AlleleDraw, FollowsTheBoltzmannDistribution) {
    check_distribution(3);
    check_distribution(1);
    check_distribution(0);  // hot: uniform
}

TEST(AlleleDraw, WhereEveryWeightIsZeroAnyAlleleIsDrawn) {
    // All nine boxes alike: every allele near the present one clashes everywhere, E = 8.
    Grid grid;
    for (int cell = 0; cell < cell_count; ++cell) grid[cell] = static_cast<std::uint8_t>(within_box(cell) + 1);
    const BoxBoard::Stored board = BoxBoard::from_grid(grid);
    const AlleleDraw draw(BoxBoard::view(board), 4, 3);
    BoxBoard::Box list[2] = {BoxBoard::view(board).box(4), BoxBoard::swapped(BoxBoard::view(board).box(4), 0, 1)};
    ASSERT_EQ(draw.weight(list[0]) + draw.weight(list[1]), 0u);
    Draws draws({2, 0, 0, 0}, Purpose::mutate);
    int first = 0;
    for (int k = 0; k < 1'000; ++k) first += draw(list, 2, draws) == list[0];
    EXPECT_NEAR(first, 500, 80);
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

TEST(HeatBath, RedrawsBoxesTooBigToListBySwaps) {
    const test::PreparedPuzzle prepared(presolved(Grid{}, PresolveLevel::full));
    for (const std::uint32_t count : prepared.alleles->count) EXPECT_EQ(count, 0u);
    BoxBoard::Stored board = test::board_of(prepared.puzzle, 1);
    Draws draws({4, 0, 0, 0}, Purpose::mutate);
    HeatBath{.redraws = 10'000}(BoxBoard::view(board), prepared.context(), draws);
    EXPECT_EQ(RowColumn{}(BoxBoard::view(std::as_const(board)), prepared.context()), 0u)
        << "an empty grid has 6.7e21 solutions";
}

}  // namespace
}  // namespace evodoku
