// The alleles of a box, and the bookkeeping of clashes between boxes.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "alleles.hpp"
#include "core/geometry.hpp"
#include "operators/cost/costs.hpp"

namespace evodoku {
namespace {

using test::boxes_of;
using test::list_of;
using test::naive_alleles;
using test::presolved;

TEST(Alleles, AreEveryArrangementThatTheCandidatesAllowAndEachOnce) {
    for (const PresolveLevel level : {PresolveLevel::none, PresolveLevel::givens, PresolveLevel::full}) {
        const test::PreparedPuzzle prepared(presolved(test::hard_puzzle, level));
        std::size_t room_left = Alleles::room;
        for (int box = 0; box < 9; ++box) {
            const auto expected = naive_alleles(prepared.puzzle, box);
            const std::uint32_t count = prepared.alleles->count[box];
            if (expected.size() > Alleles::max_listed || room_left < expected.size()) {
                EXPECT_EQ(count, 0u) << "box " << box << ": too many to list";
                continue;
            }
            room_left -= (count + 63) / 64 * 64;
            ASSERT_EQ(count, expected.size()) << to_text(level) << " box " << box;
            const std::vector<BoxBoard::Box> list = list_of(*prepared.alleles, box);
            const std::set<BoxBoard::Box> listed(list.begin(), list.end());
            EXPECT_EQ(listed, expected) << to_text(level) << " box " << box;
        }
    }
}

TEST(HalfPatterns, NumberEachHalfOnceAndHaveNoneWhereTheyAreFull) {
    HalfPatterns patterns;
    patterns.clear();
    for (std::uint32_t half = 0; half < 300; ++half) {
        const std::uint32_t expected = half < HalfPatterns::max_count ? half : HalfPatterns::none;
        EXPECT_EQ(patterns.find(half * 77), HalfPatterns::none);
        EXPECT_EQ(patterns.add(half * 77), expected);
        EXPECT_EQ(patterns.add(half * 77), expected);
    }
    EXPECT_EQ(patterns.count(), HalfPatterns::max_count);
    for (std::uint32_t half = 0; half < HalfPatterns::max_count; ++half) {
        EXPECT_EQ(patterns.find(half * 77), half);
        EXPECT_EQ(patterns.half(half), half * 77);
    }
    EXPECT_EQ(patterns.find(1), HalfPatterns::none);
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
        test::Boxes boxes = boxes_of(board);
        BoxPairs pairs(boxes.of, *rc::gen::inRange(0u, 1u << 18));
        RC_ASSERT(count_bits(pairs.clashing()) == naive_clashing_pairs(BoxBoard::to_grid(board)));
        for (int box = 0; box < 9; ++box) {
            const BoxBoard::Box bits = BoxBoard::view(other).box(box);
            const Surroundings around(static_cast<std::uint32_t>(box));
            const NeighbourBoxes neighbours(boxes.of, around);
            boxes.of[box] = bits;
            BoxBoard::view(board).set_box(box, bits);
            pairs.redrawn(static_cast<std::uint32_t>(box), neighbours.clashes(bits));
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

}  // namespace
}  // namespace evodoku
