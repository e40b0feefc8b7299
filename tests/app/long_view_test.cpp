// The live view over several runs, of batches that end quickly, and of resumed runs.
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <regex>

#include "program.hpp"
#include "temporary_files.hpp"

namespace evodoku::test {
namespace {

/// The matches of `pattern` in `text`, in order.
std::vector<std::smatch> matches_of(const std::string& pattern, const std::string& text) {
    const std::regex wanted(pattern);
    return {std::sregex_iterator(text.begin(), text.end(), wanted), std::sregex_iterator()};
}

std::string many(const std::string& puzzle, int count) {
    std::string text;
    for (int k = 0; k < count; ++k) text += puzzle + "\n";
    return text;
}

Words short_runs(const Words& more) {
    return with(small_solve({"-g", "100", "--puzzle", impossible, "--runs", "100000", "-o", "/dev/null"}), more);
}

TEST(LongLiveView, SeveralRunsHaveOne) {
    Call call{short_runs({"--timeout", "1000h"})};  // longer than a slow build takes for them
    call.environment = {"TERM=xterm"};
    call.signal_at = "about ";  // not before a run has ended
    call.signal = SIGINT;
    const Finished finished = run_on_terminal(call);
    EXPECT_EQ(finished.code, 130) << finished.out.substr(0, 2000);
    const auto runs = matches_of("run ([0-9]+) of 100000 \\(seed ([0-9]+)\\)", finished.out);
    ASSERT_GE(runs.size(), 2u) << finished.out;
    for (const std::smatch& each : runs)
        EXPECT_EQ(std::stoi(each[1]) + 1, std::stoi(each[2])) << "the first has seed 2";
    EXPECT_GT(std::stoi(runs.back()[1]), 1);
}

TEST(LongLiveView, LinesComeEveryTenSecondsOfAllRuns) {
    Call call{short_runs({})};
    call.signal_after = " elapsed";
    call.signal = SIGINT;
    const Finished finished = run(call);
    EXPECT_EQ(finished.code, 130);
    const auto lines = matches_of("run ([0-9]+) of 100000 .* boards/s, 0:1[0-9] elapsed, about ", finished.err);
    ASSERT_FALSE(lines.empty()) << finished.err.substr(0, 2000);
    EXPECT_GT(std::stoi(lines.front()[1]), 1);
}

TEST(LongLiveView, TheClockGoesOnWithinAGeneration) {
    const TemporaryFiles files;
    const Finished large = run({"generate", "--order", "4", "--filled", "30%", "--seed", "1"});
    Call call{{"solve", "-d", "cpu", "-j", "1", "--seed", "1", "--presolve", "none", "-g", "1", "-p", "15000",
               "--checkpoint", files.folder() + "/run.ckpt", files.write("large.txt", large.out)}};
    call.environment = {"TERM=xterm"};
    const Finished finished = run_on_terminal(call);
    EXPECT_LE(finished.code, 1) << finished.out.substr(0, 2000);
    EXPECT_GE(matches_of("generation 0 of ", finished.out).size(), 3u) << finished.out.substr(0, 2000);
}

TEST(LongLiveView, PuzzlesThatEndAtOnceAreShown) {
    const TemporaryFiles files;
    const std::string puzzles = files.write("easy.txt", many(easy, 100'000));
    Call call{solve({"--presolve", "full", "-o", "/dev/null", "--progress", "always", puzzles})};
    call.signal_after = "left";
    call.signal = SIGINT;
    const Finished finished = run(call);
    EXPECT_FALSE(
        matches_of("[0-9]+ of 100000 puzzles done, [0-9.]+( k)? puzzles/s\n.* elapsed, about ", finished.err).empty())
        << finished.err;
}

TEST(LongLiveView, AResumedRunCountsTheBoardsOfRunsBefore) {
    const TemporaryFiles files;
    const std::string checkpoint = files.folder() + "/run.ckpt";
    Call call{with(small_solve({"-g", "10000", "--puzzle", impossible, "--runs", "1000", "--restart-after", "0"}),
                   {"--checkpoint", checkpoint, "-o", files.folder() + "/results"})};
    call.signal_after = "seed 4: ";  // three runs have ended
    call.signal = SIGINT;
    ASSERT_EQ(run(call).code, 130);
    Call rest{{"solve", "--resume", checkpoint, "--progress", "always"}};
    rest.signal_after = " elapsed";
    rest.signal = SIGINT;
    const Finished finished = run(rest);
    EXPECT_EQ(finished.code, 130);
    const auto boards = matches_of(", ([0-9.]+) M boards, ", finished.err);
    ASSERT_FALSE(boards.empty()) << finished.err;
    EXPECT_GT(std::stod(boards.front()[1]), 8.5) << "300 boards, 10,000 generations, three runs, but for the elite";
}

}  // namespace
}  // namespace evodoku::test
