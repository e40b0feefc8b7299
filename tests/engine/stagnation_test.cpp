// What happens where nothing gets better: restarts, growth.
#include <gtest/gtest.h>

#include <set>

#include "support/configurations.hpp"
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
    config.stagnation = Restart{.limit = 3, .since = 1};
    Watched<BoxBoard> watched(config);
    watched.evolution.run(100, true);
    EXPECT_EQ(watched.deme().state, DemeState::exhausted);
    EXPECT_EQ(watched.deme().restarts, 3u);
    EXPECT_EQ(watched.deme().next_generation, 1 + 5u + 3 * 6) << "four times five generations after a fresh one";
}

TEST(Growth, TakesWhatIsReservedAndNoMore) {
    Config config = test::small_config();
    config.population = 200;
    config.largest = 450;
    config.stall = 1;
    config.elite = {percent(5), true};
    config.immigrants = {percent(5), true};
    config.either = true;
    config.mutation = {{Swap{.rate = whole}}};
    config.stagnation = Grow{.most = 60, .kept = percent(10), .crossed_low = percent(30), .crossed_high = percent(40)};
    config.generations = 200;
    Watched<BoxBoard> watched(config);
    std::set<std::uint32_t> sizes;
    std::uint32_t announced = 200;
    int grown = 0;
    for (int generation = 0; generation < 100; ++generation) {
        const bool has_grown = watched.deme().grown;
        const Layout layout = watched.evolution.pool().layout_of(watched.deme());
        watched.step();
        const Deme deme = watched.deme();
        ASSERT_EQ(deme.size, announced);
        ASSERT_LE(deme.size, deme.next_size);
        ASSERT_LE(deme.next_size, 450u);
        ASSERT_LE(deme.next_size, deme.size + 60);
        expect_right_costs(watched);
        sizes.insert(deme.size);
        announced = deme.next_size;
        if (!has_grown) continue;
        ++grown;
        ASSERT_GE(deme.crossed, percent(30));
        ASSERT_LE(deme.crossed, percent(40));
        ASSERT_EQ(layout.kept, share_of(percent(10), deme.size));
        ASSERT_EQ(layout.end, deme.size);
        ASSERT_EQ(layout.first_immigrant, deme.size - share_of(percent(5), deme.size));
    }
    EXPECT_GT(grown, 50);
    EXPECT_EQ(watched.deme().size, 450u);
    EXPECT_GT(sizes.size(), 4u);
    EXPECT_EQ(watched.deme().restarts, 0u);
    int crossed = 0;
    for (std::uint32_t k = 45; k < 428; ++k) {
        crossed += watched.evolution.pool().plans[k].crossover() != Plan::copy;
    }
    EXPECT_NEAR(crossed, 383 * 0.35, 50);
}

/// A deme of 30 that doubles again and again, far beyond what its parents are: all of them must be boards, and every
/// parent one of the generation before.
template <class Representation>
void expect_growth_from_boards(Config config) {
    config.population = 30;
    config.largest = 900;
    config.stall = 1;
    config.elite = {percent(50), true};
    config.generations = 100;
    config.stagnation = Grow{.most = 200, .kept = percent(60)};
    Watched<Representation> watched(config);
    std::set<std::uint32_t> sizes;
    for (int generation = 0; generation < 30; ++generation) {
        const Deme before = watched.deme();
        const Layout layout = watched.evolution.pool().layout_of(before);
        watched.step();
        expect_right_costs(watched);
        if (testing::Test::HasFatalFailure()) return;
        sizes.insert(watched.deme().size);
        if (!watched.deme().running()) break;
        for (std::uint32_t slot = 0; slot < layout.first_migrant && generation > 0; ++slot) {
            const Plan plan = watched.evolution.pool().plans[slot];
            if (plan.crossover() >= Plan::none) continue;
            ASSERT_LT(plan.parent_a(), before.size) << "slot " << slot << " of generation " << generation;
            ASSERT_LT(plan.parent_b(), before.size) << "slot " << slot << " of generation " << generation;
        }
    }
    EXPECT_GT(sizes.size(), 3u);
}

TEST(Growth, ParentsAreBoardsOfTheGenerationBefore) {
    for_each_operator<Selection>([]<class Op>(const Op& selection) {
        for (const Replacement& replacement :
             {Replacement{Generational{}}, Replacement{WorstEnd{.replaced = percent(20)}}, Replacement{BestOfBoth{}},
              Replacement{BestOfBoth{.children = percent(10), .ties = 0}}}) {
            const std::string name =
                selection.name + std::visit([](auto op) { return std::string(op.name); }, replacement);
            SCOPED_TRACE(name);
            Config config = test::small_config();
            config.selection = selection;
            config.replacement = replacement;
            expect_growth_from_boards<BoxBoard>(config);
            config.distinct = true;
            expect_growth_from_boards<BoxBoard>(config);
            config = test::small_cell_config();
            config.selection = selection;
            config.replacement = replacement;
            expect_growth_from_boards<CellBoard>(config);
        }
    });
}

}  // namespace
}  // namespace evodoku
