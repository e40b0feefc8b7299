// Histories: recorded as the run made them, summed up by hand, and in the format that IOHanalyzer reads.
#include "experiment/trajectory.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <sstream>

#include "cpu/cpu_backend.hpp"
#include "support/puzzles.hpp"

namespace evodoku::experiment {
namespace {

Experiment experiment_with_history() {
    Experiment experiment;
    experiment.plan = read_plan(
        "history = 'improvements'\nseeds = [3, 4]\npuzzles = ['p.txt']\n[defaults]\npresolve = 'none'\ngenerations = "
        "15\n"
        "[[configurations]]\nname = 'plain one'\npreset = 'plain'\npopulation = 300\n"
        "[[configurations]]\nname = 'hot'\npopulation = 8\n",
        "plan.toml");
    experiment.puzzles = {{test::easy_puzzle, "p.txt", 1}, {test::hard_puzzle, "p.txt", 2}};
    return experiment;
}

std::vector<Record> make_all(const Experiment& experiment) {
    std::vector<Record> records;
    const Machine machine{
        1, [](const Config& config) { return cpu::make_backend(cpu::make_tbb_workers(1), config, 1); }, nullptr};
    make_runs(experiment, runs_to_make(experiment, {}, "x"), machine,
              [&](const Record& record) { records.push_back(record); });
    return records;
}

TEST(History, FallsFromTheFirstPopulationToTheBestBoard) {
    Experiment experiment = experiment_with_history();
    const std::vector<Record> records = make_all(experiment);
    experiment.plan.history = false;
    const std::vector<Record> without = make_all(experiment);
    ASSERT_EQ(records.size(), 8u);
    bool any_redraws = false;
    for (std::size_t k = 0; k < records.size(); ++k) {
        const Record& record = records[k];
        EXPECT_TRUE(without[k].history.empty());
        EXPECT_EQ(record.fingerprint, without[k].fingerprint) << "recording changes nothing";
        ASSERT_FALSE(record.history.empty());
        EXPECT_EQ(record.history.front().generation, 0u);
        EXPECT_EQ(record.history.back().cost, record.cost);
        EXPECT_LE(record.history.back().work(), record.work());
        for (std::size_t at = 1; at < record.history.size(); ++at) {
            EXPECT_LT(record.history[at].cost, record.history[at - 1].cost);
            EXPECT_GT(record.history[at].work(), record.history[at - 1].work());
            EXPECT_GE(record.history[at].seconds, record.history[at - 1].seconds);
        }
        if (record.solved) {
            EXPECT_EQ(record.history.back().work(), record.work());
            EXPECT_EQ(record.history.back().generation, record.generations);
        }
        any_redraws = any_redraws || record.history.back().redraws > 0;
        const Record again = parse_record(to_json(record));
        EXPECT_EQ(to_json(again), to_json(record));
        EXPECT_EQ(again.history.size(), record.history.size());
    }
    EXPECT_TRUE(any_redraws);
}

/// Two runs: cost 9 after 10, 3 after 100, 0 after 1,000; and cost 8 after 10, 2 after 200, ended after 5,000.
std::vector<Record> two_runs(const Experiment& experiment) {
    Record solved = blank_record(experiment, {0, 0, 3}), failed = blank_record(experiment, {0, 0, 4});
    solved.solved = true, solved.evaluations = 900, solved.trials = 60, solved.redraws = 40, solved.status = "solved";
    solved.history = {{0, 10, 0, 0, 0.1, 9}, {3, 100, 0, 0, 0.2, 3}, {9, 900, 60, 40, 0.3, 0}};
    failed.cost = 2, failed.evaluations = 5'000, failed.status = "unsolved";
    failed.history = {{0, 10, 0, 0, 0.1, 8}, {4, 200, 0, 0, 0.2, 2}};
    return {solved, failed};
}

TEST(History, AsCsv) {
    const Experiment experiment = experiment_with_history();
    const std::string text = history_csv(two_runs(experiment));
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 6);
    EXPECT_NE(text.find(",p.txt,1,plain one,3,9,900,60,40,1000,0.3,0\n"), std::string::npos) << text;
}

TEST(History, ReachesTargets) {
    const Experiment experiment = experiment_with_history();
    const std::string text = targets_csv(experiment, two_runs(experiment));
    EXPECT_NE(text.find("plain one,0,2,1,6000\n"), std::string::npos) << text;  // (1000 + 5000) / 1
    EXPECT_NE(text.find("plain one,2,2,2,600\n"), std::string::npos) << text;   // (1000 + 200) / 2
    EXPECT_NE(text.find("plain one,4,2,2,150\n"), std::string::npos) << text;   // (100 + 200) / 2
    EXPECT_NE(text.find("plain one,16,2,2,10\n"), std::string::npos) << text;
    const std::string ecdf = ecdf_csv(experiment, two_runs(experiment));
    // 5 of 14 pairs are reached after 10: 16 and 32 by both, 8 by the second. At the end all except 0 and 1 of one.
    EXPECT_NE(ecdf.find("plain one,10,14," + fmt::format("{}", 5.0 / 14)), std::string::npos) << ecdf;
    EXPECT_NE(ecdf.find("plain one,5000,14," + fmt::format("{}", 12.0 / 14)), std::string::npos) << ecdf;
}

TEST(History, Converges) {
    const Experiment experiment = experiment_with_history();
    const std::string text = convergence_csv(experiment, two_runs(experiment));
    EXPECT_NE(text.find("plain one,10,2,8.1,8.25,8.5,8.75,8.9\n"), std::string::npos) << text;
    EXPECT_NE(text.find("plain one,100,2,3.5,4.25,5.5,6.75,7.5\n"), std::string::npos) << text;
    EXPECT_NE(text.find("plain one,5000,2,0.2,0.5,1,1.5,1.8\n"), std::string::npos) << text;
}

TEST(History, IsReadByIohAnalyzer) {
    const Experiment experiment = experiment_with_history();
    const auto files = iohprofiler_files(experiment, two_runs(experiment));
    ASSERT_EQ(files.size(), 2u);
    EXPECT_EQ(files[0].first, "plain_one/IOHprofiler_f1.info");
    EXPECT_EQ(files[0].second,
              "suite = 'evodoku', funcId = 1, funcName = 'p.txt:1', DIM = 81, maximization = 'F', algId = 'plain one'\n"
              "%\n"
              "data_f1/IOHprofiler_f1_DIM81.dat, 1:1000|0.00000, 1:5000|2.00000\n");
    EXPECT_EQ(files[1].first, "plain_one/data_f1/IOHprofiler_f1_DIM81.dat");
    EXPECT_EQ(files[1].second,
              "\"function evaluation\" \"best-so-far f(x)\"\n10 9.00000\n100 3.00000\n1000 0.00000\n"
              "\"function evaluation\" \"best-so-far f(x)\"\n10 8.00000\n200 2.00000\n5000 2.00000\n");
}

TEST(History, HasNoCommaWithinAValueOfAnInfoFile) {
    Experiment experiment = experiment_with_history();
    std::vector<Record> records = two_runs(experiment);
    experiment.plan.configurations[0].name = "plain, one's";
    for (Record& record : records) record.configuration = "plain, one's";
    const std::string info = iohprofiler_files(experiment, records)[0].second;
    EXPECT_NE(info.find("algId = 'plain; one s'\n"), std::string::npos) << info;
    const std::string pairs = info.substr(0, info.find('\n'));
    EXPECT_EQ(std::count(pairs.begin(), pairs.end(), ','), std::count(pairs.begin(), pairs.end(), '=') - 1);
}

TEST(History, OfRealRunsHasTheFieldsOfTheFormat) {
    const Experiment experiment = experiment_with_history();
    const std::regex row("[0-9]+ [0-9]+\\.[0-9]{5}");
    const auto files = iohprofiler_files(experiment, make_all(experiment));
    EXPECT_EQ(files.size(), 8u);
    for (const auto& [name, text] : files) {
        if (!name.ends_with(".dat")) continue;
        std::istringstream lines(text);
        std::string line;
        int runs = 0;
        while (std::getline(lines, line)) {
            if (line == "\"function evaluation\" \"best-so-far f(x)\"") {
                ++runs;
            } else {
                EXPECT_TRUE(std::regex_match(line, row)) << line;
            }
        }
        EXPECT_EQ(runs, 2) << "one block per seed";
    }
}

}  // namespace
}  // namespace evodoku::experiment
