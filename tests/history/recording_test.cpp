// Recorded evolutions of every size of board: rows and events against the answers, and without effect on them.
#include "history/history.hpp"

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "support/serial_backend.hpp"
#include "support/temporary_files.hpp"

namespace evodoku::history {
namespace {

using nlohmann::json;

struct Case {
    std::string name;
    Config config;
    std::uint32_t puzzle_slots;
    std::vector<PuzzleJob> jobs;
};
void PrintTo(const Case& each, std::ostream* out) { *out << each.name; }

/// Small configurations of every sort, and those of larger boards.
std::vector<Case> cases() {
    const std::set<std::string> wanted = {"plain",
                                          "islands",
                                          "restarts on islands",
                                          "reheats on islands",
                                          "work limited, on islands",
                                          "batch in three slots",
                                          "batch of islands",
                                          "default on islands",
                                          "default with plus, restarts",
                                          "one individual",
                                          "stagnation grow",
                                          "preset row-candidates",
                                          "preset charles"};
    std::vector<Case> all;
    for (const test::NamedConfiguration& named : test::configurations()) {
        if (!wanted.contains(named.name) && !is_large(named.config.representation)) continue;
        Case& each = all.emplace_back(Case{named.name, named.config, named.puzzle_slots, {}});
        for (std::uint32_t k = 0; k < named.puzzles; ++k) each.jobs.push_back(test::job_of(named, k));
    }
    EXPECT_EQ(all.size(), wanted.size() + 15);
    return all;
}

struct Recorded {
    std::vector<Outcome> answers;
    std::vector<json> lines;  ///< without their seconds

