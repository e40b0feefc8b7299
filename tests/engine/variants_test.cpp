// What the algorithm does besides the plain one: pairs, several tries, replacements, and what published systems need:
// ageing, parents from the pool while it fills, duplicates that are dropped, growth in every stalled generation.
#include <cmath>
#include <map>
#include <numeric>

#include "engine/phases/end.hpp"
#include "support/configurations.hpp"
#include "support/refusal.hpp"
#include "support/watched.hpp"

namespace evodoku {
namespace {

using test::expect_all;
using test::expect_right_costs;
using test::refusal;
using test::text_of;
using test::texts_of;
using test::Watched;

TEST(Pairs, EachChildHasWhatTheOtherHasNot) {
    Config config =
        test::small_config("pairs=on elite=7 crossover=one-point@1:rate=0.7,exchange@1:rate=0.7 mutation=none");
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
                for (int box = 0; box < 9; ++box)
                    if (!test::same_box(grid, a, box) && !test::same_box(grid, b, box)) return false;
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
    Config config = test::small_config("variation=either crossover=uniform:rate=0.5 mutation=swap:rate=1,max-swaps=1");
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
    config.paired_children = pairs;
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
    const Config boxes = test::small_config("mutation=swap:rate=1");
    const Config cells = test::small_cell_config("mutation=fresh-row:rate=1");
    for (const bool pairs : {false, true}) {
        EXPECT_GT(crossed_with_their_like<BoxBoard>(boxes, false, pairs), 200);
        EXPECT_LT(crossed_with_their_like<BoxBoard>(boxes, true, pairs), 10);
        EXPECT_GT(crossed_with_their_like<CellBoard>(cells, false, pairs), 200);
        EXPECT_LT(crossed_with_their_like<CellBoard>(cells, true, pairs), 10);
    }
}

TEST(Parents, AreEqualWhereNobodyElseIsThere) {
    Watched<BoxBoard> watched(
        test::small_config("population=2 elite=1 parents=different mutation=none crossover=uniform:rate=1 "
                           "selection=truncation:share=0.5"));
    watched.step();
    watched.step();
    EXPECT_EQ(watched.grids()[0], watched.grids()[1]);
}

TEST(Tries, TheBestOfThemIsTheChild) {
    Config config = test::small_config("tries=4");
    Watched<BoxBoard> best(config);
    config.brood_size = 1;
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
        Config config = test::small_config("replacement=plus:offspring=0.5");
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
    Config config = test::small_config("crossover=none mutation=none selection=neighbours");
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
    Watched<BoxBoard> watched(test::small_config("replacement=replace-worst:replaced=0.3"));
    watched.step();
    for (int generation = 0; generation < 5; ++generation) {
        const std::vector<Grid> before = watched.ranked();
        watched.step();
        const std::vector<Grid> after = watched.grids();
        const std::size_t kept = 600 - 600 * percent(30) / share_one;
        ASSERT_TRUE(std::equal(before.begin(), before.begin() + std::ptrdiff_t(kept), after.begin()));
        ASSERT_NE(before[kept], after[kept]);
    }
}

/// The replacement of Pyevolve, board by board, on the costs of present boards and of children, both best first.
std::vector<std::uint32_t> merged_by_hand(const std::vector<std::uint32_t>& old,
                                          const std::vector<std::uint32_t>& children, std::size_t elites) {
    std::vector<std::uint32_t> merged = children;
    for (std::size_t i = 0; i < elites; ++i) {
        std::sort(merged.begin(), merged.end());
        if (old[i] < merged[i]) merged.push_back(old[i]);
    }
    std::sort(merged.begin(), merged.end());
    merged.resize(children.size());
    return merged;
}

TEST(Elitist, NeverLosesTheBestCostAndScoresEveryBoard) {
    for (const std::string ties : {"parents", "children", "beaten"}) {
        Config config = test::small_config("population=100 elite=20");
        config.selection = "uniform", config.replacement = parse_operator<Replacement>("test", "elitist:ties=" + ties);
        Watched<BoxBoard> watched(config);
        watched.step();
        for (int generation = 0; generation < 10; ++generation) {
            const std::uint32_t best = watched.ranked_costs()[0];
            const std::uint64_t evaluations = watched.island().evaluations;
            watched.step();
            const std::vector<std::uint32_t> now = watched.ranked_costs();
            EXPECT_TRUE(std::is_sorted(now.begin(), now.end()));
            EXPECT_LE(now[0], best);
            EXPECT_EQ(watched.island().evaluations - evaluations, 100u) << "as many children as places";
            test::expect_right_costs(watched);
        }
    }
}

TEST(Elitist, MergesAsTheRuleSays) {
    // The phase itself, on costs made up: many ties, any number of elites.
    Config config = test::small_config();
    config.population = 12, config.elite = {12, false}, config.replacement = "elitist:ties=beaten";
    config.immigrants = {0, false}, config.selection = "uniform", config.crossover.clear(), config.mutation.clear();
    Watched<BoxBoard> watched(config);
    watched.step();
    std::uint64_t state = 1;
    for (int trial = 0; trial < 200; ++trial) {
        Pool<BoxBoard> pool = watched.evolution.pool();
        const Island island = watched.island();
        std::vector<std::uint32_t> old(12), children(12);
        for (std::vector<std::uint32_t>* costs : {&old, &children}) {
            for (std::uint32_t& cost : *costs) cost = static_cast<std::uint32_t>((state = mix(state)) % 6);
            std::sort(costs->begin(), costs->end());
        }
        for (std::uint32_t k = 0; k < 12; ++k)
            pool.costs[island.front][k] = old[k], pool.costs[island.back()][k] = children[k], pool.order[k] = k;
        const std::uint32_t elites = 1 + static_cast<std::uint32_t>(trial % 12);
        pool.elite = {elites, false};
        const MergePhase<BoxBoard> merge{pool};
        for (std::uint32_t rank = 0; rank < 12; ++rank) merge(0)(rank);
        const std::vector<std::uint32_t> merged(pool.spare_costs, pool.spare_costs + 12);
        ASSERT_EQ(merged, merged_by_hand(old, children, elites)) << trial;
    }
}

TEST(Elitist, TakesAsManyElitesAsAWordHasBits) {
    Config config = test::small_config("replacement=elitist:ties=beaten elite=65");
    expect_all(refusal([&] { validate(config); }), {"elite", "65", "0..64"});
    config.replacement = "elitist:ties=children";
    EXPECT_NO_THROW(validate(config));
}

TEST(Ageing, AnEliteCostsOneMoreInEachGenerationInWhichItStays) {
    Config config = test::small_config();
    config.population = 20, config.elite = {1, false}, config.replacement = "ageing", config.generations = 100;
    config.crossover.clear(), config.mutation = "fresh-box:rate=1", config.selection = "uniform";
    Watched<BoxBoard> watched(config);
    watched.step();
    int aged = 0;
    for (int generation = 0; generation < 30; ++generation) {
        const Grid best = watched.grids()[watched.evolution.read_order(0)[0]];
        const std::uint32_t cost = watched.ranked_costs()[0];
        watched.step();
        EXPECT_EQ(watched.grids()[0], best) << "the elite is in the first place";
        EXPECT_EQ(watched.evolution.read_costs(0)[0], cost + 1);
        aged += watched.evolution.read_order(0)[0] != 0;
    }
    EXPECT_GT(aged, 3) << "others overtake it";
    const auto champion = watched.reading().champion;
    EXPECT_EQ(champion.cost, RowColumn{}(BoxBoard::view(champion.board), Context{make_puzzle(test::hard_puzzle)}))
        << "the answer has not aged";
}

TEST(FillingPool, ParentsAreElitesOrOfAWaveBefore) {
    Config config = test::small_config();
    config.population = 400, config.elite = {20, false}, config.selection = "filling-pool:waves=8";
    config.crossover.clear(), config.mutation = "swap:rate=1,max-swaps=1";
    Watched<BoxBoard> watched(config);
    watched.step(), watched.step();
    const std::vector<Grid> now = watched.grids();
    int of_children = 0;
    for (std::uint32_t child = 20; child < 400; ++child) {
        const auto first_parent = [&] {
            for (std::uint32_t before = 0; before < child; ++before) {
                int differ = 0;
                for (int cell = 0; cell < cell_count; ++cell) differ += now[child][cell] != now[before][cell];
                if (differ == 2) return before;
            }
            return child;
        }();
        ASSERT_LT(first_parent, child) << "one swap from a board before it";
        of_children += first_parent >= 20;
    }
    EXPECT_GT(of_children, 150);
    config.paired_children = true;
    config.selection = "filling-pool:waves=1";
    Watched<BoxBoard> one(config);
    config.selection = "elites-only";
    Watched<BoxBoard> kept(config);
    one.step(), kept.step(), one.step(), kept.step();
    EXPECT_EQ(one.grids(), kept.grids()) << "one wave: of the elites alone";
}

TEST(FillingPool, TakesElitesThatStayAndNothingElseThatNeedsTheOldPopulation) {
    Config config = test::small_config("selection=filling-pool");
    EXPECT_NO_THROW(validate(config));
    config.elite = {0, false};
    expect_all(refusal([&] { validate(config); }), {"filling-pool", "elite of 1 or more"});
    config.elite = {5, false}, config.brood_size = 2;
    expect_all(refusal([&] { validate(config); }), {"tries is 2", "allowed: 1"});
    config.brood_size = 1, config.different = true;
    expect_all(refusal([&] { validate(config); }), {"parents is different"});
}

TEST(Duplicates, AreDroppedAndThePopulationIsSmallerByThem) {
    Config config =
        test::small_config("population=300 duplicates=drop crossover=none mutation=swap:rate=0.5,max-swaps=1");
    Watched<BoxBoard> watched(config);
    watched.step();
    EXPECT_EQ(watched.island().size, 300u) << "fresh boards differ";
    bool smaller = false;
    for (int generation = 0; generation < 10; ++generation) {
        const std::uint64_t evaluations = watched.island().evaluations;
        watched.step();
        const Island island = watched.island();
        smaller = smaller || island.size < 270;
        EXPECT_EQ(island.extent, 300u);
        EXPECT_EQ(island.evaluations - evaluations, 285u)
            << "dropped boards were scored once, and nothing in their place";
        const auto order = watched.evolution.read_order(0);
        const std::vector<Grid> grids = watched.grids();
        std::set<std::string> there, made;  // made: with those that were dropped, whose places still hold them
        for (std::uint32_t rank = 0; rank < island.size; ++rank)
            EXPECT_TRUE(there.insert(text_of(grids[order[rank]])).second) << "rank " << rank;
        for (std::uint32_t index = 0; index < island.extent; ++index) made.insert(text_of(grids[index]));
        EXPECT_EQ(made.size(), island.size) << "every board that differs stays";
        const std::vector<std::uint32_t> costs = watched.ranked_costs();
        const auto reading = watched.reading({.costs = true});
        EXPECT_EQ(reading.cost_sum, std::accumulate(costs.begin(), costs.end(), std::uint64_t{0}));
        EXPECT_EQ(reading.costs.worst, costs.back());
    }
    EXPECT_TRUE(smaller);
    config.elite = {0, false};
    expect_all(refusal([&] { validate(config); }), {"duplicates drop", "elite is 0"});
}

TEST(EliteLearning, AnImmigrantIsACopyOfAnEliteOrFresh) {
    Config config = test::small_config();
    config.population = 60, config.elite = {10, false}, config.immigrants = {5, false}, config.generations = 1000;
    config.replacement = "elite-learning", config.selection = "tournament-of-children";
    Watched<BoxBoard> watched(config);
    watched.step();
    double expected = 0, variance = 0;
    int copies = 0;
    for (int generation = 0; generation < 200; ++generation) {
        const std::vector<Grid> before = watched.grids();
        const std::vector<std::uint32_t> order = watched.evolution.read_order(0);
        const std::vector<std::uint32_t> costs = watched.ranked_costs();
        double share = 0;
        for (std::size_t elite = 0; elite < 10; ++elite) share += 0.1 * (costs[59] - costs[elite]) / costs[59];
        expected += 5 * share, variance += 5 * share * (1 - share);
        watched.step();
        if (watched.island().state != IslandState::running) break;
        const std::vector<Grid> after = watched.grids();
        std::set<std::string> elites;
        for (std::size_t elite = 0; elite < 10; ++elite) {
            elites.insert(text_of(before[order[elite]]));
            EXPECT_EQ(after[elite], before[order[elite]]) << "the elite itself stays";
        }
        for (std::size_t index = 55; index < 60; ++index) copies += elites.contains(text_of(after[index]));
    }
    EXPECT_GT(expected, 100);
    EXPECT_NEAR(copies, expected, 4 * std::sqrt(variance));
}

TEST(Growth, InEveryStalledGenerationUntilOneAfterABetterBoard) {
    Watched<BoxBoard> watched(
        test::small_config("population=100 largest=20000 restart-after=3 generations=500 immigrants=10% "
                           "stagnation=grow:max-growth=40,every=1 mutation=swap:rate=1,max-swaps=9"));
    watched.step();
    std::vector<std::uint32_t> bests = {watched.island().best_cost};
    int grown = 0;
    for (int generation = 1; generation < 120; ++generation) {
        const std::uint32_t crossed = watched.island().growth.crossed;
        watched.step();
        const Island island = watched.island();
        if (island.state != IslandState::running) break;
        const std::size_t n = bests.size();
        const bool stalled = n >= 3 && bests[n - 1] == bests[n - 2] && bests[n - 2] == bests[n - 3];
        EXPECT_EQ(island.growth.crossed != crossed, stalled)
            << generation;  // a new share is drawn, hardly ever the same
        grown += stalled;
        bests.push_back(island.best_cost);
        if (island.growth.has_grown != 0) {
            const Layout layout = watched.evolution.pool().layout_of(island);
            EXPECT_EQ(layout.first_immigrant, layout.end) << "no immigrants from then on";
        }
    }
    EXPECT_GT(grown, 20);
}

}  // namespace
}  // namespace evodoku
