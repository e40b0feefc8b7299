// What the algorithm does besides the plain one: pairs, several tries, replacements.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/geometry.hpp"
#include "support/boards.hpp"
#include "support/configurations.hpp"
#include "support/watched.hpp"

namespace evodoku {
namespace {

using test::expect_right_costs;
using test::text_of;
using test::texts_of;
using test::Watched;

TEST(Pairs, EachChildHasWhatTheOtherHasNot) {
    Config config = test::small_config();
    config.pairs = true;
    config.elite = {7, false};
    config.crossover = {{"one-point:rate=0.7", 1}, {"exchange:rate=0.7", 1}};
    config.mutation.clear();
    Watched<BoxBoard> watched(config);
    watched.step();
    for (int generation = 0; generation < 4; ++generation) {
        const std::vector<Grid> before = watched.grids();
        watched.step();
        const std::vector<Grid> after = watched.grids();
        std::map<std::string, std::set<std::uint64_t>> boxes;
        int crossed = 0;
        for (std::size_t first = 7; first + 1 < after.size(); first += 2) {
            // Some two parents have, box by box, the same two boxes as the pair.
            const auto is_of = [&](const Grid& grid, const Grid& a, const Grid& b) {
                for (int box = 0; box < 9; ++box) {
                    if (!test::same_box(grid, a, box) && !test::same_box(grid, b, box)) return false;
                }
                return true;
            };
            const bool copies = std::ranges::count(before, after[first]) > 0;
            crossed += !copies;
            if (first > 60) continue;  // the search for the parents is slow
            bool found = false;
            for (std::size_t a = 0; a < before.size() && !found; ++a) {
                for (std::size_t b = 0; b < before.size() && !found; ++b) {
                    if (!is_of(after[first], before[a], before[b])) continue;
                    found = true;
                    for (int box = 0; box < 9; ++box) {
                        const bool from_a = test::same_box(after[first], before[a], box);
                        found = found && test::same_box(after[first + 1], from_a ? before[b] : before[a], box);
                    }
                }
            }
            ASSERT_TRUE(found) << "children " << first << " and " << first + 1;
        }
        EXPECT_GT(crossed, 100);
    }
}

TEST(Either, AChildIsCrossedOrMutatedNeverBoth) {
    Config config = test::small_config();
    config.either = true;
    config.crossover = "uniform:rate=0.5";
    config.mutation = "swap:rate=1,max-swaps=1";
    Watched<BoxBoard> watched(config);
    watched.step();
    const std::vector<Grid> before = watched.grids();
    watched.step();
    const std::vector<Grid> after = watched.grids();
    int mutants = 0;
    for (std::size_t k = 30; k < after.size(); ++k) {
        const Plan plan = watched.evolution.pool().plans[k];
        ASSERT_NE(plan.crossover() == Plan::copy, plan.mutation() == Plan::copy);
        mutants += plan.mutation() != Plan::copy;
        if (plan.mutation() == Plan::copy) continue;
        int differ = 0;
        for (int cell = 0; cell < cell_count; ++cell) differ += after[k][cell] != before[plan.parent_a()][cell];
        ASSERT_EQ(differ, 2);
    }
    EXPECT_NEAR(mutants, 285, 60);
}

/// The number of crossed children in 20 generations whose two parents are the same board. Parents are the best five,
/// and every child is mutated, so that few of them are equal.
template <class Representation>
int crossed_with_their_like(Config config, bool different, bool pairs) {
    config.population = 100;
    config.different = different;
    config.pairs = pairs;
    config.elite = {4, false};
    config.selection = "truncation:share=0.05";
    Watched<Representation> watched(config);
    watched.step();
    int alike = 0;
    for (int generation = 0; generation < 20; ++generation) {
        const std::vector<Grid> before = watched.grids();
        watched.step();
        for (std::uint32_t k = 4; k < 100; ++k) {
            const Plan plan = watched.evolution.pool().plans[k];
            alike += plan.crossover() != Plan::copy && before[plan.parent_a()] == before[plan.parent_b()];
        }
    }
    return alike;
}

TEST(Parents, AreDifferentBoardsWhereThatIsAskedFor) {
    Config boxes = test::small_config(), cells = test::small_cell_config();
    boxes.mutation = "swap:rate=1";
    cells.mutation = "fresh-row:rate=1";
    for (const bool pairs : {false, true}) {
        EXPECT_GT(crossed_with_their_like<BoxBoard>(boxes, false, pairs), 200);
        EXPECT_LT(crossed_with_their_like<BoxBoard>(boxes, true, pairs), 10);
        EXPECT_GT(crossed_with_their_like<CellBoard>(cells, false, pairs), 200);
        EXPECT_LT(crossed_with_their_like<CellBoard>(cells, true, pairs), 10);
    }
}

TEST(Parents, AreEqualWhereNobodyElseIsThere) {
    Config config = test::small_config();
    config.population = 2;
    config.elite = {1, false};
    config.different = true;
    config.mutation.clear();
    config.crossover = "uniform:rate=1";
    config.selection = "truncation:share=0.5";
    Watched<BoxBoard> watched(config);
    watched.step();
    watched.step();
    EXPECT_EQ(watched.grids()[0], watched.grids()[1]);
}

TEST(Tries, TheBestOfThemIsTheChild) {
    Config config = test::small_config();
    config.tries = 4;
    Watched<BoxBoard> best(config);
    config.tries = 1;
    Watched<BoxBoard> one(config);
    one.step(), best.step();
    ASSERT_EQ(one.grids(), best.grids()) << "a fresh population has no tries";
    one.step(), best.step();
    const auto costs = one.evolution.read_costs(0), best_costs = best.evolution.read_costs(0);
    std::size_t better = 0;
    for (std::size_t k = 0; k < costs.size(); ++k) {
        ASSERT_LE(best_costs[k], costs[k]);
        better += best_costs[k] < costs[k];
    }
    EXPECT_GT(better, costs.size() / 2);
    expect_right_costs(best);
    EXPECT_EQ(best.island().evaluations, one.island().evaluations + 3 * 570u);
}

TEST(Plus, KeepsTheBestOfParentsAndChildren) {
    for (const std::uint32_t ties : {0u, 1u}) {
        Config config = test::small_config();
        config.replacement = "plus:offspring=0.5";
        config.replacement.set("ties", ties);
        config.immigrants = {20, false};
        Watched<BoxBoard> watched(config);
        watched.step();
        for (int generation = 0; generation < 6; ++generation) {
            const std::vector<Grid> parents = watched.grids();
            const auto parent_costs = watched.evolution.read_costs(0);
            ASSERT_TRUE(std::ranges::is_sorted(parent_costs));
            watched.step();
            const std::vector<Grid> after = watched.grids();
            const auto costs = watched.evolution.read_costs(0);
            ASSERT_TRUE(std::ranges::is_sorted(costs));
            expect_right_costs(watched);
            // Parents that cost less than the worst of the new population are all there still.
            const auto present = texts_of(after);
            for (std::size_t k = 0; k < parents.size(); ++k) {
                if (parent_costs[k] >= costs.back()) break;
                ASSERT_GE(present.count(text_of(parents[k])), 1u);
            }
            for (std::size_t k = 0; k < costs.size(); ++k) ASSERT_LE(costs[k], parent_costs[k]);
        }
        EXPECT_EQ(watched.island().evaluations, 600u + 6 * 300);
    }
}

TEST(Plus, SettlesTiesAsItSays) {
    // Copies of the parents: of equal cost every one. Parents first: nothing ever moves.
    Config config = test::small_config();
    config.crossover.clear();
    config.mutation.clear();
    config.selection = "neighbours";
    for (const std::uint32_t ties : {0u, 1u}) {
        config.replacement = "plus";
        config.replacement.set("ties", ties);
        config.cost = "duplicates:rows=0,columns=0,boxes=1";  // 0 everywhere, and so 1
        Watched<BoxBoard> watched(config);
        watched.step();
        const std::vector<Grid> before = watched.grids();
        watched.step();
        if (ties == 0) {
            EXPECT_EQ(watched.grids(), before);
        } else {
            for (std::size_t k = 0; k < 300; ++k) ASSERT_EQ(watched.grids()[k], before[2 * k]) << "child k of rank 2k";
        }
    }
}

TEST(ReplaceWorst, ReplacesTheWorst) {
    Config config = test::small_config();
    config.replacement = "replace-worst:replaced=0.3";
    Watched<BoxBoard> watched(config);
    watched.step();
    for (int generation = 0; generation < 5; ++generation) {
        const std::vector<Grid> before = watched.ranked();
        watched.step();
        const std::vector<Grid> after = watched.grids();
        const std::size_t kept = 600 - 600 * percent(30) / whole;
        ASSERT_TRUE(std::equal(before.begin(), before.begin() + std::ptrdiff_t(kept), after.begin()));
        ASSERT_NE(before[kept], after[kept]);
    }
}

}  // namespace
}  // namespace evodoku
