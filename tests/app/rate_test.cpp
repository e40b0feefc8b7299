// `check --rate`: the redraws of many runs of the default search.
#include <gtest/gtest.h>

#include <limits>

#include "io/json.hpp"
#include "program.hpp"
#include "rating.hpp"
#include "statistics/statistics.hpp"
#include "temporary_files.hpp"

namespace evodoku::test {
namespace {

/// AI Escargot: logic does not solve it.
const std::string searched = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";

nlohmann::json rated(const std::string& puzzles, const Words& more) {
    return json_lines(run(with({"check", "--rate", "--format", "jsonl", "-"}, more), puzzles).out).back();
}

TEST(Rate, HasTheQuantilesOfTheRunsOfSolve) {
    const TemporaryFiles files;
    std::string nine;
    for (int k = 0; k < 9; ++k) nine += searched + "\n";
    std::vector<double> redraws;
    for (const nlohmann::json& solved : json_lines(run({"solve", "--seed", "3", "--format", "jsonl", "-"}, nine).out))
        redraws.push_back(solved["redraws"]);
    ASSERT_EQ(redraws.size(), 9u);
    const nlohmann::json of_check = rated(searched, {"--runs", "9", "--seed", "3"});
    EXPECT_EQ(of_check["redraws_q25"], *statistics::quantile(redraws, 0.25));
    EXPECT_EQ(of_check["redraws_median"], *statistics::quantile(redraws, 0.5));
    EXPECT_EQ(of_check["redraws_q75"], *statistics::quantile(redraws, 0.75));
    EXPECT_EQ(of_check["median_low"], statistics::median_interval(redraws)->low);
    EXPECT_EQ(of_check["median_high"], statistics::median_interval(redraws)->high);
    EXPECT_EQ(of_check["runs"], 9);
    EXPECT_EQ(of_check["solved_runs"], 9);
    EXPECT_GT(of_check["redraws_q25"], 0);
    EXPECT_NE(of_check, rated(searched, {"--runs", "9", "--seed", "4"}));
}

TEST(Rate, DependsOnThePuzzleAlone) {
    const Words few = {"--runs", "7"};
    nlohmann::json alone = rated(searched, few), second = rated(easy + "\n" + searched + "\n", few);
    EXPECT_EQ(second["line"], 2);
    second["line"] = 1;
    EXPECT_EQ(alone, second);
    EXPECT_EQ(alone, rated(searched, {"--runs", "7", "--threads", "1"}));
}

TEST(Rate, IsZeroWhereLogicSolvesThePuzzle) {
    const Finished text = expect_ends(run({"check", "--rate", "--runs", "6", easy}), 0);
    EXPECT_TRUE(contains(text.out, "; redraws of 6 runs: median 0 (95 %: 0 to 0), quartiles 0 and 0\n")) << text.out;
    EXPECT_GT(rated(easy, {"--runs", "6", "--presolve", "none"})["redraws_q25"], 0);
    EXPECT_EQ(rated(easy, {"--runs", "5"})["median_low"], nullptr);
    const std::string several = EVODOKU_SOURCE_DIR "/tests/data/malformed/multi_two_solutions.txt";
    EXPECT_FALSE(contains(run({"check", "--rate", several}).out, "redraws"));
}

TEST(Rate, SaysWhichRunsAreUnsolvedAndWhereAnIntervalNeedsMore) {
    const double none = std::numeric_limits<double>::infinity();
    const app::Rated rated{
        .runs = 8, .solved = 5, .q25 = 200, .median = 900.4, .q75 = none, .of_median = {{150, none}}};
    EXPECT_EQ(to_text(rated),
              "redraws of 8 runs: median 900 (95 %: 150 to unsolved), quartiles 200 and unsolved, 3 unsolved");
    EXPECT_EQ(io::json_of(rated),
              "{\"runs\":8,\"solved_runs\":5,\"redraws_q25\":200.0,\"redraws_median\":900.4,"
              "\"redraws_q75\":null,\"median_low\":150.0,\"median_high\":null}");
    EXPECT_EQ(to_text(app::Rated{.runs = 1, .solved = 1, .q25 = 7, .median = 7, .q75 = 7, .of_median = {}}),
              "redraws of 1 run: median 7 (an interval needs 6 runs), quartiles 7 and 7");
}

TEST(Rate, RefusesOptionsThatDoNotGoTogether) {
    expect_refused({"check", "--rate", "--summary", easy}, 2, "--rate prints a line per puzzle");
    expect_refused({"check", "--rate", "--quiet", easy}, 2, "--rate prints a line per puzzle");
    expect_refused({"check", "--runs", "5", easy}, 2, "--runs is for --rate");
    expect_refused({"check", "--rate", "--runs", "0", easy}, 2, "--runs is 0; allowed: 1..");
}

}  // namespace
}  // namespace evodoku::test
