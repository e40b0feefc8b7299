// The rows of the table, worked out by hand from a few records.
#include <gtest/gtest.h>

#include <algorithm>

#include "experiment/summary.hpp"
#include "statistics/statistics.hpp"

namespace evodoku::experiment {
namespace {

class Summary : public testing::Test {
protected:
    Summary() {
        experiment.plan = read_plan(
            "seeds = { first = 1, count = 4 }\npuzzles = ['p', 'q']\n[[configurations]]\nname = 'a'\nrestart-after = "
            "1\n"
            "[[configurations]]\nname = 'b'\nrestart-after = 2\n",
            "plan.toml");
        experiment.puzzles = {{Grid{}, "p", 1}, {Grid{}, "p", 7}, {Grid{}, "q", 1}};
        // a on p:1: 100, 200, 400 and one that failed after 1000; b: 150, 300, 350 and 500.
        add("a", 0, 1, 100, true), add("a", 0, 2, 400, true), add("a", 0, 3, 1000, false), add("a", 0, 4, 200, true);
        add("b", 0, 1, 500, true), add("b", 0, 2, 350, true), add("b", 0, 3, 300, true), add("b", 0, 4, 150, true);
        add("a", 2, 1, 70, false);
    }

    void add(const std::string& configuration, std::size_t puzzle, std::uint64_t seed, std::uint64_t evaluations,
             bool solved) {
        Record record = blank_record(experiment, {configuration == "a" ? 0u : 1u, puzzle, seed});
        record.evaluations = evaluations;
        record.generations = static_cast<std::uint32_t>(evaluations / 10);
        record.solved = solved;
        record.seconds = static_cast<double>(seed);
        records.push_back(record);
    }

