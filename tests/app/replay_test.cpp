// Seeds, threads, and the command that replays a run: the same bytes except for times.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <csignal>
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

/// Lines 1, 1 + n, ... of the first text, 2, 2 + n, ... of the second: n texts in turn.
std::string interleaved(const Words& texts) {
    std::string all;
    for (std::size_t line = 0; line < lines_of(texts[0]).size(); ++line) {
        for (const std::string& text : texts) {
            if (line < lines_of(text).size()) all += lines_of(text)[line] + '\n';
        }
    }
    return all;
}

TEST(Part, AnyNumberOfThemHasTheBytesOfOneProcess) {
    const TemporaryFiles files;
    const std::string list = files.write("p.txt", hard + "\n# a comment\n" + easy + "\n" + impossible + "\n" + hard +
                                                      "\n" + hard + "\n" + easy + "\n"),
                      history = files.at("h.jsonl");
    const std::pair<Words, Words> cases[] = {
        {small_solve({}), {list, "--format", "jsonl"}},
        {small_solve({}), {list, "--format", "jsonl", "--islands", "2", "-d", "cpu,cpu"}},
        {small_solve({}), {"--keep-going", "--puzzle", "wrong", list}},
        {split("count --positions 10 -p 64 --populations 2 --batches 1 --sweeps 2 --seed 3"),
         {list, "--format", "jsonl"}}};
    for (const auto& [command, more] : cases) {
        const Finished whole = run(with(command, more));
        EXPECT_NE(whole.out, "") << whole.err;
        for (const int count : {2, 5, 6}) {
            Words parts;
            for (int part = 1; part <= count; ++part) {
                const Words of = {"--part", fmt::format("{}/{}", part, count)};
                parts.push_back(without_times(run(with(with(command, of), more)).out));
            }
            EXPECT_EQ(interleaved(parts), without_times(whole.out)) << more.back() << " " << count;
        }
    }
    const Words part = small_solve({list, "--part", "2/3", "--history", history});
    const Finished second = run(part);
    EXPECT_EQ(second.out, easy_answer + "\n-\n") << "as a list, like the whole";
    EXPECT_TRUE(contains(replay_line(second), " --part 2/3")) << second.err;
    expect_replays(part);
    EXPECT_TRUE(contains(text_of_file(history), R"("kind":"puzzle","seed":2,"puzzle":5,)")) << text_of_file(history);

    expect_refused(solve({list, "--part", "0/4"}), 2, "--part 0/4: I is 0; allowed: 1..4");
    expect_refused(solve({list, "--part", "5/4"}), 2, "--part 5/4: I is 5; allowed: 1..4");
    expect_refused(solve({list, "--part", "1/0"}), 2, "--part 1/0: N is 0; allowed: 1..1000000");
    expect_refused(solve({list, "--part", "abc"}), 2,
                   "--part: 'abc' is not a part I/N, as in 2/8: the second of eight");
    expect_refused(solve({list, "--part", "7/7"}), 2, "--part 7/7: the input has only 6 puzzles; choose a smaller N");
}

TEST(Part, GoesOnAfterAStop) {
    const TemporaryFiles files;
    const std::string list = files.write(
                          "p.txt", hard + "\n" + easy + "\n" + easy + "\n" + hard + "\n" + easy + "\n" + hard + "\n"),
                      checkpoint = files.at("c");
    const Words words = small_solve({list, "--part", "2/2", "-g", "20000", "--format", "jsonl"});
    const Words command = with(words, {"--checkpoint", checkpoint, "--resume", checkpoint});
    const Finished whole = run(words),
                   first = run({.arguments = command, .signal_at = "\"solved\":true", .signal = SIGTERM}),
                   second = run(command);
    EXPECT_EQ(without_times(first.out + second.out), without_times(whole.out)) << first.code << second.err;
    expect_refused(with(command, {"--part", "1/2"}), 2,
                   "--part is 1/2, but the run in " + checkpoint + " has 2/2; leave");
    expect_ends(run(with(command, {"--unsolved-ok"})), 0);
}

TEST(UnsolvedOk, IsExitCodeZeroOfACompleteRunAlone) {
    expect_ends(run(small_solve({hard, "--unsolved-ok"})), 0);
    expect_ends(run(small_solve({impossible, hard, "--unsolved-ok", "--runs", "2"})), 0);
    expect_ends(run(small_solve({hard, "--unsolved-ok", "-g", "1000000", "--timeout", "20ms"})), 1);
    expect_ends(run(small_solve({hard, "--unsolved-ok", "--keep-going", "--puzzle", "wrong"})), 3);
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
