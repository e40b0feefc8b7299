// One run on several ranks gives the answers of one process.
#include <gtest/gtest.h>

#include <atomic>
#include <sstream>

#include "backend/saved_puzzle.hpp"
#include "evodoku/engine/errors.hpp"
#include "spread/island_part.hpp"
#include "spread/machines.hpp"
#include "support/configurations.hpp"
#include "support/resuming.hpp"

namespace evodoku {
namespace {

std::unique_ptr<Backend> one_process(const test::NamedConfiguration& named) {
    return cpu::make_backend(test::workers_of(0), named.config, named.puzzle_slots);
}

/// Every configuration with islands, and others on islands.
std::vector<test::NamedConfiguration> configurations_on_islands() {
    std::vector<test::NamedConfiguration> all;
    for (test::NamedConfiguration named : test::configurations()) {
        if (named.config.population > 4000) continue;
        if (named.config.islands == 1) {
            if (named.config.population % 3 != 0 || named.config.population < 60) continue;
            named.name += ", on three islands";
            named.config.islands = 3;
            named.config.sync_every = 5, named.config.migrate_every = 5;
            named.config.migrants = 2;
            named.config.elite = std::min(named.config.elite.of(named.config.island_size()), 5u) == 0
                                     ? Amount{0, false}
                                     : Amount{5, false};
            if (named.config.immigrants.of(named.config.island_size()) > 10) named.config.immigrants = {10, false};
            try {
                validate(named.config);
            } catch (const std::invalid_argument&) {
                continue;
            }
        }
        all.push_back(named);
    }
    return all;
}

class OnIslands : public testing::TestWithParam<test::NamedConfiguration> {};

TEST_P(OnIslands, AnyNumberOfRanksGivesTheSameBytes) {
    const test::NamedConfiguration& named = GetParam();
    const std::uint64_t digest = test::digest(test::evolve(*one_process(named), named));
    for (const std::uint32_t size : {1u, 2u, 3u, 8u}) {
        spread::Crew crew(test::machines(size));
        const auto backend = spread::make_islands_over(crew.ranks(), crew.machine(), named.config, named.puzzle_slots);
        EXPECT_EQ(test::digest(test::evolve(*backend, named)), digest) << size << " ranks";
    }
}

INSTANTIATE_TEST_SUITE_P(Configurations, OnIslands, testing::ValuesIn(configurations_on_islands()), test::TestName{});

TEST(Islands, ThereAreTwentyConfigurations) { EXPECT_GE(configurations_on_islands().size(), 20u); }

class WholePuzzles : public testing::TestWithParam<test::NamedConfiguration> {};

TEST_P(WholePuzzles, AnyNumberOfRanksGivesTheSameBytes) {
    const test::NamedConfiguration& named = GetParam();
    const std::uint64_t digest = test::digest(test::evolve(*one_process(named), named));
    for (const std::uint32_t size : {1u, 2u, 3u, 8u}) {
        spread::Crew crew(test::machines(size));
        const auto backend = spread::make_backend_over(crew.ranks(), crew.machine(), named.config, named.puzzle_slots);
        EXPECT_EQ(test::digest(test::evolve(*backend, named)), digest) << size << " ranks";
    }
}

std::vector<test::NamedConfiguration> batches() {
    std::vector<test::NamedConfiguration> all;
    for (const test::NamedConfiguration& named : test::configurations()) {
        if (named.puzzles > 1) all.push_back(named);
    }
    return all;
}
INSTANTIATE_TEST_SUITE_P(Configurations, WholePuzzles, testing::ValuesIn(batches()), test::TestName{});

/// A backend with the crew that works for it.
class Crewed final : public Backend {
public:
    Crewed(std::uint32_t size, const test::NamedConfiguration& named, bool on_islands)
        : crew_(test::machines(size)),
          backend_((on_islands ? spread::make_islands_over : spread::make_backend_over)(
              crew_.ranks(), crew_.machine(), named.config, named.puzzle_slots)) {}

