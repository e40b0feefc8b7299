// The runs of an experiment: the same results however many are made at once, and each made once.
#include <algorithm>
#include <set>

#include "evodoku/backend/solve.hpp"
#include "experiment/experiment.hpp"
#include "support/puzzles.hpp"
#include "support/refusal.hpp"
#include "support/serial_backend.hpp"
#include "support/temporary_files.hpp"

namespace evodoku::experiment {
namespace {

Plan small_plan(const std::string& head = "") {
    Plan plan =
        read_plan(head +
                      "seeds = [3, 4, 9]\npuzzles = ['p.txt']\n[defaults]\npresolve = 'none'\ngenerations = 12\n"
                      "[[configurations]]\nname = 'a'\npopulation = 200\n"
                      "[[configurations]]\nname = 'b'\npopulation = 100\nmutation = 'none'\n",
                  "plan.toml");
    plan.puzzles = {{test::easy_puzzle, "p.txt", 1}, {test::hard_puzzle, "p.txt", 2}};
    return plan;
}

Machine machine(unsigned at_once) {
    const auto make_backend = [](const Config& config, std::uint32_t slots) {
        return cpu::make_backend(cpu::make_tbb_workers(1), config, slots);
    };
    return {at_once, make_backend, nullptr};
}

/// One line per run, without its time, sorted: all results that must be reproducible.
std::vector<std::string> results_of(const std::vector<Record>& records) {
    std::vector<std::string> lines;
    for (Record record : records) {
        record.seconds = record.processor_seconds = 0;
        lines.push_back(to_json(record));
    }
    std::sort(lines.begin(), lines.end());
    return lines;
}

std::vector<Record> make_all(const Plan& plan, unsigned at_once) {
    std::vector<Record> records;
    Campaign(plan, "", machine(at_once)).make([&](const Record& record) { records.push_back(record); });
    return records;
}

TEST(Runs, AreThoseOfThePlan) {
    const Plan plan = small_plan();
    EXPECT_EQ(plan.runs(), 12u);
    const std::vector<Record> records = make_all(plan, 1);
    std::set<std::string> different;
    for (const Record& record : records) {
        different.insert(record.configuration + record.puzzle + std::to_string(record.seed));
        EXPECT_TRUE(record.seed == 3 || record.seed == 4 || record.seed == 9);
        EXPECT_EQ(record.solved, record.cost == 0);
        EXPECT_GT(record.evaluations, 0u);
    }
    EXPECT_EQ(records.size(), 12u);
    EXPECT_EQ(different.size(), 12u);
    std::set<std::uint64_t> seeds;
    for (const auto& run : runs_to_make(plan, {}, "x")) seeds.insert(blank_record(plan, run).run_seed);
    EXPECT_EQ(seeds.size(), 12u) << "no two share random numbers: puzzle, configuration and seed count";
    EXPECT_EQ(blank_record(plan, {1, 1, 9}).run_seed, 5790613542818381228u)
        << "published runs have the seeds that were made so";
}

TEST(Runs, OfAnotherVersionAreRefused) {
    const test::TemporaryFiles files;
    const std::string name = files.at("r.jsonl");
    Plan plan = small_plan();
    Machine here = machine(1);
    here.provenance = {"1.2", "abc", "a processor"};
    std::vector<Record> records;
    Campaign(plan, name, here).make([&](const Record& record) { records.push_back(record); });
    ASSERT_EQ(records.size(), 12u);
    EXPECT_EQ(records[0].made_by, here.provenance);
    EXPECT_NE(records[0].settings.find("population=200"), std::string::npos) << records[0].settings;
    EXPECT_EQ(parse_record(to_json(records[0])).made_by, here.provenance);
    const auto go_on = [&](const Provenance& provenance, bool any_version = false) {
        Machine other = machine(1);
        other.provenance = provenance;
        return Campaign(plan, name, other, any_version).left();
    };
    EXPECT_EQ(go_on({"1.2", "abc", "another machine"}), 0u);
    EXPECT_THROW(go_on({"1.2", "abd", ""}), SettingError);
    EXPECT_THROW(go_on({"1.3", "abc", ""}), SettingError);
    EXPECT_EQ(go_on({"1.3", "abc", ""}, true), 0u);
    plan.configurations[0].hash ^= 1;
    EXPECT_EQ(go_on({"1.2", "abd", ""}, true), 0u) << "another version may describe the same settings otherwise";
    EXPECT_THROW(go_on({"1.2", "abc", ""}, true), SettingError) << "the same version does not: these are others";
}

TEST(Runs, GiveWhatSolveGives) {
    const Plan plan = small_plan();
    for (const Record& record : make_all(plan, 2)) {
        const Configuration& configuration = plan.configurations[record.configuration == "a" ? 0 : 1];
        const auto backend = cpu::make_backend(cpu::make_tbb_workers(2), configuration.settings.config, 1);
        const SolveOptions options{.seed = record.run_seed, .presolve = configuration.settings.presolve};
        const Outcome outcome = solve(*backend, options, plan.puzzles[record.line - 1].grid);
        EXPECT_EQ(outcome.fingerprint, record.fingerprint);
        EXPECT_EQ(outcome.evaluations, record.evaluations);
        EXPECT_EQ(outcome.status == Status::solved, record.solved);
    }
}

TEST(Runs, DoNotDependOnHowManyAreMadeAtOnce) {
    const Plan plan = small_plan();
    const std::vector<std::string> one = results_of(make_all(plan, 1));
    EXPECT_EQ(results_of(make_all(plan, 2)), one);
    EXPECT_EQ(results_of(make_all(plan, 5)), one);
    EXPECT_EQ(results_of(make_all(plan, 50)), one);
}

TEST(Runs, StoppedAnywhereGoOnToTheSameResults) {
    const test::TemporaryFiles files;
    const Plan plan = small_plan();
    std::vector<std::string> whole;
    for (std::size_t after = 0; after <= 12; ++after) {
        const std::string name = files.at(std::to_string(after));
        {
            std::size_t made = 0;
            Machine stopping = machine(1);
            stopping.should_stop = [&] { return made >= after; };
            Campaign(plan, name, stopping).make([&](const Record&) { ++made; });
            EXPECT_EQ(made, after);
        }
        Campaign rest(plan, name, machine(2));
        EXPECT_EQ(rest.left(), 12 - after);
        rest.make([](const Record&) {});
        if (after == 0) whole = results_of(rest.records());
        EXPECT_EQ(results_of(rest.records()), whole);
    }
}

TEST(Runs, ARunThatFailsEndsThemAll) {
    const Plan plan = small_plan();
    Machine failing = machine(3);
    failing.make_backend = [](const Config&, std::uint32_t) -> std::unique_ptr<Backend> {
        throw std::runtime_error("no room");
    };
    EXPECT_THROW(Campaign(plan, "", failing).make([](const Record&) {}), std::runtime_error);
    int handed_over = 0;
    EXPECT_THROW(Campaign(plan, "", machine(3)).make([&](const Record&) {
        ++handed_over;
        throw std::runtime_error("disk full");
    }),
                 std::runtime_error);
    EXPECT_EQ(handed_over, 1) << "nothing may be written after a write that failed";
}

std::string refusal(const Plan& plan, const std::vector<Record>& records) {
    return test::refusal<SettingError>([&] { runs_to_make(plan, records, "r.jsonl"); });
}

TEST(Runs, ResultsOfAnotherPlanAreRefused) {
    const Plan plan = small_plan();
    const Record mine = blank_record(plan, {0, 1, 4});
    EXPECT_EQ(refusal(plan, {mine}), "(no error)");
    const std::string remedy = " name another file with --output";
    const std::string twice = "r.jsonl:2: this run is already in line 1; remove one of the two, or" + remedy;
    EXPECT_EQ(refusal(plan, {mine, mine}), twice);
    Plan more = plan;
    more.puzzles.push_back({test::hard_puzzle, "a.txt", 1, 1});
    EXPECT_EQ(refusal(more, {mine}), "(no error)") << "an equal puzzle behind the one that is there";
    more.puzzles[1].occurrence = 1, more.puzzles[2].occurrence = 0;  // as if it were before
    EXPECT_EQ(refusal(more, {mine}),
              "r.jsonl:1: a.txt:1 of the plan would repeat this run; list it behind the equal puzzle, or" + remedy);
    EXPECT_EQ(refusal(more, {mine, blank_record(more, {0, 2, 4})}), twice);
    const auto changed = [&](auto change) {
        Record record = mine;
        change(record);
        return refusal(plan, {mine, record});
    };
    const std::string head = "r.jsonl:2: this result does not belong to the plan plan.toml: ";
    const std::string unknown = "its puzzle or its seed is not in the plan";
    for (const auto& [fault, message] :
         {std::pair(changed([](Record& r) { r.configuration = "c"; }),
                    std::string("the plan has no configuration 'c'")),
          {changed([](Record& r) { r.config_hash ^= 1; }), "its configuration 'a' has hash "},
          {changed([](Record& r) { r.seed = 5; }), unknown},
          {changed([](Record& r) { r.puzzle[0] = '9'; }), unknown},
          {changed([](Record& r) { r.file = "q.txt"; }), unknown}})
        EXPECT_TRUE(fault.starts_with(head + message)) << fault;
}

TEST(Improvements, FallFromTheFirstPopulationToTheBestBoard) {
    Plan plan = small_plan("history = 'improvements'\n");
    const std::vector<Record> records = make_all(plan, 1);
    plan.history = false;
    const std::vector<Record> without = make_all(plan, 1);
    ASSERT_EQ(records.size(), 12u);
    bool any_redraws = false;
    for (std::size_t k = 0; k < records.size(); ++k) {
        const Record& record = records[k];
        EXPECT_TRUE(without[k].history.empty());
        EXPECT_EQ(record.fingerprint, without[k].fingerprint) << "recording changes nothing";
        ASSERT_FALSE(record.history.empty());
        EXPECT_EQ(record.history.front().generations, 0u);
        EXPECT_EQ(record.history.back().cost, record.cost);
        EXPECT_LE(record.history.back().work(), record.work());
        for (std::size_t at = 1; at < record.history.size(); ++at) {
            EXPECT_LT(record.history[at].cost, record.history[at - 1].cost);
            EXPECT_GT(record.history[at].work(), record.history[at - 1].work());
            EXPECT_GE(record.history[at].seconds, record.history[at - 1].seconds);
        }
        if (record.solved) {
            EXPECT_EQ(record.history.back().work(), record.work());
            EXPECT_EQ(record.history.back().generations, record.generations);
        }
        any_redraws = any_redraws || record.history.back().redraws > 0;
        const Record again = parse_record(to_json(record));
        EXPECT_EQ(to_json(again), to_json(record));
        EXPECT_EQ(again.history.size(), record.history.size());
    }
    EXPECT_TRUE(any_redraws);
    plan.history = true;
    plan.puzzles = {{test::grid_of("12345678.........9" + std::string(64, '.')), "p.txt", 1}};
    for (Configuration& each : plan.configurations) each.settings.presolve = PresolveLevel::singles;
    for (const Record& record : make_all(plan, 1))
        EXPECT_TRUE(record.status == "unsatisfiable" && record.history.empty()) << to_json(record);
}

}  // namespace
}  // namespace evodoku::experiment
