// Runs that the user or the clock ends: what was found so far is kept. No assertion depends on when that happens.
#include <gtest/gtest.h>

#include <csignal>
#include <nlohmann/json.hpp>

#include "program.hpp"

namespace evodoku::test {
namespace {

/// Would go on for days.
const Words endless = {"-p", "300", "-g", "1e9"};

Words endless_solve(const Words& more) {
    Words words = solve(endless);
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

class Interrupt : public testing::TestWithParam<int> {};

TEST_P(Interrupt, KeepsTheResultsSoFar) {
    Call call{endless_solve({"--format", "line", "-"}), easy + "\n" + impossible + "\n" + easy + "\n"};
    call.signal_at = easy_answer + "\n";
    call.signal = GetParam();
    const Finished finished = run(call);
    EXPECT_EQ(finished.code, 128 + GetParam());
    EXPECT_TRUE(finished.out.starts_with(easy_answer + "\n-\n")) << finished.out;
    EXPECT_EQ(lines_of(finished.out).size(), 3u) << finished.out;
    EXPECT_TRUE(contains(finished.err, " of 3 solved (2 by logic alone), ") && contains(finished.err, " (stopped); "))
        << finished.err;
}

TEST_P(Interrupt, EndsTheRunsThatWouldFollow) {
    Call call{endless_solve({"--format", "line", "--runs", "5", "-"}), easy + "\n" + impossible + "\n"};
    call.signal_at = easy_answer + "\n";
    call.signal = GetParam();
    const Finished finished = run(call);
    EXPECT_EQ(finished.code, 128 + GetParam());
    EXPECT_EQ(finished.out, easy_answer + "\n-\n");
    EXPECT_TRUE(contains(finished.err, "evodoku: 0 of 1 run solved all puzzles (stopped; 4 not begun)\n"))
        << finished.err;
}

TEST_P(Interrupt, SaysWhatFollows) {
    Call call{endless_solve({"--puzzle", impossible, "--progress", "always"})};
    call.signal_after = " elapsed";
    call.signal = GetParam();
    const std::string notice = "interrupted: ends with the results so far; a second signal ends it at once\n";
    EXPECT_TRUE(contains(run(call).err, "evodoku: " + notice));
    Call quiet{endless_solve({"--format", "line", "--quiet", "-"}), easy + "\n" + impossible + "\n"};
    quiet.signal_at = easy_answer + "\n";
    quiet.signal = GetParam();
    EXPECT_EQ(run(quiet).err, "");
}

TEST_P(Interrupt, ASecondSignalEndsTheRunAtOnce) {
    // It would wait for a reader of its results: of more than a pipe holds.
    std::string puzzles = easy + "\n";
    for (int k = 0; k < 100'000; ++k) puzzles += impossible + "\n";
    Call call{endless_solve({"--format", "line", "-"}), puzzles};
    call.signal_at = easy_answer;
    call.signal = GetParam();
    call.signal_again = "a second signal ends it at once\n";
    const Finished finished = run(call);
    EXPECT_EQ(finished.code, -GetParam()) << finished.err;
    EXPECT_FALSE(contains(finished.err, "stopped")) << finished.err;
}

TEST(SignalOfTheUser, WithoutACheckpointIsIgnored) {
    Call call{endless_solve({"--format", "line", "--timeout", "1s", "-"}), easy + "\n" + impossible + "\n"};
    call.signal_at = easy_answer + "\n";
    call.signal = SIGUSR1;
    const Finished finished = run(call);
    EXPECT_EQ(finished.code, 1);
    EXPECT_EQ(finished.out, easy_answer + "\n-\n");
}

INSTANTIATE_TEST_SUITE_P(Signals, Interrupt, testing::Values(SIGINT, SIGTERM, SIGHUP));

/// The run with the shortest of some time limits that lets the search begin. On a busy machine the shortest may not.
Finished begun_and_stopped(const Words& more) {
    Finished finished;
    for (int milliseconds = 50; milliseconds < 100'000; milliseconds *= 4) {
        Words words = endless_solve(more);
        words.insert(words.end(), {"--timeout", std::to_string(milliseconds) + "ms"});
        finished = run(words);
        if (!contains(finished.err, "1 not tried")) break;
    }
    return finished;
}

TEST(Timeout, EndsTheRunAndSaysSo) {
    const Finished grid = begun_and_stopped({"--puzzle", impossible});
    EXPECT_EQ(grid.code, 1);
    EXPECT_TRUE(contains(grid.out, "--puzzle:1: not solved, the run was stopped: best cost ")) << grid.out;
    EXPECT_TRUE(contains(grid.err, "0 of 1 solved, 1 not solved (stopped); ")) << grid.err;
    const Finished line = begun_and_stopped({"--puzzle", impossible, "--format", "jsonl"});
    const nlohmann::json json = nlohmann::json::parse(line.out);
    EXPECT_EQ(json.at("stopped"), true);
    EXPECT_EQ(json.at("status"), "unsolved");
    EXPECT_EQ(run(endless_solve({"--timeout", "0.05", "--puzzle", impossible})).code, 1) << "seconds without a unit";
}

TEST(Timeout, CountsNoPuzzleThatWasNotTried) {
    // So many boards that puzzles have their turns one after another: the second never has its own.
    const Words one_by_one = {"--timeout", "50ms",     "-p",       "100000",   "-j", "1",
                              "--puzzle",  impossible, "--puzzle", impossible, "-g", "1e9"};
    Words words = solve(one_by_one);
    words.insert(words.end(), {"--format", "grid"});
    const Finished finished = run(words);
    EXPECT_EQ(finished.code, 1);
    EXPECT_TRUE(contains(finished.out, "--puzzle[2]:1: not solved: the run was stopped before this puzzle began\n"))
        << finished.out;
    EXPECT_TRUE(contains(finished.err, "evodoku: 0 of 2 solved, 1 not solved, 1 not tried (stopped); ") ||
                contains(finished.err, "evodoku: 0 of 2 solved, 2 not tried (stopped); "))
        << finished.err;
    EXPECT_TRUE(contains(finished.err, " s, 0 puzzles/s, ")) << finished.err;
}

TEST(Timeout, OfNothingIsRefused) {
    const Finished finished = run(endless_solve({"--timeout", "0s", "--puzzle", easy}));
    EXPECT_EQ(finished.code, 2);
    EXPECT_EQ(finished.err, "evodoku: --timeout is 0s; it must be above 0\n");
}

TEST(Timeout, IsForTheWholeCommand) {
    const Finished finished = run(endless_solve({"--timeout", "50ms", "--puzzle", impossible, "--runs", "1000000"}));
    EXPECT_EQ(finished.code, 1);
    EXPECT_TRUE(contains(finished.err, " (stopped; ")) << finished.err;
}

TEST(Stall, RestartsAnIslandThatDoesNotImprove) {
    const auto restarts = [](const std::string& generations) {
        const Finished finished = run(plain_solve(
            {"-p", "100", "-g", "60", "--restart-after", generations, "--puzzle", hard, "--format", "jsonl"}));
        return nlohmann::json::parse(finished.out).at("restarts").get<int>();
    };
    EXPECT_EQ(restarts("0"), 0);
    EXPECT_GT(restarts("3"), 0);
}

}  // namespace
}  // namespace evodoku::test