    Experiment experiment;
    std::vector<Record> records;
};

TEST_F(Summary, OfAPuzzle) {
    const std::vector<Row> rows = summarise(experiment, records, Grouping::puzzle);
    ASSERT_EQ(rows.size(), 6u);
    const Row& a = rows[0];
    EXPECT_EQ(a["puzzles"], "p:1");
    EXPECT_EQ(a["configuration"], "a");
    EXPECT_EQ(a["runs"], 4u);
    EXPECT_EQ(a["planned"], 4u);
    EXPECT_EQ(a["solved"], 3u);
    EXPECT_EQ(a["success_low"], statistics::wilson_interval(3, 4).low);
    EXPECT_DOUBLE_EQ(a["evaluations_median"], 200);
    EXPECT_DOUBLE_EQ(a["evaluations_q1"], 150);
    EXPECT_DOUBLE_EQ(a["evaluations_q3"], 300);
    EXPECT_DOUBLE_EQ(a["generations_median"], 20);
    EXPECT_DOUBLE_EQ(a["ert_work"], 1700.0 / 3);
    EXPECT_DOUBLE_EQ(a["seconds_median"], 2.5);
    EXPECT_DOUBLE_EQ(a["seconds"], 10);
    EXPECT_TRUE(a["a12"].is_null());
    const Row& b = rows[1];
    // The pairs, of 16, in which b needs fewer than a: 500: 1 (the failure); 350: 2; 300: 2; 150: 3.
    ASSERT_FALSE(b["a12"].is_null());
    EXPECT_DOUBLE_EQ(b["a12"], 8.0 / 16);
    EXPECT_TRUE(b["p_exact"]);
}

TEST_F(Summary, OfPuzzlesWithoutRunsOrSuccesses) {
    const std::vector<Row> rows = summarise(experiment, records, Grouping::puzzle);
    const Row& none = rows[2];
    EXPECT_EQ(none["puzzles"], "p:7");
    EXPECT_EQ(none["runs"], 0u);
    EXPECT_EQ(none["planned"], 4u);
    for (const char* name : {"success", "evaluations_median", "ert_work", "seconds_median"})
        EXPECT_TRUE(none[name].is_null()) << name;
    EXPECT_TRUE(rows[3]["a12"].is_null());
    const Row& failed = rows[4];
    EXPECT_EQ(failed["runs"], 1u);
    EXPECT_TRUE(failed["evaluations_median"].is_null() && failed["ert_work"].is_null());
    EXPECT_EQ(failed["success_low"], 0);
    EXPECT_TRUE(rows[5]["a12"].is_null()) << "nothing to compare";
}

TEST_F(Summary, OfFilesAndOfAll) {
    const std::vector<Row> files = summarise(experiment, records, Grouping::file);
    ASSERT_EQ(files.size(), 4u);
    EXPECT_EQ(files[0]["puzzles"], "p");
    EXPECT_EQ(files[0]["planned"], 8u);
    EXPECT_EQ(files[2]["puzzles"], "q");
    const std::vector<Row> all = summarise(experiment, records, Grouping::configuration);
    ASSERT_EQ(all.size(), 2u);
    EXPECT_EQ(all[0]["puzzles"], "all");
    EXPECT_EQ(all[0]["runs"], 5u);
    EXPECT_EQ(all[0]["planned"], 12u);
    EXPECT_EQ(all[0]["solved"], 3u);
    EXPECT_DOUBLE_EQ(all[0]["ert_work"], 1770.0 / 3);
    EXPECT_DOUBLE_EQ(all[1]["a12"], 8.0 / 16) << "only p:1 has runs of both; puzzles are not mixed";
    EXPECT_TRUE(all[1]["p_exact"]);
}

TEST_F(Summary, CountsAllWorkAndShowsCosts) {
    for (Record& record : records) record.redraws = 30, record.trials = 5, record.cost = record.solved ? 0 : 6;
    const std::vector<Row> rows = summarise(experiment, records, Grouping::puzzle);
    EXPECT_DOUBLE_EQ(rows[0]["ert_work"], (1700.0 + 4 * 35) / 3);
    EXPECT_DOUBLE_EQ(rows[0]["work_median"], 235);
    EXPECT_DOUBLE_EQ(rows[0]["evaluations_median"], 200);
    EXPECT_DOUBLE_EQ(rows[0]["cost_median"], 0);
    EXPECT_EQ(rows[0]["cost_lowest"], 0u);
    EXPECT_EQ(rows[4]["cost_lowest"], 6u) << "nothing was solved";
    EXPECT_LE(rows[0]["ert_work_low"], rows[0]["ert_work"]);
    EXPECT_LT(rows[1]["a12_low"], 0.5);
    EXPECT_GT(rows[1]["a12_high"], 0.5);
    EXPECT_DOUBLE_EQ(rows[1]["p_holm"], rows[1]["p"]) << "one comparison";
}

TEST_F(Summary, AdjustsForAllComparisonsOfATable) {
    for (std::uint64_t seed = 1; seed <= 4; ++seed)
        add("b", 2, seed, seed, true), add("a", 2, seed + 10, 100 + seed, true);
    const std::vector<Row> rows = summarise(experiment, records, Grouping::file);
    ASSERT_FALSE(rows[1]["p_holm"].is_null() || rows[3]["p_holm"].is_null());
    const double low = std::min(rows[1]["p"], rows[3]["p"]);
    const double high = std::max(rows[1]["p"], rows[3]["p"]);
    EXPECT_DOUBLE_EQ(std::min(rows[1]["p_holm"], rows[3]["p_holm"]), std::min(1.0, 2 * low));
    EXPECT_DOUBLE_EQ(std::max(rows[1]["p_holm"], rows[3]["p_holm"]), std::max(2 * low, high));
    EXPECT_EQ(rows[3]["puzzles_better"], 1u);
    EXPECT_EQ(rows[3]["puzzles_worse"], 0u);
}

TEST_F(Summary, WarnsWhereBudgetsDiffer) {
    EXPECT_TRUE(warnings_of(experiment, records).empty()) << "no run says that it gave up";
    for (Record& record : records) record.status = record.solved ? "solved" : "unsolved";
    EXPECT_TRUE(warnings_of(experiment, records).empty()) << "only one configuration failed";
    records[4].status = "unsolved", records[4].evaluations = 1'099;
    EXPECT_TRUE(warnings_of(experiment, records).empty());
    records[4].evaluations = 1'200;
    ASSERT_EQ(warnings_of(experiment, records).size(), 1u);
    EXPECT_NE(warnings_of(experiment, records)[0].find("'a' gave up after at most 1000, 'b' after at most 1200"),
              std::string::npos);
}

TEST_F(Summary, MoreSuccessesAreBetter) {
    std::vector<Record> turned = records;
    for (Record& record : turned) record.solved = record.configuration == "b";
    EXPECT_EQ(summarise(experiment, turned, Grouping::configuration)[1]["a12"], 1);
    for (Record& record : turned) record.solved = record.configuration == "a";
    EXPECT_EQ(summarise(experiment, turned, Grouping::configuration)[1]["a12"], 0);
}

}  // namespace
}  // namespace evodoku::experiment
