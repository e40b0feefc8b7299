// Seeds, and the command that replays a run: the same bytes, times apart.
#include <gtest/gtest.h>

#include <regex>

#include "program.hpp"
#include "temporary_files.hpp"

namespace evodoku::test {
namespace {

/// The time that a result tells is all that may differ.
std::string without_times(const std::string& text) {
    const std::string json = std::regex_replace(text, std::regex(R"(_seconds":[0-9.e+-]+)"), "_seconds\":?");
    return std::regex_replace(json, std::regex(R"(\([0-9.]+ s,)"), "(? s,");
}

/// The line `evodoku: replay: PROGRAM solve ...`, as a shell's words.
std::string replay_line(const Finished& finished) {
    const std::string head = "evodoku: replay: ";
    for (const std::string& line : lines_of(finished.err)) {
        if (line.starts_with(head)) return line.substr(head.size());
    }
    ADD_FAILURE() << "no replay line in " << finished.err;
    return "";
}

/// Splits a command line as a shell does, as far as the program quotes.
Words shell_words(const std::string& line) {
    Words words;
    bool quoted = false, inside = false;
    for (std::size_t k = 0; k < line.size(); ++k) {
        const char letter = line[k];
        if (letter == ' ' && !quoted) {
            inside = false;
            continue;
        }
        if (!inside) words.emplace_back();
        inside = true;
        if (letter == '\'') {
            quoted = !quoted;
        } else if (letter == '\\' && !quoted) {
            words.back() += line[++k];
        } else {
            words.back() += letter;
        }
    }
    return words;
}

Finished replay(const Finished& finished, const std::string& input = "") {
    Words words = shell_words(replay_line(finished));
    if (words.empty() || words.front() != EVODOKU_PROGRAM)
        ADD_FAILURE() << "another program: " << replay_line(finished);
    words.erase(words.begin());
    return run(words, input);
}

void expect_replays(const Words& arguments, const std::string& input = "") {
    const Finished first = run(arguments, input);
    const Finished second = replay(first, input);
    EXPECT_EQ(second.code, first.code) << replay_line(first);
    EXPECT_EQ(without_times(second.out), without_times(first.out)) << replay_line(first);
    EXPECT_EQ(replay_line(second), replay_line(first));
}

const Words random_seed = {"solve", "--device", "cpu", "-p", "400", "-g", "12", "--format", "jsonl"};

TEST(Replay, GivesTheSameBytes) {
    Words unseeded = random_seed;
    unseeded.insert(unseeded.end(), {"--puzzle", hard});
    expect_replays(unseeded);
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
    // Who names a representation alone gets its own operators.
    Words cells = random_seed;
    cells.insert(cells.end(), {"--puzzle", hard, "--representation", "cell-board"});
    expect_replays(cells);
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
    const Finished by_default = run(solve({"--puzzle", easy, "--islands", "7"}));
    EXPECT_TRUE(contains(replay_line(by_default), " --population 448 --islands 7 ")) << "64 an island";
}

TEST(Seed, IsAnotherOneEveryTimeWhereNoneIsGiven) {
    Words arguments = random_seed;
    arguments.insert(arguments.end(), {"--puzzle", hard});
    EXPECT_NE(replay_line(run(arguments)), replay_line(run(arguments)));
}

TEST(Seed, DecidesTheRun) {
    const auto out = [](const std::string& seed, const Words& more = {}) {
        Words arguments = {"solve",    "-d",    "cpu",      "-p", "400", "-g", "12",
                           "--format", "jsonl", "--puzzle", hard, "-s",  seed};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return without_times(run(arguments).out);
    };
    EXPECT_EQ(out("7"), out("7"));
    EXPECT_NE(out("7"), out("8"));
    EXPECT_EQ(out("7", {"--runs", "3"}), out("7") + out("8") + out("9"));
}

TEST(Runs, SayHowEachWentAndSumUp) {
    const Finished finished = run(small_solve({"--runs", "3", "--puzzle", hard}));
    EXPECT_EQ(finished.code, 1);
    EXPECT_EQ(finished.out, "-\n-\n-\n");
    for (const std::string seed : {"2", "3", "4"}) {
        EXPECT_TRUE(contains(finished.err, "evodoku: seed " + seed + ": not solved: best cost ")) << finished.err;
    }
    EXPECT_TRUE(contains(finished.err, "evodoku: 0 of 3 runs solved the puzzle\n")) << finished.err;
    const Finished batch = run(solve({"--runs", "2", "--puzzle", easy, "--puzzle", easy}));
    EXPECT_EQ(batch.code, 0);
    EXPECT_TRUE(contains(batch.err, "evodoku: seed 3: 2 of 2 solved (2 by logic alone); ")) << batch.err;
    EXPECT_TRUE(contains(batch.err, "evodoku: 2 of 2 runs solved all puzzles; evaluations of solved runs: min 0, "))
        << batch.err;
}

TEST(Threads, DoNotChangeTheResults) {
    const std::string batch = hard + "\n" + easy + "\n" + impossible + "\n" + hard + "\n";
    const auto out = [&](const std::string& threads) {
        return without_times(
            run(solve({"-p", "3000", "-g", "25", "--presolve", "none", "--format", "jsonl", "-j", threads, "-"}), batch)
                .out);
    };
    const std::string one = out("1");
    EXPECT_EQ(lines_of(one).size(), 4u);
    EXPECT_EQ(out("2"), one);
    EXPECT_EQ(out("3"), one);
}

TEST(Threads, DoNotChangeTheTextsOfManyResults) {
    std::string batch;  // enough for many blocks of texts
    for (int k = 0; k < 900; ++k) batch += (k % 7 == 3 ? hard : easy) + "\n";
    for (const std::string format : {"line", "jsonl", "grid"}) {
        const auto out = [&](const std::string& threads) {
            const Words words = {"-p", "64", "-g", "2", "--format", format, "-j", threads, "-"};
            return without_times(run(solve(words), batch).out);
        };
        const std::string one = out("1");
        EXPECT_GE(lines_of(one).size(), 900u);
        EXPECT_EQ(out("2"), one) << format;
        EXPECT_EQ(out("5"), one) << format;
    }
}

}  // namespace
}  // namespace evodoku::test
