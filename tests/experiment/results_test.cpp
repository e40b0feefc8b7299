// Files of results: lines are complete, what was cut off is found, and no other file is ever harmed. The rows of the
// table, worked out by hand from a few records.
#include <algorithm>

#include "evodoku/engine/errors.hpp"
#include "experiment/experiment.hpp"
#include "statistics/statistics.hpp"
#include "support/refusal.hpp"
#include "support/temporary_files.hpp"

namespace evodoku::experiment {
namespace {

Record some_record(std::uint64_t seed) {
    Record record;
    record.puzzle = std::string(81, '.'), record.file = "a \"b\"\n.txt", record.line = 3;
    record.configuration = "plain", record.config_hash = 0x0123456789abcdef, record.seed = seed;
    record.solved = true, record.status = "solved", record.cost = 2, record.generations = 12;
    record.evaluations = 1'000'000'000'000, record.restarts = 1, record.seconds = 0.1;
    record.fingerprint = ~std::uint64_t{0};
    return record;
}

class Results : public testing::Test {
protected:
    std::string text() const { return test::text_of_file(name); }
    void append(const std::string& more) const { std::ofstream(name, std::ios::app | std::ios::binary) << more; }
    void append(const Record& record) const { append(to_json(record) + "\n"); }
    std::vector<Record> read() { return read_results(AppendedFile(name), torn); }

