// What happens where nothing gets better: restarts, growth.
#include <gtest/gtest.h>

#include <set>

#include "support/configurations.hpp"
#include "support/refusal.hpp"
#include "support/watched.hpp"

namespace evodoku {
namespace {

using test::expect_right_costs;
using test::Watched;

TEST(Restarts, AreLimitedAndMayComeWhateverIsFound) {
    Config config = test::small_config();
    config.population = 40;
    config.stall = 5;
    config.generations = 1'000;
    config.stagnation = "restart:limit=3,since=1";
    Watched<BoxBoard> watched(config);
    watched.evolution.run(100, true);
    EXPECT_EQ(watched.island().state, IslandState::exhausted);
    EXPECT_EQ(watched.island().restarts, 3u);
    EXPECT_EQ(watched.island().next_generation, 1 + 5u + 3 * 6) << "four times five generations after a fresh one";
}

TEST(Growth, TakesWhatIsReservedAndNoMore) {
    Config config = test::small_config();
    config.population = 200;
    config.largest = 450;
    config.stall = 1;
    config.elite = {percent(5), true};
    config.immigrants = {percent(5), true};
    config.either = true;
    config.mutation = "swap:rate=1";
    config.stagnation = "grow:max-growth=60,elite=0.1,min-crossed=0.3,max-crossed=0.4";
    config.generations = 200;
    Watched<BoxBoard> watched(config);
    std::set<std::uint32_t> sizes;
    std::uint32_t announced = 200;
    int grown = 0;
    for (int generation = 0; generation < 100; ++generation) {
        const bool has_grown = watched.island().growth.has_grown();
        const Layout layout = watched.evolution.pool().layout_of(watched.island());
        watched.step();
        const Island island = watched.island();
        ASSERT_EQ(island.size, announced);
        ASSERT_LE(island.size, island.growth.next_size());
        ASSERT_LE(island.growth.next_size(), 450u);
        ASSERT_LE(island.growth.next_size(), island.size + 60);
        expect_right_costs(watched);
        sizes.insert(island.size);
        announced = island.growth.next_size();
        if (!has_grown) continue;
        ++grown;
        ASSERT_GE(island.growth.crossed(), percent(30));
        ASSERT_LE(island.growth.crossed(), percent(40));
        ASSERT_EQ(layout.kept, share_of(percent(10), island.size));
        ASSERT_EQ(layout.end, island.size);
        ASSERT_EQ(layout.first_immigrant, island.size - share_of(percent(5), island.size));
    }
    EXPECT_GT(grown, 50);
    EXPECT_EQ(watched.island().size, 450u);
    EXPECT_GT(sizes.size(), 4u);
    EXPECT_EQ(watched.island().restarts, 0u);
    int crossed = 0;
    for (std::uint32_t k = 45; k < 428; ++k) {
        crossed += watched.evolution.pool().plans[k].crossover() != Plan::copy;
    }
    EXPECT_NEAR(crossed, 383 * 0.35, 50);
}

/// An island of 30 that doubles again and again, far beyond what its parents are: all of them must be boards, and every
/// parent one of the generation before; or, where parents come from the pool while it fills, one made before the child.
template <class Representation>
void expect_growth_from_boards(Config config) {
    config.population = 30;
    config.largest = 900;
    config.stall = 1;
    config.elite = {percent(50), true};
    config.generations = 100;
    config.stagnation = "grow:max-growth=200,elite=0.6";
    const bool of_a_wave_before = config.selection.info().needs.waves;
    Watched<Representation> watched(config);
    std::set<std::uint32_t> sizes;
    for (int generation = 0; generation < 30; ++generation) {
        const Island before = watched.island();
        const Layout layout = watched.evolution.pool().layout_of(before);
        watched.step();
        expect_right_costs(watched);
        if (testing::Test::HasFatalFailure()) return;
        sizes.insert(watched.island().size);
        if (!watched.island().running()) break;
        for (std::uint32_t individual = 0; individual < layout.first_migrant && generation > 0; ++individual) {
            const Plan plan = watched.evolution.pool().plans[individual];
            if (plan.crossover() >= Plan::none) continue;
            if (of_a_wave_before && individual >= layout.kept) {
                ASSERT_LT(plan.parent_a(), individual) << "of generation " << generation;
                ASSERT_LT(plan.parent_b(), individual) << "of generation " << generation;
                continue;
            }
            ASSERT_LT(plan.parent_a(), before.size) << "individual " << individual << " of generation " << generation;
            ASSERT_LT(plan.parent_b(), before.size) << "individual " << individual << " of generation " << generation;
        }
    }
    EXPECT_GT(sizes.size(), 3u);
}

TEST(Growth, ParentsAreBoardsOfTheGenerationBefore) {
    for (const OperatorInfo& selection : catalogue(OperatorKind::selection)) {
        for (const Replacement& replacement : {Replacement{"generational"}, Replacement{"replace-worst:replaced=0.2"},
                                               Replacement{"plus"}, Replacement{"plus:offspring=0.1,ties=0"}}) {
            SCOPED_TRACE(std::string(selection.name) + std::string(replacement.info().name));
            Config config = test::small_config();
            config.selection = Selection(selection);
            config.replacement = replacement;
            if (selection.needs.waves && replacement.is("plus")) {
                test::expect_all(test::refusal([&] { validate(config); }), {"takes an elite of 1 or more that stays"});
                continue;
            }
            expect_growth_from_boards<BoxBoard>(config);
            config.distinct = true;
            expect_growth_from_boards<BoxBoard>(config);
            config = test::small_cell_config();
            config.selection = Selection(selection);
            config.replacement = replacement;
            expect_growth_from_boards<CellBoard>(config);
        }
    }
}

}  // namespace
}  // namespace evodoku
