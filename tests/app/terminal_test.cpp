// On a terminal: one live status line, givens dimmed; NO_COLOR and a terminal that knows no codes.
#include <gtest/gtest.h>

#include <csignal>

#include "program.hpp"

namespace evodoku::test {
namespace {

constexpr const char* erase_line = "\r\x1b[K";
constexpr const char* dim = "\x1b[2m";
constexpr const char* red = "\x1b[31m";

/// A run that would go on for days, ended once its status line was seen.
Finished watched_run(const Words& environment) {
    Call call{solve({"-p", "300", "-g", "1e9", "--stall", "0", "--puzzle", impossible})};
    call.environment = environment;
    call.signal_at = "evaluations/s";
    call.signal = SIGINT;
    return run_on_terminal(call);
}

/// Of the grid: what follows the last time the status line was taken away.
std::string results_of(const Finished& finished) { return finished.out.substr(finished.out.rfind(erase_line)); }

TEST(Terminal, ShowsALiveLineAndDimsGivens) {
    const Finished finished = watched_run({"TERM=xterm"});
    EXPECT_EQ(finished.code, 130);
    const std::size_t status = finished.out.find(std::string(erase_line) + "generation ");
    ASSERT_NE(status, std::string::npos) << finished.out;
    const std::string line = finished.out.substr(status, finished.out.find('\r', status + 1) - status);
    for (const std::string part : {", best ", ", mean ", " evaluations/s"}) EXPECT_TRUE(contains(line, part)) << line;
    EXPECT_FALSE(contains(line, "\n")) << line;
    const std::string results = results_of(finished);
    EXPECT_TRUE(results.starts_with(std::string(erase_line) + "--puzzle:1: not solved, the run was stopped: "))
        << results;
    EXPECT_TRUE(contains(results, dim));
    EXPECT_TRUE(contains(results, red));
    EXPECT_FALSE(contains(results, "!"));
}

TEST(Terminal, WithoutColourMarksConflictsByASign) {
    const Finished finished = watched_run({"TERM=xterm", "NO_COLOR=1"});
    EXPECT_EQ(finished.code, 130);
    const std::string results = results_of(finished);
    EXPECT_FALSE(contains(results.substr(1 + results.find('K')), "\x1b")) << results;
    EXPECT_TRUE(contains(results, "!"));
}

TEST(Terminal, AnEmptyNoColorIsNone) {
    Call call{solve({"--puzzle", easy})};
    call.environment = {"TERM=xterm", "NO_COLOR="};
    EXPECT_TRUE(contains(run_on_terminal(call).out, dim));
}

TEST(Terminal, ThatKnowsNoCodesGetsNone) {
    Call call{solve({"-p", "300", "-g", "2000", "--puzzle", impossible})};
    call.environment = {"TERM=dumb"};
    const Finished finished = run_on_terminal(call);
    EXPECT_EQ(finished.code, 1);
    EXPECT_FALSE(contains(finished.out, "\x1b")) << finished.out;
}

TEST(Terminal, SeesTheSameResultsAsAFile) {
    Call call{solve({"--puzzle", easy, "--format", "line", "-q"})};
    call.environment = {"TERM=xterm"};
    EXPECT_EQ(run_on_terminal(call).out, easy_answer + "\r\n");
}

}  // namespace
}  // namespace evodoku::test
