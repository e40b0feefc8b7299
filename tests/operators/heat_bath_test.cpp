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

struct Boxes {
    BoxBoard::Box of[9];
};
Boxes boxes_of(const BoxBoard::Stored& board) {
    Boxes boxes;
    for (int box = 0; box < 9; ++box) boxes.of[box] = BoxBoard::view(board).box(box);
    return boxes;
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
        Boxes boxes = boxes_of(board);
        BoxPairs pairs(boxes.of, *rc::gen::inRange(0u, 1u << 18));
        RC_ASSERT(count_bits(pairs.clashing()) == naive_clashing_pairs(BoxBoard::to_grid(board)));
        for (int box = 0; box < 9; ++box) {
            const BoxBoard::Box bits = BoxBoard::view(other).box(box);
            const Surroundings around(static_cast<std::uint32_t>(box));
            const NeighbourBoxes neighbours(boxes.of, around);
            boxes.of[box] = bits;
            BoxBoard::view(board).set_box(box, bits);
            pairs.redrawn(around, neighbours.clash(bits, 0), neighbours.clash(bits, 1), neighbours.clash(bits, 2),
                          neighbours.clash(bits, 3));
            RC_ASSERT(count_bits(pairs.clashing()) == naive_clashing_pairs(BoxBoard::to_grid(board)));
            if (pairs.clashing() == 0) continue;
            const BoxPairs::Pair pair = pairs.random_clashing(*rc::gen::inRange(0u, 1u << 16));
            RC_ASSERT(pairs.clashing() >> pair.number & 1);
            RC_ASSERT(pair.first < pair.second);
            const auto last = static_cast<std::uint32_t>(box);
            if (pair.first == last || pair.second == last) {
                RC_ASSERT((pairs.second_is_older(pair.number) ? pair.second : pair.first) != last);
            }
        }
        const bool solved = RowColumn{}(BoxBoard::view(std::as_const(board)), Context{puzzle}) == 0;
        RC_ASSERT((pairs.clashing() == 0) == solved);
    }));
}

TEST(NeighbourBoxes, EnergyCountsClashesWithEachNeighbourToTwo) {
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
        const Boxes boxes = boxes_of(board);
        const NeighbourBoxes neighbours(boxes.of, Surroundings(static_cast<std::uint32_t>(box)));
        RC_ASSERT(neighbours.energy(boxes.of[box]) == expected);
    }));
}

/// A box of a hard puzzle with random neighbours.
struct DrawnBox {
    explicit DrawnBox(const Puzzle& puzzle, int number, std::uint32_t board_number)
        : prepared(puzzle),
          boxes(boxes_of(test::board_of(prepared.puzzle, board_number))),
          neighbours(boxes.of, Surroundings(static_cast<std::uint32_t>(number))),
          box(number),
          count(prepared.alleles->count[number]),
          list(prepared.alleles->of[number]) {}
    AlleleDraw draw(std::uint32_t shift) const { return {*prepared.alleles, box, neighbours, shift}; }
    /// 8^-E and so on, by the definition.
    double weight(std::uint32_t k, std::uint32_t shift) const {
        const std::uint32_t energy = neighbours.energy(list[k]);
        return energy > 5 && shift != 0 ? 0 : std::pow(2.0, -static_cast<double>(shift * energy));
    }

    test::PreparedPuzzle prepared;
    Boxes boxes;
    NeighbourBoxes neighbours;
    int box;
    std::uint32_t count;
    const BoxBoard::Box* list;
};

std::uint64_t uniform_word(Draws& draws) {
    const std::uint64_t high = draws.bits(32);
    const std::uint64_t low = draws.bits(32);
    return high << 32 | low;
}

