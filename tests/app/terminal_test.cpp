// On a terminal: a live view, over several runs, of batches and of resumed runs; colours; terminals without codes.
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <regex>

#include "program.hpp"

namespace evodoku::test {
namespace {

const Words on_xterm = {"TERM=xterm"};
constexpr const char* erase = "\x1b[J";
constexpr const char* dim = "\x1b[2m";
constexpr const char* red = "\x1b[31m";

/// A run that would go on for days.
const Words endless = solve({"-p", "300", "-g", "1e9", "--restart-after", "0", "--puzzle", impossible});

/// A long run, ended once its live view was seen.
Finished watched_run(const Words& environment) {
    return run_on_terminal(
        {.arguments = endless, .environment = environment, .signal_at = " elapsed", .signal = SIGINT});
}

const std::string notice = "evodoku: interrupted: ends with the results so far; a second signal ends it at once\r\n";

/// The grid: the text after the notice of an interrupted run, or after the last erasure of the live view.
std::string results_of(const Finished& finished) {
    const std::size_t notified = finished.out.find(notice);
    if (notified != std::string::npos) return finished.out.substr(notified + notice.size());
    return finished.out.substr(finished.out.rfind(erase) + std::string(erase).size());
}

TEST(Terminal, ShowsALiveViewAndDimsGivens) {
    const Finished finished = watched_run({"TERM=xterm"});
    EXPECT_EQ(finished.code, 130);
    const std::size_t first = finished.out.find("+-------+");
    ASSERT_NE(first, std::string::npos) << finished.out;
    const std::size_t end = std::min(finished.out.find("\r\x1b[", first), finished.out.find("\r\n" + notice, first));
    const std::string view = finished.out.substr(first, end - first);
    EXPECT_EQ(std::ranges::count(view, '\n'), 12) << view;
    for (const std::string part :
         {"+  generation ", "|  cost: best ", ", median ", ", mean ", " boards/s, ", " elapsed"}) {
        EXPECT_TRUE(contains(view, part)) << view;
    }
    const std::string results = results_of(finished);
    EXPECT_TRUE(results.starts_with("--puzzle:1: not solved, the run was stopped: ")) << results;
    EXPECT_TRUE(contains(results, dim));
    EXPECT_TRUE(contains(results, red));
    EXPECT_FALSE(contains(results, "!"));
}

/// Within a long generation only the time goes on; short ones must not be hidden by that.
TEST(Terminal, EachDrawingHasNews) {
    const Finished finished =
        run_on_terminal({.arguments = with(endless, {"--timeout", "1s"}), .environment = on_xterm});
    std::set<std::string> generations;
    std::size_t drawings = 0;
    for (std::size_t at = 0; (at = finished.out.find("  generation ", at)) != std::string::npos; ++at, ++drawings)
        generations.insert(finished.out.substr(at, finished.out.find(" of", at) - at));
    EXPECT_GT(drawings, 1u) << finished.out;
    EXPECT_GE(generations.size(), drawings - 1) << finished.out;
}

TEST(Terminal, TheNoticeOfCtrlCIsBelowTheLastView) {
    const Finished finished = expect_ends(
        run_on_terminal({.arguments = endless, .environment = on_xterm, .signal_at = " elapsed", .typed = "\x03"}),
        130);
    const std::size_t notified = finished.out.find("\r\n" + notice + "--puzzle:1: ");
    ASSERT_NE(notified, std::string::npos) << finished.out;
    const std::size_t drawn = finished.out.rfind("+-------+-------+-------+  generation ", notified);
    const std::string last_view = finished.out.substr(drawn);
    EXPECT_EQ(std::ranges::count(last_view.substr(0, last_view.find(notice)), '\n'), 13) << last_view;
}

TEST(Terminal, TheViewIsHiddenInTheBackground) {
    for (const char* progress : {"auto", "always"}) {
        const Words words =
            small_solve({"-g", "1e9", "--timeout", "1s", "--puzzle", impossible, "--progress", progress});
        const Finished finished = run_on_terminal({.arguments = words,
                                                   .environment = on_xterm,
                                                   .launcher = {"/bin/bash", "-mc", "\"$@\" & wait $!", "bash"}});
        EXPECT_TRUE(contains(finished.out, "--puzzle:1: not solved")) << finished.out;
        EXPECT_EQ(contains(finished.out, " elapsed"), std::string(progress) == "always") << finished.out;
    }
}

TEST(Terminal, TheViewAndColoursCanBeTurnedOnAndOffWithoutAnyEffectOnResults) {
    const Words words = small_solve({"--puzzle", impossible});
    EXPECT_FALSE(contains(run_on_terminal({.arguments = with(words, {"--progress", "never", "--color", "never"}),
                                           .environment = on_xterm})
                              .out,
                          "\x1b"));
    const Finished view = run(with(words, {"--progress", "always"}));
    EXPECT_TRUE(contains(view.err, " boards/s")) << view.err;
    EXPECT_TRUE(contains(view.err, erase)) << view.err;
    EXPECT_EQ(without_times(view.out), without_times(run(words).out));
    EXPECT_TRUE(contains(run(with(words, {"--color", "always"})).out, dim));
    EXPECT_TRUE(contains(run({.arguments = words, .environment = {"FORCE_COLOR=1"}}).out, dim));
}

TEST(Terminal, AnExperimentShowsHowFarItIs) {
    const TemporaryFiles files;
    files.write("p.txt", hard + "\n");
    const std::string plan = files.write("plan.toml",
                                         "seeds = [1, 2]\npuzzles = ['p.txt']\n[[configurations]]\npreset = "
                                         "'plain'\npopulation = 300\ngenerations = 9\n");
    const Finished finished = expect_ends(run_on_terminal({.arguments = {"experiment", plan}, .environment = on_xterm}),
                                          0, {" of 2: ", " done", " elapsed"});
    EXPECT_TRUE(contains(results_of(finished), "\nplain ")) << finished.out;
    const Words without = {"experiment", plan, "-o", files.at("other.jsonl"), "--progress", "never"};
    EXPECT_FALSE(contains(run_on_terminal({.arguments = without, .environment = on_xterm}).out, "\x1b"));
}

TEST(Terminal, ABenchmarkShowsItsSteps) {
    Call call{{"bench", "-d", "cpu", "-j", "1", "--only", "score", "-a", "500", "--limit", "1ms"}};
    call.environment = on_xterm;
    const Finished finished = expect_ends(run_on_terminal(call), 0, {"bench: [1/3] cpu"});
    EXPECT_FALSE(contains(results_of(finished), "bench: [")) << finished.out;
    call.arguments = with(call.arguments, {"--progress", "never"});
    EXPECT_FALSE(contains(run_on_terminal(call).out, "bench: ["));
}

TEST(Terminal, SaysThatItWaitsForPuzzles) {
    for (const Words& words : {solve({"--format", "line", "-"}), Words{"check"}, Words{"convert"}}) {
        const Finished finished =
            expect_ends(run_on_terminal({.arguments = words, .input = easy + "\n\x04", .environment = on_xterm}), 0);
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
    const Words words = solve({"--puzzle", easy});
    EXPECT_TRUE(contains(run_on_terminal({.arguments = words, .environment = {"TERM=xterm", "NO_COLOR="}}).out, dim))
        << "an empty value is not set";
    const Words line = with(words, {"--format", "line", "-q"});
    EXPECT_EQ(run_on_terminal({.arguments = line, .environment = on_xterm}).out, easy_answer + "\r\n");
}

TEST(Terminal, ThatKnowsNoCodesGetsNone) {
    for (const Words& environment : {Words{"TERM=dumb"}, Words{}}) {
        const Finished finished =
            expect_ends(run_on_terminal({.arguments = solve({"-p", "300", "-g", "300", "--puzzle", impossible}),
                                         .environment = environment}),
                        1);
        EXPECT_FALSE(contains(finished.out, "\x1b")) << finished.out;
    }
}

/// The matches of `pattern` in `text`, in order.
std::vector<std::smatch> matches_of(const std::string& pattern, const std::string& text) {
    const std::regex wanted(pattern);
    return {std::sregex_iterator(text.begin(), text.end(), wanted), std::sregex_iterator()};
}

Words short_runs(const Words& more) {
    return with(small_solve({"-g", "100", "--puzzle", impossible, "--runs", "100000", "-o", "/dev/null"}), more);
}

TEST(LongLiveView, SeveralRunsHaveOne) {
    const Finished finished =
        run_on_terminal({.arguments = short_runs({"--timeout", "1000h"}),  // longer than a slow build takes for them
                         .environment = on_xterm,
                         .signal_at = "about ",  // not before a run has ended
                         .signal = SIGINT});
    EXPECT_EQ(finished.code, 130) << finished.out.substr(0, 2000);
    const auto runs = matches_of("run ([0-9]+) of 100000 \\(seed ([0-9]+)\\)", finished.out);
    ASSERT_GE(runs.size(), 2u) << finished.out;
    for (const std::smatch& each : runs)
        EXPECT_EQ(std::stoi(each[1]) + 1, std::stoi(each[2])) << "the first has seed 2";
    EXPECT_GT(std::stoi(runs.back()[1]), 1);
}

TEST(LongLiveView, LinesComeEveryTenSecondsOfAllRuns) {
    const Finished finished =
        expect_ends(run({.arguments = short_runs({}), .signal_after = " elapsed", .signal = SIGINT}), 130);
    const auto lines = matches_of("run ([0-9]+) of 100000 .* boards/s, 0:1[0-9] elapsed, about ", finished.err);
    ASSERT_FALSE(lines.empty()) << finished.err.substr(0, 2000);
    EXPECT_GT(std::stoi(lines.front()[1]), 1);
}

TEST(LongLiveView, TheClockGoesOnWithinAGeneration) {
    const TemporaryFiles files;
    const Finished large = run({"generate", "--order", "4", "--filled", "30%", "--seed", "1"});
    const Words words = with(split("solve -d cpu -j 1 --seed 1 --presolve none -g 1 -p 15000 --checkpoint"),
                             {files.at("run.ckpt"), files.write("large.txt", large.out)});
    const Finished finished = run_on_terminal({.arguments = words, .environment = on_xterm});
    EXPECT_LE(finished.code, 1) << finished.out.substr(0, 2000);
    EXPECT_GE(matches_of("generation 0 of ", finished.out).size(), 3u) << finished.out.substr(0, 2000);
}

TEST(LongLiveView, PuzzlesThatEndAtOnceAreShown) {
    const TemporaryFiles files;
    std::string puzzles;
    for (int k = 0; k < 100'000; ++k) puzzles += easy + "\n";
    const Words words =
        solve({"--presolve", "full", "-o", "/dev/null", "--progress", "always", files.write("easy.txt", puzzles)});
    const Finished finished = run({.arguments = words, .signal_after = "left", .signal = SIGINT});
    EXPECT_FALSE(
        matches_of("[0-9]+ of 100000 puzzles done, [0-9.]+( k)? puzzles/s\n.* elapsed, about ", finished.err).empty())
        << finished.err;
}

TEST(LongLiveView, AResumedRunCountsTheBoardsOfRunsBefore) {
    const TemporaryFiles files;
    const std::string checkpoint = files.at("run.ckpt");
    const Words words = small_solve({"-g", "10000", "--puzzle", impossible, "--runs", "1000", "--restart-after", "0",
                                     "--checkpoint", checkpoint, "-o", files.at("results")});
    // Three runs have ended.
    ASSERT_EQ(run({.arguments = words, .signal_after = "seed 4: ", .signal = SIGINT}).code, 130);
    const Finished finished = expect_ends(run({.arguments = {"solve", "--resume", checkpoint, "--progress", "always"},
                                               .signal_after = " elapsed",
                                               .signal = SIGINT}),
                                          130);
    const auto boards = matches_of(", ([0-9.]+) M boards, ", finished.err);
    ASSERT_FALSE(boards.empty()) << finished.err;
    EXPECT_GT(std::stod(boards.front()[1]), 8.5) << "300 boards, 10,000 generations, three runs, without the elite";
}

}  // namespace
}  // namespace evodoku::test
