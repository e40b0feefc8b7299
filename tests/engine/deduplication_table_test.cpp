// DeduplicationTable: all entries with equal keys except the lowest are returned, in any order, with any number of
// threads.
#include "engine/phases/distinct.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <thread>
#include <vector>

namespace evodoku {
namespace {

struct Duplicates {
    std::vector<int> times;  ///< entry -> how often insert() returned it
    std::vector<std::uint64_t> buckets;
    DeduplicationTable table;

    /// All entries are inserted: in the order given, or shared out to threads.
    Duplicates(const std::vector<std::uint64_t>& keys, const std::vector<std::uint32_t>& order, unsigned threads,
               bool alone)
        : times(keys.size()),
          buckets(keys.size() * DeduplicationTable::buckets_per_entry),
          table{buckets.data(), static_cast<std::uint32_t>(buckets.size())} {
        std::vector<std::vector<std::uint32_t>> duplicates(threads);
        std::vector<std::thread> workers;
        for (unsigned thread = 0; thread < threads; ++thread) {
            workers.emplace_back([&, thread] {
                for (std::size_t k = thread; k < order.size(); k += threads) {
                    const std::uint32_t entry = table.insert(keys[order[k]], order[k], alone);
                    if (entry != DeduplicationTable::none) duplicates[thread].push_back(entry);
                }
            });
        }
        for (std::thread& worker : workers) worker.join();
        for (const auto& entries : duplicates) {
            for (const std::uint32_t entry : entries) ++times.at(entry);
        }
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
            const Duplicates duplicates(keys, shuffled(keys.size(), random), threads, threads == 1 && repeat % 2 == 0);
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
            const Duplicates duplicates(keys, shuffled(keys.size(), random), threads, false);
            for (std::uint32_t entry = 0; entry < keys.size(); ++entry) {
                const bool is_lowest = entry == lowest.at(keys[entry]);
                ASSERT_LE(duplicates.times[entry], 1);
                if (!is_lowest) {
                    ASSERT_EQ(duplicates.times[entry], 1) << "equal to " << lowest.at(keys[entry]);
                }
                met += is_lowest && duplicates.times[entry] == 1;
                ASSERT_LE(duplicates.table.find(keys[entry]), lowest.at(keys[entry]));
            }
        }
    }
    EXPECT_GT(met, 0) << "or this tests nothing";
}

}  // namespace
}  // namespace evodoku