TEST(AlleleDraw, SlicesAndScanDrawTheSameAlleleForTheSameNumber) {
    Draws draws({5, 0, 0, 0}, Purpose::mutate);
    for (const Grid& grid : test::batch_puzzles()) {
        const Presolved found = presolve(grid, PresolveLevel::givens);
        if (found.contradiction || found.is_full()) continue;
        for (int box = 0; box < 9; ++box) {
            for (std::uint32_t board = 0; board < 4; ++board) {
                const DrawnBox drawn(make_puzzle(found), box, board);
                if (!drawn.prepared.alleles->is_sliced(box)) continue;
                for (const std::uint32_t shift : {0u, 1u, 3u, 7u}) {
                    const AlleleDraw draw = drawn.draw(shift);
                    for (int k = 0; k < 20; ++k) {
                        const std::uint64_t uniform = uniform_word(draws);
                        ASSERT_EQ(draw.sliced(uniform), draw.scanned(uniform)) << "box " << box << " shift " << shift;
                    }
                    ASSERT_EQ(draw.sliced(0), draw.scanned(0));
                    ASSERT_EQ(draw.sliced(~std::uint64_t{0}), draw.scanned(~std::uint64_t{0}));
                }
            }
        }
    }
}

TEST(Alleles, ABoxOfSevenFreeCellsIsListedWithoutAnyLogicAndAnEmptyOneIsNot) {
    Grid grid{};
    grid[cell_in_box(4, 0)] = 1, grid[cell_in_box(4, 1)] = 2;
    const DrawnBox drawn(presolved(grid, PresolveLevel::none), 4, 3);
    ASSERT_EQ(drawn.count, 5040u);
    for (const int other : {0, 1, 8}) EXPECT_EQ(drawn.prepared.alleles->count[other], 0u) << "an empty box has 9!";
    Draws draws({6, 0, 0, 0}, Purpose::mutate);
    for (int k = 0; k < 200; ++k) {
        const std::uint64_t uniform = uniform_word(draws);
        ASSERT_EQ(drawn.draw(3)(uniform), drawn.draw(3).scanned(uniform));
    }
}

/// A million draws of one box, its neighbours fixed, against 2^(-shift E) by Pearson's test.
void check_distribution(std::uint32_t shift) {
    const DrawnBox of(presolved(test::hard_puzzle, PresolveLevel::givens), 4, 5);
    const std::uint32_t count = of.count;
    const BoxBoard::Box* list = of.list;
    ASSERT_GT(count, 20u);
    const AlleleDraw draw = of.draw(shift);
    double total = 0;
    for (std::uint32_t k = 0; k < count; ++k) total += of.weight(k, shift);

    constexpr int draws_made = 1'000'000;
    std::map<BoxBoard::Box, int> drawn;
    Draws draws({1905, 0, shift, 0}, Purpose::mutate);
    for (int k = 0; k < draws_made; ++k) ++drawn[draw(uniform_word(draws))];

    double statistic = 0, rare = 0;
    int classes = 0, rare_drawn = 0;
    for (std::uint32_t k = 0; k < count; ++k) {
        const double expected = draws_made * of.weight(k, shift) / total;
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
    // All boxes alike but for one swap at most: every allele clashes at least twice with each neighbour, E = 8.
    Grid grid;
    for (int cell = 0; cell < cell_count; ++cell) grid[cell] = static_cast<std::uint8_t>(within_box(cell) + 1);
    const Boxes boxes = boxes_of(BoxBoard::from_grid(grid));
    Puzzle puzzle = make_puzzle(grid);
    puzzle.candidates[cell_in_box(4, 0)] = puzzle.candidates[cell_in_box(4, 1)] = 0b11;
    const test::PreparedPuzzle prepared(puzzle);
    ASSERT_EQ(prepared.alleles->count[4], 2u);
    const NeighbourBoxes neighbours(boxes.of, Surroundings(4));
    const AlleleDraw draw(*prepared.alleles, 4, neighbours, 3);
    for (std::uint32_t k = 0; k < 2; ++k) ASSERT_GT(neighbours.energy(prepared.alleles->of[4][k]), 5u);
    Draws draws({2, 0, 0, 0}, Purpose::mutate);
    int first = 0;
    for (int k = 0; k < 1'000; ++k) first += draw(uniform_word(draws)) == prepared.alleles->of[4][0];
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
