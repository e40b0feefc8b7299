// Seeds, threads, and the command that replays a run: the same bytes except for times.
#include <gtest/gtest.h>

#include <regex>

#include "program.hpp"

namespace evodoku::test {
namespace {

/// The command in the line `evodoku: replay: PROGRAM solve ...`.
std::string replay_line(const Finished& finished) {
    const std::string head = "evodoku: replay: ";
    for (const std::string& line : lines_of(finished.err)) {
        if (line.starts_with(head + EVODOKU_PROGRAM)) return line.substr(head.size());
    }
    ADD_FAILURE() << "no replay line in " << finished.err;
    return "";
}

/// Has a shell run that command.
Finished replay(const Finished& finished, const std::string& input) {
    return run({.input = input, .launcher = {"/bin/sh", "-c", "exec " + replay_line(finished)}});
}

void expect_replays(const Words& arguments, const std::string& input = "") {
    const Finished first = run(arguments, input);
    const Finished second = replay(first, input);
    EXPECT_EQ(second.code, first.code) << replay_line(first);
    EXPECT_EQ(without_times(second.out), without_times(first.out)) << replay_line(first);
    EXPECT_EQ(replay_line(second), replay_line(first));
}

const Words random_seed = {"solve", "--device", "cpu", "-p", "400", "-g", "12", "--format", "jsonl", "--puzzle", hard};

TEST(Replay, GivesTheSameBytes) {
    expect_replays(random_seed);
    expect_replays(small_solve({"--puzzle", hard}));
    expect_replays(small_solve({"--format", "jsonl", "-"}), hard + "\n" + easy + "\n");
    expect_replays(small_solve({"--puzzle", hard, "--runs", "3", "--format", "jsonl"}));
    expect_replays(small_solve({"--puzzle", hard, "--presolve", "none", "--elite", "3", "--immigrants", "5%",
                                "--restart-after", "2", "--cost", "units", "--selection", "truncation:share=0.3",
                                "--crossover", "one-point@1:rate=0.7,uniform@2:rate=0.9", "--mutation", "none"}));
    expect_replays(small_solve({"--puzzle", hard, "--islands", "5", "--migrate-every", "3", "--migrants", "2", "-v"}));
    expect_replays(
        small_cell_solve({"--puzzle",        hard,     "--pairs",   "on",   "--tries",      "2",
                          "--duplicates",    "reject", "--seen",    "5000", "--stagnation", "grow:max-growth=50",
                          "--restart-after", "2",      "--largest", "900",  "--variation",  "either",
                          "--replacement",   "plus"}));
    expect_replays(with(random_seed, {"--representation", "cell-board"}));  // which brings operators of its own
}

TEST(Replay, QuotesWhatAShellWouldTakeApart) {
    const TemporaryFiles files;
    const std::string file = files.write("it's $HOME & *.txt", easy);
    std::string stars = easy;
    for (char& letter : stars) letter = letter == '.' ? '*' : letter;
    expect_replays(solve({file, "--puzzle", stars}));
    expect_replays(solve({"--keep-going", "--puzzle", "a b", "--puzzle", easy}));
}

TEST(Replay, SpellsOutThePopulationThatAutoChose) {
    const Finished finished = run(solve({"--puzzle", easy, "-p", "auto", "--islands", "7"}));
    EXPECT_TRUE(std::regex_search(replay_line(finished), std::regex(" --population [1-9][0-9]* --islands 7 ")))
        << finished.err;
    expect_replays(solve({"--puzzle", easy, "-p", "auto", "--islands", "7"}));
    const Finished by_default = run(solve({"--puzzle", easy, "--islands", "7", "-v"}));
    EXPECT_TRUE(contains(replay_line(by_default), " --population 448 --islands 7 ")) << "64 an island";
}

TEST(Replay, SpellsOutWhatTheUserSetOrWithVerboseEverything) {
    const Words words = {"solve", "--puzzle", easy, "--preset", "plain", "-p", "5000", "-s", "3"};
    const std::string head = EVODOKU_PROGRAM " solve --puzzle " + easy + " ";
    const Finished finished = run({.arguments = words, .environment = {"EVODOKU_ELITE=4"}});
    EXPECT_EQ(replay_line(finished), head + "--preset plain --population 5000 --elite 4 --seed 3");
    EXPECT_TRUE(contains(replay_line(run(with(words, {"-v"}))), " --selection tournament:size=3 --crossover "));
}

TEST(Seed, DecidesTheRunAndIsAnotherOneEveryTimeWhereNoneIsGiven) {
    const auto out = [](const std::string& seed, const Words& more = {}) {
        return without_times(run(with(with(random_seed, {"-s", seed}), more)).out);
    };
    EXPECT_EQ(out("7"), out("7"));
    EXPECT_NE(out("7"), out("8"));
    EXPECT_EQ(out("7", {"--runs", "3"}), out("7") + out("8") + out("9"));
    EXPECT_NE(replay_line(run(random_seed)), replay_line(run(random_seed)));
}

TEST(Runs, SayHowEachWentAndSumUp) {
    const Finished finished = expect_ends(run(small_solve({"--runs", "3", "--puzzle", hard})), 1);
    EXPECT_EQ(finished.out, "-\n-\n-\n");
    for (const std::string seed : {"2", "3", "4"}) {
        EXPECT_TRUE(contains(finished.err, "evodoku: seed " + seed + ": not solved: best cost ")) << finished.err;
    }
    EXPECT_TRUE(contains(finished.err, "evodoku: 0 of 3 runs solved the puzzle\n")) << finished.err;
    expect_ends(run(solve({"--runs", "2", "--puzzle", easy, "--puzzle", easy})), 0, {},
                {"evodoku: seed 3: 2 of 2 solved (2 by logic alone); ",
                 "evodoku: 2 of 2 runs solved all puzzles; evaluations of solved runs: min 0, "});
}

TEST(Threads, ChangeNeitherResultsNorTheTextsOfManyResults) {
    const std::string four = hard + "\n" + easy + "\n" + impossible + "\n" + hard + "\n";
    std::string many;  // enough for many blocks of texts
    for (int k = 0; k < 900; ++k) many += (k % 7 == 3 ? hard : easy) + "\n";
    const std::pair<Words, const std::string&> cases[] = {
        {{"-p", "3000", "-g", "25", "--presolve", "none", "--format", "jsonl"}, four},
        {{"-p", "64", "-g", "2", "--format", "line"}, many},
        {{"-p", "64", "-g", "2", "--format", "jsonl"}, many},
        {{"-p", "64", "-g", "2", "--format", "grid"}, many}};
    for (const auto& [words, batch] : cases) {
        const auto out = [&](const char* threads) {
            return without_times(run(solve(with(words, {"-j", threads, "-"})), batch).out);
        };
        const std::string one = out("1");
        EXPECT_GE(lines_of(one).size(), lines_of(batch).size());
        EXPECT_EQ(out("2"), one) << words.back();
        EXPECT_EQ(out("5"), one) << words.back();
    }
}

}  // namespace
}  // namespace evodoku::test
