// Duplicates and boards seen before: none stays, nothing else goes. And the table that finds them.
#include <map>
#include <random>
#include <thread>

#include "engine/needs.hpp"
#include "engine/phases/distinct.hpp"
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
    config.brood_size = 3;
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
    keeping.evolution.run(2, false), rejecting.evolution.run(2, false);
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
    Config config = test::small_config("duplicates=reject");
    config.duplicate_memory = 3'000;  // five generations at least
    config.generations = 60;
    Watched<BoxBoard> watched(config);
    std::vector<std::set<std::string>> made;
    for (int generation = 0; generation < 40; ++generation) {
        watched.step();
        std::vector<Grid> grids = watched.grids();
        std::set<std::string> fresh;
        for (std::size_t k = generation == 0 ? 0 : 30; k < grids.size(); ++k) {
            fresh.insert(text_of(grids[k]));
            for (std::size_t back = made.size() - std::min<std::size_t>(made.size(), 5); back < made.size(); ++back)
                ASSERT_FALSE(made[back].contains(text_of(grids[k]))) << generation << " again from " << back;
        }
        made.push_back(fresh);
    }
}

TEST(Seen, AFalseAlarmLosesNoSolution) {
    Watched<BoxBoard> watched(test::small_config("duplicates=reject seen=3000"));
    watched.step(), watched.step();
    const SeenBody<BoxBoard> body{{watched.evolution.pool(), 0}};
    std::fill_n(body.seen, 2 * body.seen_words, ~std::uint64_t{0});  // all boards raise an alarm
    const std::uint32_t child = body.layout.kept;
    for (const std::uint32_t cost : {0, 1}) {
        const_cast<std::uint32_t&>(body.new_costs[child]) = cost;
        body.plans[child] = Plan::make(0, 0, Plan::copy, Plan::copy);
        body(child);
        EXPECT_EQ(body.plans[child].crossover() == Plan::rejected, cost != 0);
    }
}

TEST(Distinct, EqualBoardsOfAnotherAgeAreNoDifferentParents) {
    for (const std::string replacement : {"ageing", "generational"}) {
        Watched<BoxBoard> watched(test::small_config("elite=1 parents=different replacement=" + replacement));
        watched.step();
        const Pool<BoxBoard>& pool = watched.evolution.pool();
        const Island island = watched.island();
        pool.boards[island.front][1] = pool.boards[island.front][0];
        pool.costs[island.front][1] = pool.costs[island.front][0] + 1;
        EXPECT_EQ(pool.same_board(island, 0, 1), replacement == "ageing");
    }
}