    test::TemporaryFiles files;
    const std::string name = files.folder() + "/results.jsonl";
    std::size_t torn = 0;
};

TEST_F(Results, AreReadBackAsWritten) {
    EXPECT_TRUE(read().empty());
    append(some_record(1)), append(some_record(~std::uint64_t{0}));
    const std::vector<Record> records = read();
    ASSERT_EQ(records.size(), 2u);
    EXPECT_EQ(torn, 0u);
    EXPECT_EQ(to_json(records[0]), to_json(some_record(1)));
    EXPECT_EQ(to_json(records[1]), to_json(some_record(~std::uint64_t{0})));
    EXPECT_EQ(records[0].seconds, 0.1);
}

TEST_F(Results, TextsThatRunsShareTakeNoMemory) {
    Record record = some_record(1);
    record.settings = record.made_by.machine = std::string(1000, 'x');
    append(record);
    const std::vector<Record> records = read();
    EXPECT_LT(records[0].settings.capacity() + records[0].made_by.machine.capacity(), 100u);
}

TEST_F(Results, ALineCutOffAnywhereIsLeftOut) {
    const std::string line = to_json(some_record(2));
    append(some_record(1));
    const std::string whole = text();
    for (std::size_t length = 1; length <= line.size(); ++length) {
        append(line.substr(length - 1, 1));
        ASSERT_EQ(read().size(), 1u) << length;
        ASSERT_EQ(torn, length);
        EXPECT_EQ(text(), whole + line.substr(0, length)) << "changed before anybody asked for it";
    }
}

TEST_F(Results, ACampaignDropsALineCutOff) {
    Plan plan = read_plan("seeds = [1]\npuzzles = ['p']\n[[configurations]]\nname = 'a'\n", "plan.toml");
    plan.puzzles = {{Grid{}, "p", 1}};
    append(to_json(blank_record(plan, {0, 0, 1})) + "\n" + to_json(some_record(2)).substr(0, 40));
    const std::string whole = text().substr(0, text().size() - 40);
    {
        Campaign campaign(plan, name, {});
        EXPECT_EQ(campaign.left(), 0u);
        EXPECT_NE(campaign.notes()[0].text.find("the last line was cut off (40 bytes)"), std::string::npos);
        EXPECT_NE(text(), whole);
        campaign.make([](const Record&) {});
    }
    EXPECT_EQ(text(), whole);
}

TEST_F(Results, ZerosAfterACrashAreLeftOut) {
    append(some_record(1));
    const std::string after = std::string(5000, '\0') + "}\n" + to_json(some_record(2)) + "\n";
    append(after);
    EXPECT_EQ(read().size(), 1u);
    EXPECT_EQ(torn, after.size());
}

TEST_F(Results, OtherFilesAreLeftAlone) {
    const std::string good = to_json(some_record(1)) + "\n";
    for (const std::string other : {"hello", "hello\n", "{}\n", "{\"puzzle\":\"1\"}\n", "\n", "53..7...."}) {
        for (const std::string& before : {std::string(), good}) {
            std::filesystem::remove(name);
            append(before + other);
            EXPECT_THROW(read(), SettingError) << other;
            EXPECT_EQ(text(), before + other);
        }
    }
    EXPECT_EQ(test::refusal<SettingError>([&] { read(); }),
              name + ":2: this line is not a result of an experiment; name another file with --output");
}

TEST_F(Results, HaveOneWriterAndAPlainFile) {
    const Plan plan;
    const Campaign first(plan, name, {});
    const auto refused = [&](const std::string& file) {
        return test::refusal<FileError>([&] { Campaign(plan, file, {}); });
    };
    test::expect_all(refused(name), {"another process is writing it"});
    for (const std::string& file : {std::string("/no/such/folder/x.jsonl"), files.folder(), std::string("/dev/null")})
        EXPECT_NE(refused(file), "(no error)") << file;
}

TEST(RecordText, RefusesWhatIsIncomplete) {
    const std::string line = to_json(some_record(1));
    EXPECT_TRUE(line.starts_with(record_head));
    EXPECT_NO_THROW(parse_record(line));
    for (const std::string field : {"puzzle", "seed", "fingerprint", "evaluations", "config_hash", "solved"}) {
        std::string without = line;
        without.replace(without.find("\"" + field + "\""), field.size() + 2, "\"other\"");
        EXPECT_THROW(parse_record(without), std::invalid_argument) << field;
    }
    EXPECT_THROW(parse_record(""), std::invalid_argument);
    EXPECT_THROW(parse_record("[]"), std::invalid_argument);
}

class Summary : public testing::Test {
protected:
    Summary() {
        plan = read_plan(
            "seeds = { first = 1, count = 4 }\npuzzles = ['p', 'q']\n[[configurations]]\nname = 'a'\nrestart-after = "
            "1\n"
            "[[configurations]]\nname = 'b'\nrestart-after = 2\n",
            "plan.toml");
        plan.puzzles = {{Grid{}, "p", 1}, {Grid{}, "p", 7}, {Grid{}, "q", 1}};
        // a on p:1: 100, 200, 400 and one that failed after 1000; b: 150, 300, 350 and 500.
        add("a", 0, 1, 100, true), add("a", 0, 2, 400, true), add("a", 0, 3, 1000, false), add("a", 0, 4, 200, true);
        add("b", 0, 1, 500, true), add("b", 0, 2, 350, true), add("b", 0, 3, 300, true), add("b", 0, 4, 150, true);
        add("a", 2, 1, 70, false);
    }

    void add(const std::string& configuration, std::size_t puzzle, std::uint64_t seed, std::uint64_t evaluations,
             bool solved) {
        Record record = blank_record(plan, {configuration == "a" ? 0u : 1u, puzzle, seed});
        record.evaluations = evaluations;
        record.generations = static_cast<std::uint32_t>(evaluations / 10);
        record.solved = solved;
        record.seconds = static_cast<double>(seed), record.processor_seconds = configuration == "a" ? 0.5 : 0;
        records.push_back(record);
    }

