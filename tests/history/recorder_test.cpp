// Recorded evolutions: rows and events against the answers, the same on every kind of backend, and without effect.
#include "history/recorder.hpp"

#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "cpu/cpu_backend.hpp"
#include "support/answers.hpp"
#include "support/deferring.hpp"
#include "support/serial_backend.hpp"

namespace evodoku::history {
namespace {

using nlohmann::json;

struct Recorded {
    std::vector<Answer> answers;
    std::vector<json> lines;  ///< without their seconds

    std::vector<json> of(const std::string& kind, std::uint32_t puzzle) const {
        std::vector<json> some;
        for (const json& line : lines) {
            if (line["kind"] == kind && line["puzzle"] == puzzle + 1) some.push_back(line);
        }
        return some;
    }
};

Recorded record(Backend& backend, const test::NamedConfiguration& named, std::uint32_t every = 1) {
    Recorded recorded;
    Recorder recorder(named.config, schedule_of(named.config, every), [&](const Line& line) {
        json values = json::parse(line.json());
        values.erase("seconds");
        recorded.lines.push_back(values);
    });
    recorder.begin_run(42);
    const std::vector<Grid> grids = test::batch_puzzles();
    for (std::uint32_t k = 0; k < named.puzzles; ++k) {
        backend.submit({grids[k % grids.size()], named.presolve, k, 42});
    }
    recorded.answers.resize(named.puzzles);
    while (backend.busy()) {
        const auto look = [&] {
            recorder.look(backend);
            return true;
        };
        for (const Answer& answer : backend.advance_epoch(look)) recorded.answers[answer.puzzle_index] = answer;
    }
    return recorded;
}

std::unique_ptr<Backend> backend_of(const test::NamedConfiguration& named) {
    return cpu::make_backend(cpu::make_serial_workers(cpu::Order::forwards), named.config, named.puzzle_slots);
}

/// Small configurations of every sort.
std::vector<test::NamedConfiguration> some_configurations() {
    const std::set<std::string> wanted = {"plain",
                                          "islands",
                                          "restarts",
                                          "restarts on islands",
                                          "batch in three slots",
                                          "batch of islands",
                                          "default",
                                          "default on islands",
                                          "default with plus, restarts",
                                          "one individual",
                                          "stagnation grow",
                                          "preset row-candidates",
                                          "preset charles"};
    auto all = test::configurations();
    std::erase_if(all, [&](const auto& named) { return !wanted.contains(named.name); });
    return all;
}

class RecordedEvolution : public testing::TestWithParam<test::NamedConfiguration> {};

TEST_P(RecordedEvolution, IsTheSameAsWithoutARecord) {
    const test::NamedConfiguration& named = GetParam();
    const std::vector<Answer> plain = test::evolve(*backend_of(named), named);
    test::expect_same(record(*backend_of(named), named).answers, plain);
    test::expect_same(record(*backend_of(named), named, 7).answers, plain);
}

TEST_P(RecordedEvolution, HasARowPerGenerationAndIsland) {
    const test::NamedConfiguration& named = GetParam();
    const Recorded recorded = record(*backend_of(named), named);
    for (const Answer& answer : recorded.answers) {
        if (!answer.evolved) continue;
        SCOPED_TRACE("puzzle " + std::to_string(answer.puzzle_index));
        std::map<std::uint32_t, json> last;  // row of each island
        std::uint32_t best = ~0u;
        for (const json& row : recorded.of("generation", answer.puzzle_index)) {
            const std::uint32_t island = row["island"], generation = row["generation"];
            EXPECT_EQ(generation, last.contains(island) ? std::uint32_t{last[island]["generation"]} + 1 : 0);
            if (last.contains(island)) {
                EXPECT_LE(row["best_so_far"], last[island]["best_so_far"]);
                EXPECT_GE(row["evaluations"], last[island]["evaluations"]);
            }
            EXPECT_LE(row["best_so_far"], row["best"]);
            for (const auto& [low, high] : std::vector<std::pair<std::string, std::string>>{{"best", "q10"},
                                                                                            {"q10", "q25"},
                                                                                            {"q25", "median"},
                                                                                            {"median", "q75"},
                                                                                            {"q75", "q90"},
                                                                                            {"q90", "worst"},
                                                                                            {"best", "mean"},
                                                                                            {"mean", "worst"},
                                                                                            {"distinct", "size"}}) {
                EXPECT_LE(row[low].get<double>(), row[high].get<double>() + 1e-4) << low;
            }
            EXPECT_GE(row["distinct"], 1);
            EXPECT_EQ(row["board"].get<std::string>().size(), 81u);
            EXPECT_EQ(row["cell_entropy"].get<std::string>().size(), 81u);
            best = std::min(best, std::uint32_t{row["best_so_far"]});
            last[island] = row;
        }
        ASSERT_EQ(last.size(), named.config.islands);
        EXPECT_EQ(best, answer.cost);
        std::uint64_t evaluations = 0, redraws = 0, restarts = 0;
        for (const auto& [island, row] : last) {
            evaluations += row["evaluations"].get<std::uint64_t>();
            redraws += row["redraws"].get<std::uint64_t>();
            restarts += row["restarts"].get<std::uint64_t>();
        }
        EXPECT_EQ(evaluations, answer.evaluations);
        EXPECT_EQ(redraws, answer.effort.redraws);
        EXPECT_EQ(restarts, answer.restarts);
    }
}

TEST_P(RecordedEvolution, EventsAgreeWithTheRows) {
    const test::NamedConfiguration& named = GetParam();
    const Recorded recorded = record(*backend_of(named), named);
    for (const Answer& answer : recorded.answers) {
        std::map<std::string, std::uint64_t> events;
        std::uint64_t migrations = 0;
        bool board_found = false;
        for (const json& event : recorded.of("event", answer.puzzle_index)) {
            ++events[event["event"]];
            board_found = board_found || (event["event"] == "new_best" && event["best_so_far"] == answer.cost);
            EXPECT_EQ(event.contains("board"), event["event"] == "new_best" || event["event"] == "solved");
        }
        std::map<std::uint32_t, std::uint64_t> of_island;
        for (const json& row : recorded.of("generation", answer.puzzle_index)) {
            of_island[row["island"]] = row["migrations"];
        }
        for (const auto& [island, count] : of_island) migrations += count;
        EXPECT_EQ(events["migration"], migrations);
        EXPECT_EQ(events["restart"], answer.restarts);
        EXPECT_EQ(events["solved"] != 0, answer.evolved && answer.solved);
        EXPECT_EQ(board_found, answer.evolved);
    }
}

TEST_P(RecordedEvolution, IsTheSameOnADeviceThatPutsOffItsWork) {
    const test::NamedConfiguration& named = GetParam();
    std::size_t queued = 0;
    const auto late =
        make_evolution_backend(std::make_unique<test::Deferring>(queued), named.config, named.puzzle_slots);
    EXPECT_EQ(record(*late, named).lines, record(*backend_of(named), named).lines);
}

TEST_P(RecordedEvolution, FewerRowsAreTheSameRows) {
    const test::NamedConfiguration& named = GetParam();
    const Recorded all = record(*backend_of(named), named), some = record(*backend_of(named), named, 10);
    for (std::uint32_t puzzle = 0; puzzle < named.puzzles; ++puzzle) {
        std::set<json> rows;
        for (const json& row : all.of("generation", puzzle)) rows.insert(row);
        const std::vector<json> few = some.of("generation", puzzle);
        EXPECT_LE(few.size(), rows.size());
        for (const json& row : few) EXPECT_TRUE(rows.contains(row)) << row;
        EXPECT_EQ(some.of("event", puzzle), all.of("event", puzzle));
    }
}

INSTANTIATE_TEST_SUITE_P(Configurations, RecordedEvolution, testing::ValuesIn(some_configurations()), test::TestName{});

TEST(Recorder, EveryConfigurationWantedIsThere) { EXPECT_EQ(some_configurations().size(), 13u); }

TEST(Recorder, AnIslandThatReceivesMigrantsSaysSo) {
    test::NamedConfiguration named;
    named.config = test::small_config();
    named.config.population = 60, named.config.islands = 3, named.config.migrate_every = 10, named.config.migrants = 2;
    const Recorded recorded = record(*backend_of(named), named);
    std::multiset<std::uint32_t> generations;
    for (const json& event : recorded.of("event", 0)) {
        if (event["event"] == "migration") generations.insert(event["generation"].get<std::uint32_t>());
    }
    EXPECT_EQ(generations, (std::multiset<std::uint32_t>{10, 10, 10, 20, 20, 20}));
}

TEST(Recorder, TheScheduleFollowsThePopulation) {
    Config config;
    const auto diversity = [&](std::uint32_t population) {
        config.population = population;
        return schedule_of(config, 0).diversity_every;
    };
    EXPECT_EQ(diversity(64), 1u);
    EXPECT_EQ(diversity(20'000), 80u);
    EXPECT_EQ(diversity(10'000'000), 400u);
    EXPECT_EQ(schedule_of(config, 0).every, 1u);
    EXPECT_EQ(schedule_of(config, 30).every, 30u);
    EXPECT_EQ(schedule_of(config, 30).diversity_every, 30u);
}

}  // namespace
}  // namespace evodoku::history
