// On a terminal: a live view, givens dimmed; NO_COLOR and a terminal that knows no codes.
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>

#include "program.hpp"
#include "temporary_files.hpp"

namespace evodoku::test {
namespace {

constexpr const char* erase_line = "\r\x1b[K";
constexpr const char* dim = "\x1b[2m";
constexpr const char* red = "\x1b[31m";

/// A run that would go on for days, ended once its live view was seen.
Finished watched_run(const Words& environment, const Words& more = {}) {
    Words words = solve({"-p", "300", "-g", "1e9", "--restart-after", "0", "--puzzle", impossible});
    words.insert(words.end(), more.begin(), more.end());
    Call call{words};
    call.environment = environment;
    call.signal_at = " elapsed";
    call.signal = SIGINT;
    return run_on_terminal(call);
}

const std::string notice = "evodoku: interrupted: ends with the results so far; a second signal ends it at once\r\n";

/// The grid: the text after the last erasure of the live view, and after the notice of an interrupted run.
std::string results_of(const Finished& finished) {
    const std::string erased = "\x1b[K";
    const std::string results = finished.out.substr(finished.out.rfind(erased) + erased.size());
    return results.starts_with(notice) ? results.substr(notice.size()) : results;
}

TEST(Terminal, ShowsALiveViewAndDimsGivens) {
    const Finished finished = watched_run({"TERM=xterm"});
    EXPECT_EQ(finished.code, 130);
    const std::size_t first = finished.out.find("generation ");
    ASSERT_NE(first, std::string::npos) << finished.out;
    const std::string view = finished.out.substr(first, finished.out.find("\x1b[K", first) - first);
    EXPECT_EQ(std::ranges::count(view, '\n'), 2) << view;
    for (const std::string part :
         {"\ncost: best ", ", median ", ", mean ", " distinct boards", " boards/s, ", " elapsed"}) {
        EXPECT_TRUE(contains(view, part)) << view;
    }
    const std::string results = results_of(finished);
    EXPECT_TRUE(results.starts_with("--puzzle:1: not solved, the run was stopped: ")) << results;
    EXPECT_TRUE(contains(results, dim));
    EXPECT_TRUE(contains(results, red));
    EXPECT_FALSE(contains(results, "!"));
}

TEST(Terminal, CtrlCTakesTheLiveViewAwayFirst) {
    Call call{solve({"-p", "300", "-g", "1e9", "--restart-after", "0", "--puzzle", impossible})};
    call.environment = {"TERM=xterm"};
    call.signal_at = " elapsed";
    call.typed = "\x03";
    const Finished finished = run_on_terminal(call);
    EXPECT_EQ(finished.code, 130);
    const std::size_t typed = finished.out.find("^C");
    ASSERT_NE(typed, std::string::npos) << finished.out;
    const std::string after = finished.out.substr(typed + 2);
    // By the handler, or by the run itself where the signal came while the view was being drawn.
    const std::string handler = "\r\x1b[K\x1b[1A\x1b[K\x1b[1A\x1b[K", run = "\r\x1b[K\x1b[1A\r\x1b[K\x1b[1A\r\x1b[K";
    EXPECT_TRUE(after.starts_with(handler + notice) || after.starts_with(run + notice)) << after;
    EXPECT_TRUE(contains(after, notice + "--puzzle:1: ")) << after;
}

TEST(Terminal, TheViewIsHiddenInTheBackground) {
    for (const char* progress : {"auto", "always"}) {
        Call call{small_solve({"-g", "1e9", "--timeout", "1s", "--puzzle", impossible, "--progress", progress})};
        call.environment = {"TERM=xterm"};
        call.launcher = {"/bin/bash", "-mc", "\"$@\" & wait $!", "bash"};
        const Finished finished = run_on_terminal(call);
        EXPECT_TRUE(contains(finished.out, "--puzzle:1: not solved")) << finished.out;
        EXPECT_EQ(contains(finished.out, " elapsed"), std::string(progress) == "always") << finished.out;
    }
}

TEST(Terminal, TheViewCanBeTurnedOff) {
    Call call{small_solve({"--puzzle", impossible, "--progress", "never", "--color", "never"})};
    call.environment = {"TERM=xterm"};
    EXPECT_FALSE(contains(run_on_terminal(call).out, "\x1b"));
}

TEST(Terminal, TheViewAndColoursCanBeTurnedOnAnywhere) {
    const Finished view = run(small_solve({"--puzzle", impossible, "--progress", "always"}));
    EXPECT_TRUE(contains(view.err, " boards/s")) << view.err;
    EXPECT_TRUE(contains(view.err, erase_line)) << view.err;
    EXPECT_FALSE(contains(view.out, "\x1b")) << view.out;
    EXPECT_TRUE(contains(run(small_solve({"--puzzle", impossible, "--color", "always"})).out, dim));
    Call forced{small_solve({"--puzzle", impossible})};
    forced.environment = {"FORCE_COLOR=1"};
    EXPECT_TRUE(contains(run(forced).out, dim));
}

TEST(Terminal, TheViewDoesNotChangeTheResults) {
    const Words words = small_solve({"--puzzle", impossible, "--format", "jsonl"});
    Words watched = words;
    watched.insert(watched.end(), {"--progress", "always"});
    const auto fingerprint = [](const std::string& text) { return text.substr(text.find("\"fingerprint\""), 34); };
    EXPECT_EQ(fingerprint(run(words).out), fingerprint(run(watched).out));
}

TEST(Terminal, AnExperimentShowsHowFarItIs) {
    const TemporaryFiles files;
    files.write("p.txt", hard + "\n");
    const std::string plan = files.write("plan.toml",
                                         "seeds = [1, 2]\npuzzles = ['p.txt']\n[[configurations]]\npreset = "
                                         "'plain'\npopulation = 300\ngenerations = 9\n");
    Call call{{"experiment", plan}};
    call.environment = {"TERM=xterm"};
    const Finished finished = run_on_terminal(call);
    EXPECT_EQ(finished.code, 0) << finished.out;
    for (const std::string part : {" of 2: ", " done", " elapsed"}) {
        EXPECT_TRUE(contains(finished.out, part)) << finished.out;
    }
    EXPECT_TRUE(contains(results_of(finished), "| plain ")) << finished.out;
    Call without{{"experiment", plan, "-o", files.folder() + "/other.jsonl", "--progress", "never"}};
    without.environment = {"TERM=xterm"};
    EXPECT_FALSE(contains(run_on_terminal(without).out, "\x1b"));
}

TEST(Terminal, ABenchmarkShowsItsSteps) {
    Call call{{"bench", "-d", "cpu", "-j", "1", "--only", "score", "-a", "500", "--limit", "1ms"}};
    call.environment = {"TERM=xterm"};
    const Finished finished = run_on_terminal(call);
    EXPECT_EQ(finished.code, 0) << finished.out;
    EXPECT_TRUE(contains(finished.out, "bench: [1/3] cpu")) << finished.out;
    EXPECT_FALSE(contains(results_of(finished), "bench: [")) << finished.out;
    call.arguments.insert(call.arguments.end(), {"--progress", "never"});
    EXPECT_FALSE(contains(run_on_terminal(call).out, "bench: ["));
}

TEST(Terminal, SaysThatItWaitsForPuzzles) {
    for (const Words& words : {solve({"--format", "line", "-"}), Words{"check"}, Words{"convert"}}) {
        Call call{words};
        call.environment = {"TERM=xterm"};
        call.input = easy + "\n\x04";
        const Finished finished = run_on_terminal(call);
        EXPECT_EQ(finished.code, 0) << finished.out;
        const std::size_t message = finished.out.find("reading puzzles from the terminal");
        ASSERT_NE(message, std::string::npos) << finished.out;
        EXPECT_TRUE(contains(finished.out.substr(message), "press Ctrl-D")) << finished.out;
    }
    const Finished piped = run(solve({"-"}), easy);
    EXPECT_FALSE(contains(piped.err, "from the terminal")) << piped.err;
}

TEST(Terminal, WithoutColourMarksConflictsByASign) {
    const Finished finished = watched_run({"TERM=xterm", "NO_COLOR=1"});
    EXPECT_EQ(finished.code, 130);
    const std::string results = results_of(finished);
    EXPECT_FALSE(contains(results, "\x1b")) << results;
    EXPECT_TRUE(contains(results, "!"));
}

TEST(Terminal, AnEmptyNoColorIsNone) {
    Call call{solve({"--puzzle", easy})};
    call.environment = {"TERM=xterm", "NO_COLOR="};
    EXPECT_TRUE(contains(run_on_terminal(call).out, dim));
}

TEST(Terminal, ThatKnowsNoCodesGetsNone) {
    Call call{solve({"-p", "300", "-g", "300", "--puzzle", impossible})};
    call.environment = {"TERM=dumb"};
    const Finished finished = run_on_terminal(call);
    EXPECT_EQ(finished.code, 1);
    EXPECT_FALSE(contains(finished.out, "\x1b")) << finished.out;
    call.environment = {};
    EXPECT_FALSE(contains(run_on_terminal(call).out, "\x1b")) << "nothing is known of it";
}

TEST(Terminal, SeesTheSameResultsAsAFile) {
    Call call{solve({"--puzzle", easy, "--format", "line", "-q"})};
    call.environment = {"TERM=xterm"};
    EXPECT_EQ(run_on_terminal(call).out, easy_answer + "\r\n");
}

}  // namespace
}  // namespace evodoku::test
