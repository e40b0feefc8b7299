// Runs that the user or the clock ends: what was found so far is kept. No assertion depends on when that happens.
#include <gtest/gtest.h>

#include <csignal>

#include "program.hpp"

namespace evodoku::test {
namespace {

/// Would go on for days.
Words endless_solve(const Words& more) { return with(solve({"-p", "300", "-g", "1e9"}), more); }

const std::string two_puzzles = easy + "\n" + impossible + "\n";

/// An endless search of puzzles on standard input, which gets `signal` after its first answer.
Call interrupted(const Words& more, const std::string& puzzles, int signal) {
    return {.arguments = endless_solve(with({"--format", "line", "-"}, more)),
            .input = puzzles,
            .signal_at = easy_answer + "\n",
            .signal = signal};
}

class Interrupt : public testing::TestWithParam<int> {};

TEST_P(Interrupt, KeepsTheResultsSoFar) {
    const Finished finished = expect_ends(run(interrupted({}, two_puzzles + easy + "\n", GetParam())), 128 + GetParam(),
                                          {}, {" of 3 solved (2 by logic alone), ", " (stopped); "});
    EXPECT_TRUE(finished.out.starts_with(easy_answer + "\n-\n")) << finished.out;
    EXPECT_EQ(lines_of(finished.out).size(), 3u) << finished.out;
}

TEST_P(Interrupt, EndsTheRunsThatWouldFollow) {
    const Finished finished = expect_ends(run(interrupted({"--runs", "5"}, two_puzzles, GetParam())), 128 + GetParam(),
                                          {}, {"evodoku: 0 of 1 run solved all puzzles (stopped; 4 not begun)\n"});
    EXPECT_EQ(finished.out, easy_answer + "\n-\n");
}

TEST_P(Interrupt, SaysWhatFollows) {
    const Call call = {.arguments = endless_solve({"--puzzle", impossible, "--progress", "always"}),
                       .signal_after = " elapsed",
                       .signal = GetParam()};
    const std::string notice = "interrupted: ends with the results so far; a second signal ends it at once\n";
    EXPECT_TRUE(contains(run(call).err, "evodoku: " + notice));
    EXPECT_EQ(run(interrupted({"--quiet"}, two_puzzles, GetParam())).err, "");
}

TEST_P(Interrupt, ASecondSignalEndsTheRunAtOnce) {
    // It would wait for a reader of its results: of more than a pipe holds.
    std::string puzzles = easy + "\n";
    for (int k = 0; k < 100'000; ++k) puzzles += impossible + "\n";
    Call call = interrupted({}, puzzles, GetParam());
    call.signal_again = "a second signal ends it at once\n";
    const Finished finished = expect_ends(run(call), -GetParam());
    EXPECT_FALSE(contains(finished.err, "stopped")) << finished.err;
}

TEST(SignalOfTheUser, WithoutACheckpointIsIgnored) {
    const Finished finished = expect_ends(run(interrupted({"--timeout", "1s"}, two_puzzles, SIGUSR1)), 1);
    EXPECT_EQ(finished.out, easy_answer + "\n-\n");
}

INSTANTIATE_TEST_SUITE_P(Signals, Interrupt, testing::Values(SIGINT, SIGTERM, SIGHUP));

/// The run with the shortest of some time limits that lets the search begin. On a busy machine the shortest may not.
Finished begun_and_stopped(const Words& more) {
    Finished finished;
    for (int milliseconds = 50; milliseconds < 100'000; milliseconds *= 4) {
        finished = run(endless_solve(with(more, {"--timeout", std::to_string(milliseconds) + "ms"})));
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
    const Finished finished = expect_ends(
        run(endless_solve({"--timeout", "50ms", "-p", "100000", "-j", "1", "--format", "grid", "--puzzle", impossible,
                           "--puzzle", impossible})),
        1, {"--puzzle[2]:1: not solved: the run was stopped before this puzzle began\n"}, {" s, 0 puzzles/s, "});
    EXPECT_TRUE(contains(finished.err, "evodoku: 0 of 2 solved, 1 not solved, 1 not tried (stopped); ") ||
                contains(finished.err, "evodoku: 0 of 2 solved, 2 not tried (stopped); "))
        << finished.err;
}

TEST(Timeout, IsForTheWholeCommand) {
    expect_ends(run(endless_solve({"--timeout", "50ms", "--puzzle", impossible, "--runs", "1000000"})), 1, {},
                {" (stopped; "});
    expect_refused(endless_solve({"--timeout", "0s", "--puzzle", easy}), 2, "--timeout is 0s; it must be above 0\n");
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