    Plan plan;
    std::vector<Record> records;
};

TEST_F(Summary, OfAPuzzle) {
    const std::vector<Row> rows = summarise(plan, records, Grouping::puzzle);
    ASSERT_EQ(rows.size(), 6u);
    const Row& a = rows[0];
    EXPECT_EQ(a.puzzles, "p:1");
    EXPECT_EQ(a.configuration, "a");
    EXPECT_EQ(a.runs, 4u);
    EXPECT_EQ(a.planned, 4u);
    EXPECT_EQ(a.solved, 3u);
    EXPECT_EQ(a.success.range->low, statistics::wilson_interval(0.75, 4).low);
    EXPECT_DOUBLE_EQ(*a.evaluations.value, 200);
    EXPECT_DOUBLE_EQ(a.evaluations.range->low, 150);
    EXPECT_DOUBLE_EQ(a.evaluations.range->high, 300);
    EXPECT_DOUBLE_EQ(*a.generations.value, 20);
    EXPECT_DOUBLE_EQ(*a.ert_work.value, 1700.0 / 3);
    EXPECT_DOUBLE_EQ(*a.seconds_median, 2.5);
    EXPECT_DOUBLE_EQ(a.seconds, 10);
    EXPECT_EQ(a.processor_seconds, 2);
    EXPECT_FALSE(rows[1].processor_seconds);  // not known of each run
    EXPECT_FALSE(a.a12.value);
    const Row& b = rows[1];
    // The pairs, of 16, in which b needs fewer than a: 500: 1 (the failure); 350: 2; 300: 2; 150: 3.
    ASSERT_TRUE(b.a12.value);
    EXPECT_DOUBLE_EQ(*b.a12.value, 8.0 / 16);
    EXPECT_TRUE(*b.p_exact);
}

TEST_F(Summary, OfPuzzlesWithoutRunsOrSuccesses) {
    const std::vector<Row> rows = summarise(plan, records, Grouping::puzzle);
    const Row& none = rows[2];
    EXPECT_EQ(none.puzzles, "p:7");
    EXPECT_EQ(none.runs, 0u);
    EXPECT_EQ(none.planned, 4u);
    EXPECT_FALSE(none.success.value || none.evaluations.value || none.ert_work.value || none.seconds_median);
    EXPECT_FALSE(rows[3].a12.value);
    const Row& failed = rows[4];
    EXPECT_EQ(failed.runs, 1u);
    EXPECT_FALSE(failed.evaluations.value || failed.ert_work.value);
    EXPECT_EQ(failed.success.range->low, 0);
    EXPECT_FALSE(rows[5].a12.value) << "nothing to compare";
}

TEST_F(Summary, OfFilesAndOfAll) {
    const std::vector<Row> files = summarise(plan, records, Grouping::file);
    ASSERT_EQ(files.size(), 4u);
    EXPECT_EQ(files[0].puzzles, "p");
    EXPECT_EQ(files[0].planned, 8u);
    EXPECT_EQ(files[2].puzzles, "q");
    const std::vector<Row> all = summarise(plan, records, Grouping::configuration);
    ASSERT_EQ(all.size(), 2u);
    EXPECT_EQ(all[0].puzzles, "all");
    EXPECT_EQ(all[0].runs, 5u);
    EXPECT_EQ(all[0].planned, 12u);
    EXPECT_EQ(all[0].solved, 3u);
    EXPECT_DOUBLE_EQ(*all[0].ert_work.value, 1770.0 / 3);
    EXPECT_DOUBLE_EQ(*all[1].a12.value, 8.0 / 16) << "only p:1 has runs of both; puzzles are not mixed";
    EXPECT_TRUE(*all[1].p_exact);
}

TEST_F(Summary, CountsAllWorkAndShowsCosts) {
    for (Record& record : records) record.redraws = 30, record.trials = 5, record.cost = record.solved ? 0 : 6;
    const std::vector<Row> rows = summarise(plan, records, Grouping::puzzle);
    EXPECT_DOUBLE_EQ(*rows[0].ert_work.value, (1700.0 + 4 * 35) / 3);
    EXPECT_DOUBLE_EQ(*rows[0].work.value, 235);
    EXPECT_DOUBLE_EQ(*rows[0].evaluations.value, 200);
    EXPECT_DOUBLE_EQ(*rows[0].cost.value, 0);
    EXPECT_EQ(*rows[0].cost_lowest, 0u);
    EXPECT_EQ(*rows[4].cost_lowest, 6u) << "nothing was solved";
    EXPECT_FALSE(rows[0].ert_work.range) << "of four runs";
    EXPECT_LT(rows[1].a12.range->low, 0.5);
    EXPECT_GT(rows[1].a12.range->high, 0.5);
    EXPECT_DOUBLE_EQ(*rows[1].p_holm, *rows[1].p) << "one comparison";
}

TEST_F(Summary, WhatLogicProvesUnsolvableHasNoCost) {
    add("b", 2, 1, 0, false), records.back().status = "unsatisfiable";
    const std::string line = to_json(records.back());
    EXPECT_EQ(line.find("\"cost\""), std::string::npos);
    EXPECT_EQ(to_json(parse_record("{\"cost\":0," + line.substr(1))), line) << "as older files have it";
    const std::vector<Row> rows = summarise(plan, records, Grouping::file);
    EXPECT_EQ(rows[2].cost.value, 0);
    EXPECT_FALSE(rows[3].cost.value || rows[3].cost_lowest);
    EXPECT_EQ(rows[3].compared_by, "not comparable");
}

TEST_F(Summary, AdjustsForAllComparisonsOfATable) {
    for (std::uint64_t seed = 1; seed <= 4; ++seed)
        add("b", 2, seed, seed, true), add("a", 2, seed + 10, 100 + seed, true);
    const std::vector<Row> rows = summarise(plan, records, Grouping::file);
    ASSERT_TRUE(rows[1].p_holm && rows[3].p_holm);
    const double low = std::min(*rows[1].p, *rows[3].p);
    const double high = std::max(*rows[1].p, *rows[3].p);
    EXPECT_DOUBLE_EQ(std::min(*rows[1].p_holm, *rows[3].p_holm), std::min(1.0, 2 * low));
    EXPECT_DOUBLE_EQ(std::max(*rows[1].p_holm, *rows[3].p_holm), std::max(2 * low, high));
    EXPECT_FALSE(rows[3].puzzles_better || rows[3].puzzles_worse) << "one puzzle has runs of both: its p says it";
}

TEST_F(Summary, CountsPuzzlesThatDifferByTheWholeTable) {
    for (std::uint64_t seed = 5; seed <= 14; ++seed) {
        add("b", 1, seed, seed, true), add("a", 1, seed, 100 + seed, true);
        add("b", 2, seed, 100 + seed, true), add("a", 2, seed, seed, true);
    }
    const Row both = summarise(plan, records, Grouping::configuration)[1];
    ASSERT_EQ(both.puzzle_p.size(), 3u);
    std::vector<double> p = both.puzzle_p;
    statistics::holm({&p[0], &p[1], &p[2]});
    EXPECT_EQ(*both.puzzles_better, p[1] < 0.05);
    EXPECT_EQ(*both.puzzles_worse, p[2] < 0.05);
    EXPECT_EQ(*both.puzzles_better + *both.puzzles_worse, 2);
    // By file, p has two puzzles and q has one, whose p says it.
    const std::vector<Row> files = summarise(plan, records, Grouping::file);
    EXPECT_EQ(*files[1].puzzles_better, 1);
    EXPECT_FALSE(files[3].puzzles_better);
}

TEST_F(Summary, OrdersRunsThatFailedByCostBehindTheOthers) {
    records.clear();
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        add("a", 0, seed, 100, seed == 1), records.back().cost = 9;
        add("b", 0, seed, 900, seed == 1), records.back().cost = 4;
    }
    // Of 9 pairs b is worse in 1 + 2 by work and better in 2 * 2 by cost, and 2 of a failed where b solved.
    const Row mixed = summarise(plan, records, Grouping::configuration)[1];
    EXPECT_EQ(mixed.compared_by, "work then cost");
    EXPECT_DOUBLE_EQ(*mixed.a12.value, 6.0 / 9);
    for (Record& record : records) record.settings = record.configuration == "a" ? "cost=row-column" : "cost=units";
    const Row tied = summarise(plan, records, Grouping::configuration)[1];
    EXPECT_EQ(tied.compared_by, "work");
    EXPECT_DOUBLE_EQ(*tied.a12.value, (2 + 4 / 2.0) / 9);
    for (Record& record : records) record.solved = false;
    add("a", 1, 1, 5, true), add("b", 1, 1, 4, true);
    const Row other = summarise(plan, records, Grouping::configuration)[1];
    EXPECT_EQ(other.puzzles_compared, 1u);
    EXPECT_EQ(other.puzzles_not_comparable, 1u);
    const std::vector<Row> rows{other};
    const std::vector<TableColumn> columns = table_columns(rows);
    const auto a12 =
        std::ranges::find_if(columns, [](const auto& each) { return each.heading == std::string("A12 [95 %]"); });
    EXPECT_TRUE(a12->cell(other).ends_with(", 1 of 2 puzzles not comparable")) << a12->cell(other);
}

TEST_F(Summary, TestsSuccessOverPuzzles) {
    const Row row = summarise(plan, records, Grouping::configuration)[1];
    const statistics::SuccessTest expected = statistics::mantel_haenszel({{3, 4, 4, 4}});
    EXPECT_EQ(row.success_p, expected.p);
    EXPECT_EQ(row.odds_ratio.value, expected.odds_ratio);
    EXPECT_EQ(row.success_p_holm, row.success_p) << "one comparison";
}

TEST_F(Summary, ComparesWithAnotherConfigurationOrAllPairs) {
    plan.configurations.push_back({"c", {}, 0});
    const std::vector<Row> first = summarise(plan, records, Grouping::configuration, {.first = "b"});
    ASSERT_EQ(first.size(), 3u);
    EXPECT_EQ(first[0].configuration, "b");
    EXPECT_EQ(first[1].configuration, "a");
    EXPECT_EQ(first[1].against, "b");
    EXPECT_DOUBLE_EQ(*first[1].a12.value, 8.0 / 16);
    const std::vector<Row> pairs = summarise(plan, records, Grouping::configuration, {"", true});
    ASSERT_EQ(pairs.size(), 3u);
    std::vector<std::string> names;
    for (const Row& row : pairs) names.push_back(row.configuration + " against " + row.against);
    EXPECT_EQ(names, (std::vector<std::string>{"b against a", "c against a", "c against b"}));
    EXPECT_EQ(table_columns(pairs)[2].heading, std::string("against"));
    EXPECT_LT(table_columns(pairs).size(), table_columns(first).size());
    EXPECT_EQ(test::refusal<SettingError>([&] { summarise(plan, records, Grouping::configuration, {.first = "d"}); }),
              "--first: 'd' is not a configuration; there are: 'a', 'b', 'c'");
}

TEST_F(Summary, WarnsWhereBudgetsDiffer) {
    EXPECT_TRUE(warnings_of(records).empty()) << "no run says that it gave up";
    for (Record& record : records) record.status = record.solved ? "solved" : "unsolved";
    EXPECT_TRUE(warnings_of(records).empty()) << "only one configuration failed";
    records[4].status = "unsolved", records[4].evaluations = 1'099;
    EXPECT_TRUE(warnings_of(records).empty());
    records[4].evaluations = 1'200;
    ASSERT_EQ(warnings_of(records).size(), 1u);
    EXPECT_NE(warnings_of(records)[0].find("'a' gave up after at most 1000, 'b' after at most 1200"),
              std::string::npos);
}

TEST_F(Summary, MoreSuccessesAreBetter) {
    std::vector<Record> turned = records;
    for (Record& record : turned) record.solved = record.configuration == "b";
    EXPECT_EQ(*summarise(plan, turned, Grouping::configuration)[1].a12.value, 1);
    for (Record& record : turned) record.solved = record.configuration == "a";
    EXPECT_EQ(*summarise(plan, turned, Grouping::configuration)[1].a12.value, 0);
}

}  // namespace
}  // namespace evodoku::experiment