TEST(Seen, FalseAlarmsAreFew) {
    // Immigrants alone are never seen before, so that every rejection is a false alarm.
    Config config = test::small_config("population=20000 elite=0 immigrants=20000 duplicates=reject");
    for (const auto& [seen, max_rate] : {std::pair{20'000u, 0.01}, std::pair{400'000u, 0.001}}) {
        config.duplicate_memory = seen;
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
    cpu::Executor machine(cpu::make_serial_workers(cpu::Order::forwards));
    const auto per_individual = [&](Config config) {
        const auto bytes_of = [&](std::uint32_t population) {
            config.population = population;
            return Footprint<BoxBoard>(machine, config, 1).bytes();
        };
        return (bytes_of(5000) - bytes_of(4000)) / 1000;
    };
    const Config plain = test::with_settings(plain_config(), "population=1000");
    const std::uint64_t standard = per_individual(plain);
    EXPECT_EQ(standard, 2 * (sizeof(BoxBoard::Stored) + 4) + 4 + sizeof(Plan) + 16);
    Config more = plain;
    more.brood_size = 2;
    EXPECT_EQ(per_individual(more), standard + 68);
    more.replacement = "plus";
    more.distinct = true;
    more.selection = "roulette";
    EXPECT_EQ(per_individual(more), standard + 68 + 8 + 2 * 24);
    more = plain;
    more.mutation = "heat-bath";
    EXPECT_EQ(per_individual(more), standard + sizeof(SearchWork));
}

struct FoundDuplicates {
    std::vector<int> times;  ///< entry -> how often insert() returned it
    std::vector<std::uint64_t> buckets;
    DeduplicationTable table;

    /// All entries are inserted: in the order given, or shared out to threads.
    FoundDuplicates(const std::vector<std::uint64_t>& keys, const std::vector<std::uint32_t>& order, unsigned threads,
                    bool alone)
        : times(keys.size()),
          buckets(keys.size() * DeduplicationTable::buckets_per_entry),
          table{buckets.data(), static_cast<std::uint32_t>(buckets.size())} {
        std::vector<std::vector<std::uint32_t>> duplicates(threads);
        std::vector<std::thread> workers;
        for (unsigned thread = 0; thread < threads; ++thread)
            workers.emplace_back([&, thread] {
                for (std::size_t k = thread; k < order.size(); k += threads) {
                    const std::uint32_t entry = table.insert(keys[order[k]], order[k], alone);
                    if (entry != DeduplicationTable::none) duplicates[thread].push_back(entry);
                }
            });
        for (std::thread& worker : workers) worker.join();
        for (const auto& entries : duplicates)
            for (const std::uint32_t entry : entries) ++times.at(entry);
    }
};

std::vector<std::uint32_t> shuffled(std::size_t count, std::mt19937_64& random) {
    std::vector<std::uint32_t> order(count);
    for (std::uint32_t k = 0; k < count; ++k) order[k] = k;
    std::ranges::shuffle(order, random);
    return order;
}

std::map<std::uint64_t, std::uint32_t> lowest_of(const std::vector<std::uint64_t>& keys) {
    std::map<std::uint64_t, std::uint32_t> lowest;
    for (std::uint32_t entry = 0; entry < keys.size(); ++entry) lowest.try_emplace(keys[entry], entry);
    return lowest;
}

TEST(DeduplicationTable, ReturnsAllButTheLowestEntryOfAKey) {
    std::mt19937_64 random(3);
    for (int repeat = 0; repeat < 40; ++repeat) {
        std::vector<std::uint64_t> keys(1 + random() % 3'000);
        std::vector<std::uint64_t> pool(1 + random() % (2 * keys.size()));
        for (std::uint64_t& key : pool) key = random();
        for (std::uint64_t& key : keys) key = pool[random() % pool.size()];
        const auto lowest = lowest_of(keys);
        for (const unsigned threads : {1u, 4u}) {
            const FoundDuplicates duplicates(keys, shuffled(keys.size(), random), threads,
                                             threads == 1 && repeat % 2 == 0);
            for (std::uint32_t entry = 0; entry < keys.size(); ++entry) {
                ASSERT_EQ(duplicates.times[entry], entry == lowest.at(keys[entry]) ? 0 : 1) << entry;
                ASSERT_EQ(duplicates.table.find(keys[entry]), lowest.at(keys[entry]));
            }
        }
    }
}

TEST(DeduplicationTable, ReturnsAllButTheLowestWhereTagsMeet) {
    // Three tags for a hundred keys, which all begin near each other.
    std::mt19937_64 random(4);
    int met = 0;
    for (int repeat = 0; repeat < 40; ++repeat) {
        std::vector<std::uint64_t> keys(500);
        for (std::uint64_t& key : keys) key = (random() % 33) << 54 | random() % 3;
        const auto lowest = lowest_of(keys);
        for (const unsigned threads : {1u, 4u}) {
            const FoundDuplicates duplicates(keys, shuffled(keys.size(), random), threads, false);
            for (std::uint32_t entry = 0; entry < keys.size(); ++entry) {
                const bool is_lowest = entry == lowest.at(keys[entry]);
                ASSERT_LE(duplicates.times[entry], 1);
                ASSERT_TRUE(is_lowest || duplicates.times[entry] == 1) << "equal to " << lowest.at(keys[entry]);
                met += is_lowest && duplicates.times[entry] == 1;
                ASSERT_LE(duplicates.table.find(keys[entry]), lowest.at(keys[entry]));
            }
        }
    }
    EXPECT_GT(met, 0) << "or this tests nothing";
}

}  // namespace
}  // namespace evodoku
