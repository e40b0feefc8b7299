// What happens where nothing gets better: restarts, growth.
#include "core/geometry.hpp"
#include "support/configurations.hpp"
#include "support/refusal.hpp"
#include "support/watched.hpp"

namespace evodoku {
namespace {

using test::expect_right_costs;
using test::Watched;

TEST(Restarts, AreLimitedAndMayComeWhateverIsFound) {
    Config config =
        test::small_config("population=40 restart-after=5 generations=1000 stagnation=restart:limit=3,since=1");
    Watched<BoxBoard> watched(config);
    watched.evolution.run(100, false);
    EXPECT_EQ(watched.island().state, IslandState::exhausted);
    EXPECT_EQ(watched.island().restarts, 3u);
    EXPECT_EQ(watched.island().next_generation, 1 + 5u + 3 * 6) << "four times five generations after a fresh one";
}

TEST(Reheats, KeepTheBoardsAndBeginHotAgain) {
    Config config = test::small_config("population=1 elite=0 selection=uniform crossover=none");
    // One hot generation, then one greedy walk after the other.
    config.mutation = "annealed-swap:rate=1,trials=1000,start=1000000,cooling=0,end=1";
    config.restart_after = 4;
    config.stagnation = "reheat";
    Watched<BoxBoard> watched(config);
    watched.step();
    int reheats = 0;
    std::uint32_t last = watched.evolution.read_costs(0)[0], improved = 0;
    for (std::uint32_t generation = 1; generation < 25; ++generation) {
        const std::uint32_t age = watched.island().age();
        const Grid before = watched.grids()[0];
        watched.step();
        const Island island = watched.island();
        const std::uint32_t cost = watched.evolution.read_costs(0)[0];
        EXPECT_EQ(cost > 25, age == 0) << "only the generation of age 0 is hot";
        if (age > 1) {
            int kept = 0;
            for (int cell = 0; cell < cell_count; ++cell) kept += watched.grids()[0][cell] == before[cell];
            EXPECT_GT(kept, cell_count / 2) << "the same board goes on";
        }
        if (cost < last) improved = generation;
        last = cost;
        const bool stalls = generation - improved >= config.restart_after;
        if (stalls) improved = generation;
        EXPECT_EQ(island.age() == 0, stalls);
        EXPECT_FALSE(island.fresh);
        reheats += stalls;
        ASSERT_EQ(island.restarts, static_cast<std::uint32_t>(reheats));
    }
    EXPECT_GE(reheats, 2);

    config.stagnation = "reheat:fresh=1";
    Watched<BoxBoard> refreshed(config);
    for (int generation = 0; generation < 25 && refreshed.island().restarts == 0; ++generation) refreshed.step();
    EXPECT_EQ(refreshed.island().restarts, 1u);
    EXPECT_TRUE(refreshed.island().fresh);
    refreshed.step();
    EXPECT_EQ(refreshed.island().age(), 0u);
    EXPECT_GT(refreshed.evolution.read_costs(0)[0], 25u) << "a random board";
}

TEST(Growth, TakesWhatIsReservedAndNoMore) {
    Watched<BoxBoard> watched(test::small_config(
        "population=200 largest=450 restart-after=1 elite=5% immigrants=5% variation=either mutation=swap:rate=1 "
        "stagnation=grow:max-growth=60,elite=0.1,min-crossed=0.3,max-crossed=0.4 generations=200"));
    std::set<std::uint32_t> sizes;
    std::uint32_t announced = 200;
    int grown = 0;
    for (int generation = 0; generation < 100; ++generation) {
        const bool has_grown = watched.island().growth.has_grown != 0;
        const Layout layout = watched.evolution.pool().layout_of(watched.island());
        watched.step();
        const Island island = watched.island();
        ASSERT_EQ(island.size, announced);
        ASSERT_LE(island.size, island.growth.next_size);
        ASSERT_LE(island.growth.next_size, 450u);
        ASSERT_LE(island.growth.next_size, island.size + 60);
        expect_right_costs(watched);
        sizes.insert(island.size);
        announced = island.growth.next_size;
        if (!has_grown) continue;
        ++grown;
        ASSERT_GE(island.growth.crossed, percent(30));
        ASSERT_LE(island.growth.crossed, percent(40));
        ASSERT_EQ(layout.kept, share_of(percent(10), island.size));
        ASSERT_EQ(layout.end, island.size);
        ASSERT_EQ(layout.first_immigrant, island.size - share_of(percent(5), island.size));
    }
    EXPECT_GT(grown, 50);
    EXPECT_EQ(watched.island().size, 450u);
    EXPECT_GT(sizes.size(), 4u);
    EXPECT_EQ(watched.island().restarts, 0u);
    int crossed = 0;
    for (std::uint32_t k = 45; k < 428; ++k) crossed += watched.evolution.pool().plans[k].crossover() != Plan::copy;
    EXPECT_NEAR(crossed, 383 * 0.35, 50);
}

/// An island of 30 that doubles again and again, far beyond what its parents are: all of them must be boards, and every
/// parent one of the generation before; or, where parents come from the pool while it fills, one made before the child.
template <class Representation>
void expect_growth_from_boards(Config config) {
    config.population = 30;
    config.max_population = 900;
    config.restart_after = 1;
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
            const std::uint32_t end = of_a_wave_before && individual >= layout.kept ? individual : before.size;
            ASSERT_LT(plan.parent_a(), end) << "individual " << individual << " of generation " << generation;
            ASSERT_LT(plan.parent_b(), end) << "individual " << individual << " of generation " << generation;
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
            const bool knows_elites = selection.name == "elites-only" || selection.name == "tournament-of-children";
            if ((selection.needs.waves || knows_elites) && replacement.is("plus")) {
                test::expect_all(test::refusal([&] { validate(config); }), {"elite", "that stay"});
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

/// An island whose elite is a share that is nothing after a stall.
TEST(Growth, IsRefusedWhereAnEliteIsNeededAndAStallLeavesNone) {
    const auto refused = [](auto change) {
        Config config = test::small_config();
        config.population = 9, config.max_population = 90, config.elite = {1, false}, config.restart_after = 2;
        config.stagnation = "grow:max-growth=5,elite=0.1";
        change(config);
        return test::refusal([&] { validate(config); });
    };
    const auto pool = [](Config& c) { c.selection = "filling-pool"; };
    const auto drop = [](Config& c) { c.distinct = c.drops = true; };
    EXPECT_EQ(refused([](Config&) {}), "(no error)") << "where none is needed";
    test::expect_all(refused(pool),
                     {"selection 'filling-pool' breeds from elites", "after a stall an island of 9 keeps none",
                      "elite 0.1", "at least 10 boards per island, or a larger elite"});
    test::expect_all(refused(drop),
                     {"duplicates drop needs an elite", "an island of 9 keeps none", "at least 10 boards"});
    test::expect_all(refused([&](Config& c) { pool(c), c.population = 36, c.max_population = 360, c.islands = 4; }),
                     {"an island of 9 keeps none"});
    test::expect_all(refused([&](Config& c) { drop(c), c.stagnation = "grow:max-growth=5,elite=0"; }),
                     {"set elite of stagnation grow above 0"});
    EXPECT_EQ(refused([&](Config& c) { pool(c), drop(c), c.population = 10; }), "(no error)");
    EXPECT_EQ(refused([&](Config& c) { pool(c), drop(c), c.stagnation = "grow:max-growth=5,elite=0.12"; }),
              "(no error)");
    EXPECT_EQ(refused([&](Config& c) { pool(c), c.restart_after = 0, c.max_population = 0, c.stagnation = "restart"; }),
              "(no error)");
    EXPECT_EQ(refused([&](Config& c) { pool(c), c.replacement = "replace-worst:replaced=0.5"; }), "(no error)")
        << "which keeps half of the island";
}

}  // namespace
}  // namespace evodoku