    std::string name() const override { return backend_->name(); }
    std::uint32_t puzzle_slots() const override { return backend_->puzzle_slots(); }
    bool has_long_epochs() const override { return backend_->has_long_epochs(); }
    void submit(const PuzzleJob& job) override { backend_->submit(job); }
    void resume(SavedPuzzle puzzle) override { backend_->resume(std::move(puzzle)); }
    void save(const ByteSink& to) const override { backend_->save(to); }
    std::uint64_t longest_state() const override { return backend_->longest_state(); }
    bool busy() const override { return backend_->busy(); }
    std::vector<Answer> advance_epoch(const std::function<bool()>& each) override {
        return backend_->advance_epoch(each);
    }
    std::vector<Progress> progress() const override { return backend_->progress(); }
    std::vector<IslandProgress> islands() const override { return backend_->islands(); }
    std::vector<PopulationProgress> populations(std::span<const std::uint32_t> listed, Detail detail) const override {
        return backend_->populations(listed, detail);
    }
    std::vector<Answer> abandon() override { return backend_->abandon(); }

private:
    spread::Crew crew_;
    std::unique_ptr<Backend> backend_;
};

/// Saved on one number of ranks, resumed on another; and now and then in one process.
TEST_P(OnIslands, ARunGoesOnWithAnyNumberOfRanks) {
    const test::NamedConfiguration& named = GetParam();
    const std::uint64_t digest = test::digest(test::evolve(*one_process(named), named));
    const auto machine = [](int number, const test::NamedConfiguration& of) -> std::unique_ptr<Backend> {
        if (number % 3 == 0) return one_process(of);
        return std::make_unique<Crewed>(number % 4 + 1, of, true);
    };
    EXPECT_EQ(test::digest(test::evolve_in_parts(named, 1, 3, machine)), digest);
}

TEST_P(WholePuzzles, ARunGoesOnWithAnyNumberOfRanks) {
    const test::NamedConfiguration& named = GetParam();
    const std::uint64_t digest = test::digest(test::evolve(*one_process(named), named));
    const auto machine = [](int number, const test::NamedConfiguration& of) -> std::unique_ptr<Backend> {
        if (number % 3 == 0) return one_process(of);
        return std::make_unique<Crewed>(number % 4 + 1, of, false);
    };
    EXPECT_EQ(test::digest(test::evolve_in_parts(named, 1, 3, machine)), digest);
}

/// Everything that the live view and histories ask for, after each generation.
TEST(Progress, IsThatOfOneProcess) {
    test::NamedConfiguration named{"islands", test::small_config(), 1, 1, PresolveLevel::none};
    named.config.islands = 6, named.config.migrate_every = 10;
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
    const auto here = watched(*one_process(named));
    ASSERT_GT(here.size(), 20u);
    for (const bool on_islands : {true, false}) {
        Crewed there(3, named, on_islands);
        EXPECT_EQ(watched(there), here) << (on_islands ? "islands" : "whole puzzles");
    }
}

TEST(Stop, WorkersEndTheirWorkEarly) {
    test::NamedConfiguration named{"long", test::small_config(), 2, 1, PresolveLevel::none};
    named.config.generations = 1'000'000'000, named.config.population = 60;
    spread::Crew crew(test::machines(3));
    const auto backend = spread::make_backend_over(crew.ranks(), crew.machine(), named.config, 2);
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

TEST(Failure, OfAnotherRankNamesIt) {
    Config config;
    config.islands = 2;
    const spread::Machine machine = test::machine_of(0);
    auto ranks = make_thread_ranks(2);
    std::jthread failing([&] {
        spread::Machine broken = test::machine_of(1);
        broken.make_backend = [](const Config&, std::uint32_t) -> std::unique_ptr<Backend> {
            throw DeviceError("no such device");
        };
        broken.make_executor = []() -> std::unique_ptr<Executor> { throw DeviceError("no such device"); };
        spread::serve(*ranks[1], broken);
    });
    for (const bool on_islands : {true, false}) {
        const auto make = on_islands ? spread::make_islands_over : spread::make_backend_over;
        try {
            make(*ranks[0], machine, config, 1);
            FAIL() << "it was opened";
        } catch (const DeviceError& error) {
            EXPECT_STREQ(error.what(), "rank 1 (thread 1): no such device");
        }
    }
    spread::end_all(*ranks[0]);
}

TEST(Shares, EveryIslandHasOneRank) {
    for (const std::uint32_t islands : {1u, 2u, 3u, 7u, 8u, 100u}) {
        for (std::uint32_t ranks = 1; ranks <= islands; ++ranks) {
            std::uint32_t next = 0;
            for (std::uint32_t rank = 0; rank < ranks; ++rank) {
                const auto share = spread::Share::of(rank, ranks, islands);
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