    std::vector<json> of(const std::string& kind, std::size_t puzzle) const {
        std::vector<json> some;
        for (const json& line : lines)
            if (line["kind"] == kind && line["puzzle"] == puzzle + 1) some.push_back(line);
        return some;
    }
    /// The last row of each island.
    std::map<std::uint32_t, json> last_rows(std::size_t puzzle) const {
        std::map<std::uint32_t, json> last;
        for (const json& row : of("generation", puzzle)) last[row["island"]] = row;
        return last;
    }
};

std::unique_ptr<Backend> backend_of(const Case& each) {
    return test::evolution_backend(each.config, each.puzzle_slots);
}

/// `every` = 0: without a record.
Recorded record(Backend& backend, const Case& each, std::uint32_t every = 1) {
    Recorded recorded;
    const test::TemporaryFiles files;
    const std::string name = files.folder() + "/h.jsonl";
    Recording recording(name, FileFormat::json_lines, each.config, {.schedule = schedule_of(each.config, every)});
    recording.begin_run(42);
    for (const PuzzleJob& job : each.jobs) backend.submit(job);
    recorded.answers.resize(each.jobs.size());
    const auto look = [&] {
        if (every != 0) recording.sample(backend);
        return true;
    };
    while (backend.busy())
        for (const Outcome& answer : backend.advance_epoch(look)) recorded.answers[answer.puzzle_index] = answer;
    recording.flush();
    std::istringstream lines(test::text_of_file(name));
    for (std::string line; std::getline(lines, line);) {
        json values = json::parse(line);
        values.erase("seconds");
        if (values["kind"] != "header") recorded.lines.push_back(values);
    }
    return recorded;
}

class RecordedEvolution : public testing::TestWithParam<Case> {
protected:
    const Recorded recorded = record(*backend_of(GetParam()), GetParam());
};

TEST_P(RecordedEvolution, IsTheSameAsWithoutARecord) {
    const std::vector<Outcome> plain = record(*backend_of(GetParam()), GetParam(), 0).answers;
    test::expect_same(recorded.answers, plain);
    test::expect_same(record(*backend_of(GetParam()), GetParam(), 7).answers, plain);
}

TEST_P(RecordedEvolution, HasARowPerGenerationAndIsland) {
    for (std::size_t puzzle = 0; puzzle < recorded.answers.size(); ++puzzle) {
        if (!test::evolved(recorded.answers[puzzle])) continue;
        SCOPED_TRACE("puzzle " + std::to_string(puzzle));
        const std::size_t cells = recorded.answers[puzzle].board.cells().size();
        std::map<std::uint32_t, json> last;
        for (const json& row : recorded.of("generation", puzzle)) {
            const std::uint32_t island = row["island"], generation = row["generation"];
            EXPECT_EQ(generation, last.contains(island) ? std::uint32_t{last[island]["generation"]} + 1 : 0);
            if (last.contains(island)) {
                EXPECT_LE(row["best_so_far"], last[island]["best_so_far"]);
                EXPECT_GE(row["evaluations"], last[island]["evaluations"]);
            }
            const std::string rising[] = {"best_so_far", "best", "q10", "q25", "median", "q75", "q90", "worst"};
            for (std::size_t k = 1; k < std::size(rising); ++k) EXPECT_LE(row[rising[k - 1]], row[rising[k]]);
            EXPECT_LE(row["best"].get<double>(), row["mean"].get<double>() + 1e-4);
            EXPECT_LE(row["mean"].get<double>(), row["worst"].get<double>() + 1e-4);
            EXPECT_LE(row["distinct"], row["size"]);
            EXPECT_GE(row["distinct"], 1);
            EXPECT_LE(row["entropy"], std::log2(std::sqrt(cells)));
            EXPECT_TRUE(row["entropy"] == 0 || row["distinct"] > 1);
            EXPECT_EQ(row["cell_entropy"].get<std::string>().size(), cells);
            last[island] = row;
        }
    }
}

TEST_P(RecordedEvolution, AgreesWithTheAnswers) {
    for (std::size_t puzzle = 0; puzzle < recorded.answers.size(); ++puzzle) {
        const Outcome& answer = recorded.answers[puzzle];
        const auto last = recorded.last_rows(puzzle);
        ASSERT_EQ(last.size(), test::evolved(answer) ? GetParam().config.islands : 0);
        std::uint64_t evaluations = 0, redraws = 0, restarts = 0, migrations = 0, missed = 0;
        std::uint32_t best = ~0u;
        for (const auto& [island, row] : last) {
            best = std::min(best, row["best_so_far"].get<std::uint32_t>());
            evaluations += row["evaluations"].get<std::uint64_t>(), redraws += row["redraws"].get<std::uint64_t>();
            restarts += row["restarts"].get<std::uint64_t>(), migrations += row["migrations"].get<std::uint64_t>();
        }
        EXPECT_TRUE(best == answer.cost || !test::evolved(answer));
        EXPECT_EQ(evaluations, answer.evaluations);
        EXPECT_EQ(redraws, answer.effort.redraws);
        EXPECT_EQ(restarts, answer.restarts);
        std::map<std::string, std::uint64_t> events;
        bool board_found = false;
        for (const json& event : recorded.of("event", puzzle)) {
            ++events[event["event"]];
            const std::uint32_t next = event["generation"].get<std::uint32_t>() + 1;
            const bool is_fresh = event["event"] == "restart" && !GetParam().config.stagnation.is("reheat");
            missed += is_fresh && next % GetParam().config.migrate_every == 0;
            board_found = board_found || (event["event"] == "new_best" && event["best_so_far"] == answer.cost);
            EXPECT_EQ(event.contains("board"), event["event"] == "new_best" || event["event"] == "solved");
        }
        EXPECT_EQ(events["migration"] + missed, migrations) << "fresh boards receive none";
        EXPECT_EQ(events["restart"], answer.restarts);
        const bool ends = test::evolved(answer) && answer.status == Status::solved && answer.annealed.empty();
        EXPECT_EQ(events["solved"] != 0, ends) << "annealing goes on after a solution";
        EXPECT_EQ(board_found, test::evolved(answer));
    }
}

TEST_P(RecordedEvolution, IsTheSameOnADeviceThatPutsOffItsWork) {
    std::size_t queued = 0;
    const auto late =
        make_evolution_backend(std::make_unique<test::Deferring>(queued), GetParam().config, GetParam().puzzle_slots);
    EXPECT_EQ(record(*late, GetParam()).lines, recorded.lines);
}

TEST_P(RecordedEvolution, FewerRowsAreTheSameRows) {
    const Recorded some = record(*backend_of(GetParam()), GetParam(), 10);
    for (std::size_t puzzle = 0; puzzle < recorded.answers.size(); ++puzzle) {
        std::set<json> rows;
        for (const json& row : recorded.of("generation", puzzle)) rows.insert(row);
        const std::vector<json> few = some.of("generation", puzzle);
        EXPECT_LE(few.size(), rows.size());
        for (const json& row : few) EXPECT_TRUE(rows.contains(row)) << row;
        EXPECT_EQ(some.of("event", puzzle), recorded.of("event", puzzle));
        EXPECT_EQ(some.last_rows(puzzle), recorded.last_rows(puzzle)) << "the last of every island is complete";
    }
}

INSTANTIATE_TEST_SUITE_P(Configurations, RecordedEvolution, testing::ValuesIn(cases()), test::TestName{});

TEST(Recording, AnIslandThatReceivesMigrantsSaysSo) {
    Case each{"", test::small_config(), 1, {{test::batch_puzzles()[0], PresolveLevel::none, 0, 42}}};
    each.config.population = 60, each.config.islands = 3, each.config.migrate_every = 10, each.config.migrants = 2;
    const Recorded recorded = record(*backend_of(each), each);
    std::multiset<std::uint32_t> generations;
    for (const json& event : recorded.of("event", 0))
        if (event["event"] == "migration") generations.insert(event["generation"].get<std::uint32_t>());
    EXPECT_EQ(generations, (std::multiset<std::uint32_t>{10, 10, 10, 20, 20, 20}));
}

TEST(Recording, AStoppedRunEndsWithCompleteRows) {
    Case each{"", test::small_config(), 1, {{test::batch_puzzles()[0], PresolveLevel::none, 0, 42}}};
    each.config.population = 2000, each.config.islands = 2;
    const json whole = record(*backend_of(each), each, 1).of("generation", 0);
    for (const std::uint32_t every : {0, 4}) {
        const test::TemporaryFiles files;
        Recording recording(files.folder() + "/h.jsonl", FileFormat::json_lines, each.config,
                            {.schedule = schedule_of(each.config, every)});
        const auto backend = backend_of(each);
        recording.begin_run(42);
        backend->submit(each.jobs[0]);
        std::size_t generations = 0;
        backend->advance_epoch([&] { return recording.sample(*backend), ++generations < 6; });
        recording.end(*backend);
        recording.flush();
        std::istringstream lines(test::text_of_file(files.folder() + "/h.jsonl"));
        std::map<std::uint32_t, json> last;
        std::size_t rows = 0;
        for (std::string line; std::getline(lines, line);) {
            json row = json::parse(line);
            if (row["kind"] != "generation") continue;
            row.erase("seconds");
            last[row["island"]] = row;
            ++rows;
        }
        EXPECT_EQ(rows, every == 0 ? 12 : 6);
        ASSERT_EQ(last.size(), 2);
        for (const auto& [island, row] : last) {
            EXPECT_EQ(row["generation"], 5);
            EXPECT_TRUE(std::ranges::count(whole, row)) << row;
        }
    }
}

TEST(Recording, TheScheduleFollowsThePopulation) {
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
