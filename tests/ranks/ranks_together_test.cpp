// What rank 0 sees of the others: their progress, their failures, their end.
#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <sstream>

#include "backend/islands.hpp"
#include "evodoku/engine/errors.hpp"
#include "ranks/crewed.hpp"
#include "support/resuming.hpp"

namespace evodoku {
namespace {

/// Everything that the live view and histories ask for, after each generation.
TEST(Progress, IsThatOfOneProcess) {
    test::NamedConfiguration named{"islands", test::small_config(), 1, 1, PresolveLevel::none};
    named.config.islands = 6, named.config.migrate_every = 10;
    std::set<std::uint32_t> ranks;
    const auto watched = [&](Backend& backend) {
        std::vector<std::string> seen;
        backend.submit({test::hard_puzzle, PresolveLevel::none, 0, 42});
        while (backend.busy()) {
            backend.advance_epoch([&] {
                std::ostringstream text;
                for (const Progress& at : backend.progress()) text << at.generation << ' ' << at.best << ' ' << at.mean;
                std::vector<std::uint32_t> listed;
                for (const IslandProgress& island : backend.islands()) {
                    text << ' ' << island.island_of_puzzle << ' ' << island.best << ' ' << island.evaluations;
                    listed.push_back(island.island_index);
                    ranks.insert(island.rank);
                }
                for (const auto& at : backend.populations(listed, Detail::diversity)) {
                    text << ' ' << at.q25 << ' ' << at.deviation << ' ' << at.distinct << ' ' << at.entropy[40];
                }
                seen.push_back(text.str());
                return true;
            });
        }
        return seen;
    };
    const auto here = watched(*test::one_process(named));
    ASSERT_GT(here.size(), 20u);
    EXPECT_EQ(ranks, std::set<std::uint32_t>({0}));
    for (const bool on_islands : {true, false}) {
        test::Crewed there(3, named.config, named.puzzle_slots, on_islands);
        EXPECT_EQ(there.ranks(), 3u);
        EXPECT_EQ(watched(there), here) << (on_islands ? "islands" : "whole puzzles");
        EXPECT_EQ(ranks.size(), on_islands ? 3u : 1u) << "one puzzle is on one rank";
        ranks = {0};
    }
}

TEST(Stop, WorkersEndTheirWorkEarly) {
    test::NamedConfiguration named{"long", test::small_config(), 2, 1, PresolveLevel::none};
    named.config.generations = 1'000'000'000, named.config.population = 60;
    Crew crew(test::devices(3));
    const auto backend = make_backend_over(crew.ranks(), crew.device(), named.config, 2);
    std::atomic<bool> stop{false};
    backend->stop_when([&] { return stop.load(); });
    for (std::uint32_t k = 0; k < 6; ++k) backend->submit({test::hard_puzzle, PresolveLevel::none, k, 42});
    backend->advance_epoch();
    stop = true;
    backend->advance_epoch();
    const std::size_t answers = backend->abandon().size();
    EXPECT_GE(answers, 2u) << "those of rank 0 have begun";
    EXPECT_LE(answers, 6u);
    EXPECT_FALSE(backend->busy());
}

TEST(Stop, APuzzleSavedInTheMiddleOfAnEpochDoesNotHoldItUp) {
    test::NamedConfiguration named{"long", test::small_config(), 1, 1, PresolveLevel::none};
    named.config.generations = 1'000'000, named.config.islands = 2;
    named.config.sync_every = 10, named.config.migrate_every = 10;
    const PuzzleJob job{test::hard_puzzle, PresolveLevel::none, 0, 42};
    const auto first = test::one_process(named);
    first->submit(job);
    int made = 0;
    first->advance_epoch([&] { return ++made < 3; });
    const auto second = test::one_process(named);
    second->stop_when([] { return true; });
    second->resume({job, test::saved_by(*first).at(0)});
    EXPECT_TRUE(second->advance_epoch().empty());
    EXPECT_EQ(second->abandon().size(), 1u);
}

/// A reply to an earlier request is not taken for the reply to the next request.
TEST(Failure, OfOneRankLeavesNoReplyToTheNextBackend) {
    const test::NamedConfiguration named{"small", test::small_config(), 1, 1, PresolveLevel::none};
    auto ranks = test::make_late_ranks(3, 20);
    int failures = 2;
    std::vector<std::jthread> serving;
    for (const std::uint32_t rank : {1u, 2u}) {
        serving.emplace_back([&, rank] {
            RankDevice device = test::device_of(rank);
            if (rank == 1) {
                device.make_backend = [&](const Config& config, std::uint32_t slots) -> std::unique_ptr<Backend> {
                    if (failures-- > 0) throw DeviceError("not yet");
                    return cpu::make_backend(test::workers_of(1), config, slots);
                };
            }
            serve(*ranks[rank], device);
        });
    }
    const RankDevice here = test::device_of(0);
    for (int times = 0; times < 2; ++times) {
        EXPECT_THROW(make_backend_over(*ranks[0], here, named.config, 1), DeviceError);
    }
    const auto backend = make_backend_over(*ranks[0], here, named.config, 1);
    EXPECT_EQ(test::digest(test::evolve(*backend, named)),
              test::digest(test::evolve(*test::one_process(named), named)));
    end_all(*ranks[0]);
}

TEST(Failure, OfAnotherRankNamesIt) {
    Config config;
    config.islands = 2;
    const RankDevice device = test::device_of(0);
    auto ranks = make_thread_ranks(2);
    std::jthread failing([&] {
        RankDevice broken = test::device_of(1);
        broken.make_backend = [](const Config&, std::uint32_t) -> std::unique_ptr<Backend> {
            throw DeviceError("no such device");
        };
        broken.make_executor = []() -> std::unique_ptr<Executor> { throw DeviceError("no such device"); };
        serve(*ranks[1], broken);
    });
    for (const bool on_islands : {true, false}) {
        const auto make = on_islands ? make_islands_over : make_backend_over;
        try {
            make(*ranks[0], device, config, 1);
            FAIL() << "it was opened";
        } catch (const DeviceError& error) {
            EXPECT_STREQ(error.what(), "rank 1 (thread 1): no such device");
        }
    }
    end_all(*ranks[0]);
}

TEST(Shares, EveryIslandHasOneRank) {
    for (const std::uint32_t islands : {1u, 2u, 3u, 7u, 8u, 100u}) {
        for (std::uint32_t ranks = 1; ranks <= islands; ++ranks) {
            std::uint32_t next = 0;
            for (std::uint32_t rank = 0; rank < ranks; ++rank) {
                const auto share = IslandShare::of(rank, ranks, islands);
                EXPECT_EQ(share.first, next);
                EXPECT_GE(share.count, islands / ranks);
                EXPECT_LE(share.count, islands / ranks + 1);
                next += share.count;
            }
            EXPECT_EQ(next, islands);
        }
    }
}

}  // namespace
}  // namespace evodoku
