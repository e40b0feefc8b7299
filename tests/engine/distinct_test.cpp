// Duplicates and boards seen before: none stays, nothing else goes.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "engine/footprint.hpp"
#include "support/configurations.hpp"
#include "support/watched.hpp"

namespace evodoku {
namespace {

using test::expect_right_costs;
using test::text_of;
using test::texts_of;
using test::Watched;

template <class Representation>
void expect_distinct(Config config) {
    config.distinct = true;
    Watched<Representation> watched(config);
    for (int generation = 0; generation < 12; ++generation) {
        watched.step();
        std::vector<Grid> grids = watched.grids();
        grids.resize(watched.island().size);
        const auto texts = texts_of(grids);
        ASSERT_EQ(std::set<std::string>(texts.begin(), texts.end()).size(), texts.size()) << generation;
        expect_right_costs(watched);
    }
}

TEST(Distinct, NoBoardIsThereTwice) {
    expect_distinct<BoxBoard>(test::small_config());
    expect_distinct<CellBoard>(test::small_cell_config());
    Config config = test::small_config();
    config.selection = "always-best";  // all children have the same few parents: many duplicates
    expect_distinct<BoxBoard>(config);
    config.replacement = "plus";
    expect_distinct<BoxBoard>(config);
    config.tries = 3;
    expect_distinct<BoxBoard>(config);
    config.replacement = "generational";
    config.crossover.clear(), config.mutation.clear();
    expect_distinct<BoxBoard>(config);
    config.population = 20'011;
    expect_distinct<BoxBoard>(config);
}

TEST(Distinct, OnlyDuplicatesGiveWay) {
    Config config = test::small_config();
    Watched<BoxBoard> keeping(config);
    config.distinct = true;
    Watched<BoxBoard> rejecting(config);
    keeping.evolution.run(2, true), rejecting.evolution.run(2, true);
    const std::vector<Grid> kept = keeping.grids(), distinct = rejecting.grids();
    std::set<std::string> seen;
    std::size_t rejected = 0;
    for (std::size_t k = 0; k < kept.size(); ++k) {
        const bool is_new = seen.insert(text_of(kept[k])).second;
        ASSERT_EQ(kept[k] == distinct[k], is_new) << k;
        rejected += !is_new;
    }
    EXPECT_GT(rejected, 5u);
    EXPECT_EQ(rejecting.evolution.pool().distinct.rejected[0], rejected);
}

TEST(Seen, NothingComesBackWhileItIsRemembered) {
    Config config = test::small_config();
    config.distinct = true;
    config.seen = 3'000;  // five generations at least
    config.generations = 60;
    Watched<BoxBoard> watched(config);
    std::vector<std::set<std::string>> made;
    for (int generation = 0; generation < 40; ++generation) {
        watched.step();
        std::vector<Grid> grids = watched.grids();
        std::set<std::string> fresh;
        for (std::size_t k = generation == 0 ? 0 : 30; k < grids.size(); ++k) {
            fresh.insert(text_of(grids[k]));
            for (std::size_t back = made.size() - std::min<std::size_t>(made.size(), 5); back < made.size(); ++back) {
                ASSERT_FALSE(made[back].contains(text_of(grids[k]))) << generation << " again from " << back;
            }
        }
        made.push_back(fresh);
    }
}

TEST(Seen, FalseAlarmsAreFew) {
    // Immigrants alone are never seen before, so that every rejection is a false alarm.
    Config config = test::small_config();
    config.population = 20'000;
    config.elite = {0, false};
    config.immigrants = {20'000, false};
    config.distinct = true;
    for (const auto& [seen, max_rate] : {std::pair{20'000u, 0.01}, std::pair{400'000u, 0.001}}) {
        config.seen = seen;
        config.generations = 60;
        Watched<BoxBoard> watched(config);
        watched.step();
        std::uint64_t alarms = 0;
        for (int generation = 0; generation < 50; ++generation) {
            watched.step();
            alarms += watched.evolution.pool().distinct.rejected[0];
        }
        const double rate = static_cast<double>(alarms) / (50 * 20'000.0);
        RecordProperty("false_alarms_with_seen_" + std::to_string(seen), std::to_string(rate));
        EXPECT_LT(rate, max_rate) << seen;
        EXPECT_GT(alarms, 0u) << "or this counts nothing";
    }
}

TEST(Memory, CountsWhatAConfigurationAsksFor) {
    using Footprint = Footprint<BoxBoard>;
    const Config plain = test::small_config();
    EXPECT_EQ(Footprint::bytes_per_individual_of(plain), Footprint::bytes_per_individual);
    Config more = plain;
    more.tries = 2;
    EXPECT_EQ(Footprint::bytes_per_individual_of(more), Footprint::bytes_per_individual + 68);
    more.replacement = "plus";
    more.distinct = true;
    more.selection = "roulette";
    EXPECT_EQ(Footprint::bytes_per_individual_of(more), Footprint::bytes_per_individual + 68 + 8 + 2 * 24);
    more = plain;
    more.mutation = "heat-bath";
    EXPECT_EQ(Footprint::bytes_per_individual_of(more), Footprint::bytes_per_individual + sizeof(Effort));
}

}  // namespace
}  // namespace evodoku
