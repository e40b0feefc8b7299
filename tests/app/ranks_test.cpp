// The program on several ranks gives the results of one process.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "on_ranks.hpp"

namespace evodoku::test {
namespace {

#if EVODOKU_HAVE_MPI

TEST_F(OnRanks, IslandsOfAPuzzleGiveTheResultOfOneProcess) {
    const std::vector<Words> all = {
        small_solve({"--islands", "8", "-p", "400", "-g", "45", "--migrate-every", "10", hard, "--format", "jsonl"}),
        solve({"--islands", "8", "--migrate-every", "10", "-p", "512", hard, "--format", "jsonl"}),
        small_cell_solve(
            {"--islands", "9", "-p", "450", "-g", "45", "--migrate-every", "10", hard, "--format", "jsonl"})};
    for (const Words& words : all) {
        const Finished one = run(words);
        ASSERT_FALSE(fingerprint_in(one.err).empty()) << one.err;
        for (const int ranks : &words == &all.front() ? std::vector{2, 3, 8} : std::vector{3}) {
            const Finished several = run(on_ranks(ranks, words));
            EXPECT_EQ(several.code, one.code) << several.err;
            EXPECT_EQ(without_times(several.out), without_times(one.out)) << ranks << " ranks";
            EXPECT_EQ(fingerprint_in(several.err), fingerprint_in(one.err)) << ranks << " ranks";
            EXPECT_TRUE(contains(several.err, "islands on " + std::to_string(ranks) + " ranks")) << several.err;
        }
    }
}

TEST_F(OnRanks, APuzzleWithFewerIslandsThanRanksIsSolvedToo) {
    const Words words = small_solve({"--islands", "2", "--migrate-every", "10", hard, "--format", "jsonl"});
    const Finished one = run(words), several = run(on_ranks(3, words));
    EXPECT_EQ(fingerprint_in(several.err), fingerprint_in(one.err)) << several.err;
}

TEST_F(OnRanks, PuzzlesOfABatchComeInOrderEachOnce) {
    const Words words = batch({write_puzzles()});
    const Finished one = run(words);
    ASSERT_EQ(lines_of(one.out).size(), 15u);
    for (const int ranks : {2, 3}) {
        const Finished several = run(on_ranks(ranks, words));
        EXPECT_EQ(several.code, one.code) << several.err;
        EXPECT_EQ(without_times(several.out), without_times(one.out)) << ranks << " ranks";
        EXPECT_EQ(fingerprint_in(several.err), fingerprint_in(one.err)) << ranks << " ranks";
    }
}

TEST_F(OnRanks, PuzzlesComeFromStandardInput) {
    const Words words = batch({"-"});
    Call call = on_ranks(2, words);
    call.input = hard + "\n" + easy + "\n" + easy + "\n";
    const Finished one = run(words, call.input), several = run(call);
    EXPECT_EQ(without_times(several.out), without_times(one.out)) << several.err;
}

/// With 20 MB to begin with, no rank has room for 400 bytes of each puzzle.
TEST_F(OnRanks, MemoryDoesNotGrowWithTheBatch) {
    constexpr int puzzles = 60'000;
    std::string text;
    for (int k = 0; k < puzzles; ++k) text += easy + "\n";
    Call call = on_ranks(3, solve({"-j", "1", "-p", "20", "--format", "line", files.write("many.txt", text)}));
    call.launcher.insert(call.launcher.end(), {"prlimit", "--data=" + std::to_string(40 << 20)});
    const Finished finished = run(call);
    EXPECT_EQ(finished.code, 0) << finished.err;
    EXPECT_EQ(lines_of(finished.out), Words(puzzles, easy_answer));
}

TEST_F(OnRanks, SeveralRunsAndHistoriesAreThoseOfOneProcess) {
    const std::string first = files.folder() + "/1.csv", second = files.folder() + "/2.csv";
    const Words words =
        small_solve({"--islands", "4", "-p", "400", "--migrate-every", "10", hard, "--runs", "2", "--format", "jsonl"});
    const Finished one = run(with(words, {"--history", first}));
    const Finished several = run(on_ranks(2, with(words, {"--history", second})));
    EXPECT_EQ(several.code, one.code) << several.err;
    EXPECT_EQ(without_times(several.out), without_times(one.out)) << several.err;
    const auto timeless = [](const std::string& name) {
        return std::regex_replace(text_of(name),
                                  std::regex(R"([0-9]+\.[0-9]+(e-?[0-9]+)?|replay.*|cpu \([^)]*\)[^\n]*)"), "?");
    };
    ASSERT_GT(lines_of(text_of(first)).size(), 20u);
    for (const char* part : {"islands on 2 ranks", "rank 1: process "}) {
        EXPECT_TRUE(contains(text_of(second), part)) << "the header names all: " << part;
    }
    const std::regex of_rank_1("generation,[^\n]*,1\n");  // the last column
    EXPECT_TRUE(std::regex_search(text_of(second), of_rank_1));
    EXPECT_FALSE(std::regex_search(text_of(first), of_rank_1)) << "one process has no rank";
    EXPECT_EQ(lines_of(timeless(second)).size(), lines_of(timeless(first)).size());
}

TEST_F(OnRanks, ATimeLimitEndsAllRanks) {
    const Words words =
        with(small_solve({"--presolve", "none"}), {"--islands", "3", "-g", "1000000000", "--timeout", "300ms", hard});
    const Finished islands = run(on_ranks(3, words));
    EXPECT_EQ(islands.code, 1) << islands.err;
    EXPECT_TRUE(contains(islands.err, "(stopped)")) << islands.err;
    const Finished puzzles = run(on_ranks(3, long_batch({write_puzzles(), "-g", "1000000000", "--timeout", "300ms"})));
    EXPECT_EQ(puzzles.code, 1) << puzzles.err;
    EXPECT_TRUE(contains(puzzles.err, "(stopped)")) << puzzles.err;
}

TEST_F(OnRanks, LinesOfGenerationsNameTheRank) {
    const Words words =
        small_solve({"--islands", "2", "--migrate-every", "10", "-g", "20", "--presolve", "none", "-v"});
    const Finished islands = run(on_ranks(2, with(words, {hard})));
    EXPECT_TRUE(contains(islands.err, "rank 0 island 1 generation 0: best ")) << islands.err;
    EXPECT_TRUE(contains(islands.err, "rank 1 island 2 generation 20: best ")) << islands.err;
    const Finished one = run(with(words, {hard}));
    EXPECT_FALSE(contains(one.err, "rank ")) << one.err;
}

TEST_F(OnRanks, TheLiveViewNamesTheRankOfTheBestBoard) {
    const Words words = small_solve({"--islands", "2", "-g", "2000000", "--presolve", "none", "--progress", "always"});
    const Finished shown = watch(
        on_ranks(2, with(words, {impossible})), [&](const std::string& err) { send(SIGKILL, 1, err); }, "(rank ");
    EXPECT_TRUE(contains(shown.err, "(rank 0)") || contains(shown.err, "(rank 1)")) << shown.err;
}

/// A batch, islands of each puzzle, and a run that was stopped.
TEST_F(OnRanks, LargerBoardsGiveTheResultsOfOneProcess) {
    for (const char* order : {"2", "4", "5"}) {
        const std::string puzzles =
            files.write("large.txt", run({"generate", "--order", order, "--filled", "45%", "--count", "4"}).out);
        const Words puzzles_apart = solve({"--order", order, "-g", "100", "--format", "jsonl", puzzles});
        const Words islands_apart = with(
            puzzles_apart, {"--islands", "4", "-p", "16", "-g", "40", "--migrate-every", "10", "--spread", "islands"});
        for (const Words& words : {puzzles_apart, islands_apart}) {
            const Finished one = run(words);
            ASSERT_EQ(lines_of(one.out).size(), 4u) << one.err;
            ASSERT_FALSE(fingerprint_in(one.err).empty()) << one.err;
            for (const int ranks : {2, 3}) {
                const Finished several = run(on_ranks(ranks, words));
                EXPECT_EQ(several.code, one.code) << several.err;
                EXPECT_EQ(without_times(several.out), without_times(one.out)) << ranks << " ranks, order " << order;
                EXPECT_EQ(fingerprint_in(several.err), fingerprint_in(one.err)) << ranks << " ranks, order " << order;
            }
        }
        const std::string checkpoint = files.folder() + "/large" + order + ".ckpt";
        const std::string output = files.folder() + "/large" + order + ".txt";
        const Words kept = solve({"--order", order, "-g", "100", "--format", "line", puzzles});
        run(on_ranks(3, with(kept, {"--timeout", "1ms", "--checkpoint", checkpoint, "--output", output})));
        const Finished resumed =
            run(on_ranks(2, {"solve", "--resume", checkpoint, "--timeout", "10m", "--progress", "never"}));
        EXPECT_EQ(text_of(output), run(kept).out) << resumed.err;
    }
}

TEST_F(OnRanks, ErrorsOfTheCommandComeOnce) {
    for (const Words& words :
         {Words{"solve", "no-such-file"}, Words{"solve", easy, "--elite", "no"}, Words{"check", "no-such-file"}}) {
        const Finished refused = run(on_ranks(3, words));
        EXPECT_NE(refused.code, 0);
        std::size_t count = 0;
        for (const std::string& line : lines_of(refused.err)) count += line.starts_with("evodoku: ");
        EXPECT_EQ(count, 1u) << refused.err;
    }
}

TEST_F(OnRanks, InfoListsRanksAndTheirDevices) {
    const Finished info = run(on_ranks(3, {"info"}));
    EXPECT_EQ(info.code, 0) << info.err;
    EXPECT_TRUE(contains(info.out, "MPI: ")) << info.out;
    for (const char* part : {"rank 0: process ", "rank 1: process ", "rank 2: process ", "\n  cpu: "}) {
        EXPECT_TRUE(contains(info.out, part)) << info.out;
    }
    EXPECT_EQ(lines_of(run(on_ranks(3, {"--version"})).out).size(), 1u) << "other commands are made once";
}

TEST_F(OnRanks, InfoAsJsonListsRanksAndTheirDevices) {
    const Finished finished = run(on_ranks(3, {"info", "--json"}));
    EXPECT_EQ(finished.code, 0) << finished.err;
    const nlohmann::json info = nlohmann::json::parse(finished.out), &ranks = info["ranks"];
    ASSERT_EQ(ranks.size(), 3u) << finished.out;
    for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
        EXPECT_EQ(ranks[rank]["rank"], rank);
        EXPECT_TRUE(ranks[rank]["place"].get<std::string>().starts_with("process ")) << finished.out;
        EXPECT_NE(ranks[rank]["place"], ranks[(rank + 1) % 3]["place"]);
        EXPECT_EQ(ranks[rank]["devices"][0]["device"], "cpu");
        EXPECT_EQ(ranks[rank]["devices"].size(), info["devices"].size()) << "all on this machine";
        EXPECT_EQ(ranks[rank]["notes"], info["notes"]);
    }
}

TEST_F(OnRanks, AnExperimentWithLargerBoardsHasTheResultsOfOneProcess) {
    files.write("boards.txt", run({"generate", "--order", "4", "--filled", "40%", "--count", "3"}).out);
    const std::string plan = files.write("large.toml",
                                         "seeds = [1, 2]\npuzzles = [\"boards.txt\"]\n[defaults]\ngenerations = 60\n"
                                         "[[configurations]]\nname = \"default\"\n");
    const std::string first = files.folder() + "/l1.jsonl", second = files.folder() + "/l3.jsonl";
    const Finished one = run(experiment(plan, first)), several = run(on_ranks(3, experiment(plan, second)));
    EXPECT_EQ(one.code, 0) << one.err;
    EXPECT_EQ(several.code, 0) << several.err;
    ASSERT_EQ(results_in(first).size(), 6u);
    EXPECT_EQ(results_in(second), results_in(first));
}

TEST_F(OnRanks, AnExperimentHasOneFileOfResults) {
    const std::string plan = write_plan(20), first = files.folder() + "/1.jsonl", second = files.folder() + "/3.jsonl";
    const Finished one = run(experiment(plan, first)), several = run(on_ranks(3, experiment(plan, second)));
    EXPECT_EQ(one.code, 0) << one.err;
    EXPECT_EQ(several.code, 0) << several.err;
    ASSERT_EQ(results_in(first).size(), 16u);
    EXPECT_EQ(results_in(second), results_in(first));
}

#else

TEST(OnRanks, NeedsMpi) { GTEST_SKIP() << "built without MPI; apt-get install libopenmpi-dev openmpi-bin"; }

#endif

TEST(WithoutMpi, SeveralRanksAreRefusedWithTheRemedy) {
    const Finished refused =
        run(Call{.arguments = small_solve({easy}),
                 .environment = {"OMPI_COMM_WORLD_RANK=0", "OMPI_COMM_WORLD_SIZE=2"},
                 .launcher = {"/bin/sh", "-c", "shift; exec " EVODOKU_WITHOUT_MPI " \"$@\"", "sh"}});
    EXPECT_EQ(refused.code, 4);
    EXPECT_TRUE(contains(refused.err, "built without MPI; apt-get install libopenmpi-dev openmpi-bin")) << refused.err;
}

TEST(SeveralDevices, OfOneProcessGiveTheSameResults) {
    TemporaryFiles files;
    std::string text;
    for (int times = 0; times < 9; ++times) text += hard + "\n" + easy + "\n";
    const Words batch = {files.write("p.txt", text), "--format", "jsonl"};
    const Words islands = {"--islands", "6", "-p", "240", "--migrate-every", "5", "--format", "jsonl", hard};
    for (const Words& more : {batch, islands}) {
        Words words = small_solve(with(more, {"--presolve", "none"}));
        const Finished one = run(words);
        words[2] = "cpu,cpu,cpu";
        const Finished three = run(words);
        EXPECT_EQ(three.code, one.code) << three.err;
        EXPECT_EQ(without_times(three.out), without_times(one.out));
        EXPECT_EQ(fingerprint_in(three.err), fingerprint_in(one.err));
        EXPECT_TRUE(contains(three.err, "on 3 ranks")) << three.err;
    }
}

TEST(SeveralDevices, OfOneProcessSolveLargerBoards) {
    TemporaryFiles files;
    const std::string puzzles =
        files.write("p.txt", run({"generate", "--order", "5", "--filled", "40%", "--count", "4"}).out);
    for (const Words& more : {Words{}, Words{"--islands", "3", "-p", "12", "-g", "30", "--spread", "islands"}}) {
        Words words = solve(with({puzzles, "--format", "jsonl"}, more));
        const Finished one = run(words);
        words[2] = "cpu,cpu";
        const Finished two = run(words);
        EXPECT_EQ(two.code, one.code) << two.err;
        EXPECT_EQ(without_times(two.out), without_times(one.out));
        EXPECT_EQ(fingerprint_in(two.err), fingerprint_in(one.err)) << two.err;
        EXPECT_TRUE(contains(two.err, "on 2 ranks")) << two.err;
    }
}

}  // namespace
}  // namespace evodoku::test
