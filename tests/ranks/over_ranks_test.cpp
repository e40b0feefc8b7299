// One run on several ranks gives the answers of one process.
#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "backend/state_fields.hpp"
#include "ranks/crewed.hpp"
#include "support/configurations.hpp"
#include "support/resuming.hpp"

namespace evodoku {
namespace {

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
    const std::uint64_t digest = test::digest(test::evolve(*test::one_process(named), named));
    for (const std::uint32_t size : {1u, 2u, 3u, 8u}) {
        Crew crew(test::devices(size));
        const auto backend = make_islands_over(crew.ranks(), crew.device(), named.config, named.puzzle_slots);
        EXPECT_EQ(test::digest(test::evolve(*backend, named)), digest) << size << " ranks";
    }
}

INSTANTIATE_TEST_SUITE_P(Configurations, OnIslands, testing::ValuesIn(configurations_on_islands()), test::TestName{});

TEST(Islands, ThereAreTwentyConfigurations) { EXPECT_GE(configurations_on_islands().size(), 20u); }

class WholePuzzles : public testing::TestWithParam<test::NamedConfiguration> {};

TEST_P(WholePuzzles, AnyNumberOfRanksGivesTheSameBytes) {
    const test::NamedConfiguration& named = GetParam();
    const std::uint64_t digest = test::digest(test::evolve(*test::one_process(named), named));
    for (const std::uint32_t size : {1u, 2u, 3u, 8u}) {
        Crew crew(test::devices(size));
        const auto backend = make_backend_over(crew.ranks(), crew.device(), named.config, named.puzzle_slots);
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

/// Saved on one number of ranks, resumed on another; and now and then in one process.
TEST_P(OnIslands, ARunGoesOnWithAnyNumberOfRanks) {
    const test::NamedConfiguration& named = GetParam();
    const std::uint64_t digest = test::digest(test::evolve(*test::one_process(named), named));
    const auto machine = [](int number, const test::NamedConfiguration& of) -> std::unique_ptr<Backend> {
        if (number % 3 == 0) return test::one_process(of);
        return std::make_unique<test::Crewed>(number % 4 + 1, of.config, of.puzzle_slots, true);
    };
    EXPECT_EQ(test::digest(test::evolve_in_parts(named, 1, 3, machine)), digest);
}

TEST_P(WholePuzzles, ARunGoesOnWithAnyNumberOfRanks) {
    const test::NamedConfiguration& named = GetParam();
    const std::uint64_t digest = test::digest(test::evolve(*test::one_process(named), named));
    const auto machine = [](int number, const test::NamedConfiguration& of) -> std::unique_ptr<Backend> {
        if (number % 3 == 0) return test::one_process(of);
        return std::make_unique<test::Crewed>(number % 4 + 1, of.config, of.puzzle_slots, false);
    };
    EXPECT_EQ(test::digest(test::evolve_in_parts(named, 1, 3, machine)), digest);
}

/// Answers that came by themselves are still under way when rank 0 asks for the next epoch, for a save, for the end.
TEST_P(WholePuzzles, MessagesMayComeLateAndTogether) {
    const test::NamedConfiguration& named = GetParam();
    const std::uint64_t digest = test::digest(test::evolve(*test::one_process(named), named));
    for (const std::uint32_t max_looks : {2u, 12u}) {
        const auto machine = [&](int number, const test::NamedConfiguration& of) -> std::unique_ptr<Backend> {
            return std::make_unique<test::Crewed>(number % 3 + 2, of.config, of.puzzle_slots, false, max_looks);
        };
        EXPECT_EQ(test::digest(test::evolve_in_parts(named, 2, 3, machine)), digest) << max_looks << " looks";
    }
}

/// Epochs that are watched and epochs that are not, one after the other.
TEST_P(WholePuzzles, MayBeWatchedNowAndThen) {
    const test::NamedConfiguration& named = GetParam();
    test::Crewed backend(3, named.config, named.puzzle_slots, false, 5);
    for (std::uint32_t index = 0; index < named.puzzles; ++index) backend.submit(test::job_of(named, index));
    std::map<std::uint32_t, Outcome> answers;
    for (int epoch = 0; backend.busy(); ++epoch) {
        const auto watch = epoch % 3 == 1 ? std::function<bool()>([] { return true; }) : std::function<bool()>();
        for (const Outcome& answer : backend.advance_epoch(watch)) {
            EXPECT_TRUE(answers.emplace(answer.puzzle_index, answer).second) << "two answers of one puzzle";
        }
        test::saved_by(backend);
    }
    std::vector<Outcome> in_order;
    for (const auto& [index, answer] : answers) in_order.push_back(answer);
    EXPECT_EQ(test::digest(in_order), test::digest(test::evolve(*test::one_process(named), named)));
}

TEST(Islands, ProgressOfLargerBoardsIsThatOfOneProcess) {
    const test::NamedConfiguration named = test::configuration("box-board-16 with everything");
    const auto watched = [&](Backend& backend) {
        std::vector<std::string> seen;
        backend.submit(test::job_of(named, 0));
        while (backend.busy()) {
            backend.advance_epoch([&] {
                std::ostringstream text;
                for (const Progress& at : backend.progress()) text << at.generation << ' ' << at.best << ' ' << at.mean;
                std::vector<std::uint32_t> listed;
                for (const IslandProgress& island : backend.islands()) listed.push_back(island.island_index);
                for (const auto& at : backend.populations(listed, Detail::diversity)) {
                    text << ' ' << at.cost << ' ' << at.q25 << ' ' << at.worst << ' ' << at.distinct << ' '
                         << at.effort.redraws;
                    for (const std::uint8_t digit : at.best.cells()) text << ' ' << int{digit};
                }
                seen.push_back(text.str());
                return true;
            });
        }
        return seen;
    };
    const auto here = watched(*test::one_process(named));
    ASSERT_GT(here.size(), 3u);
    for (const bool on_islands : {true, false}) {
        test::Crewed several(3, named.config, named.puzzle_slots, on_islands);
        EXPECT_EQ(watched(several), here);
    }
}

}  // namespace
}  // namespace evodoku
