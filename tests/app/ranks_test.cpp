// The program on several ranks: mpirun starts it, as users do. Results are those of one process.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <future>
#include <iterator>
#include <regex>
#include <thread>

#include "program.hpp"
#include "temporary_files.hpp"

namespace evodoku::test {
namespace {

std::string text_of(const std::string& name) {
    std::ifstream file(name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::string without_times(const std::string& text) {
    return std::regex_replace(text, std::regex(R"re("([a-z]+_)?seconds":[0-9.e+-]+)re"), "\"seconds\":?");
}

std::string fingerprint_in(const std::string& text) {
    const std::string before = "fingerprint ";
    const std::size_t at = text.rfind(before);
    return at == text.npos ? "" : text.substr(at + before.size(), 16);
}

Words with(Words words, const Words& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

#if EVODOKU_HAVE_MPI

/// What mpirun needs as root, and with more ranks than processors.
const Words for_mpirun = {"OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1",
                          "OMPI_MCA_rmaps_base_oversubscribe=1"};

Call on_ranks(int ranks, const Words& arguments) {
    return {
        .arguments = arguments, .environment = for_mpirun, .launcher = {EVODOKU_MPIRUN, "-n", std::to_string(ranks)}};
}

/// Two ranks, each with a command of its own. `program`: of the second.
Call on_two(const Words& first, const Words& second, const std::string& program = EVODOKU_PROGRAM) {
    Words words = first;
    words.insert(words.end(), {":", "-n", "1", program});
    words.insert(words.end(), second.begin(), second.end());
    return {.arguments = words, .environment = for_mpirun, .launcher = {EVODOKU_MPIRUN, "-n", "1"}};
}

class OnRanks : public testing::Test {
protected:
    void SetUp() override {
        if (!std::filesystem::exists(EVODOKU_MPIRUN)) GTEST_SKIP() << "no mpirun; apt-get install openmpi-bin";
    }
    /// Fifteen puzzles of several kinds, some of which take all their generations.
    std::string write_puzzles() const {
        std::string text;
        for (int times = 0; times < 5; ++times) text += hard + "\n" + impossible + "\n" + easy + "\n";
        return files.write("p.txt", text);
    }
    Words batch(const Words& more = {}) const {
        return with(solve({"--presolve", "singles", "-g", "60", "-p", "40", "--islands", "2", "--format", "jsonl"}),
                    more);
    }
    /// Puzzles that are under way for minutes if nothing ends them.
    Words long_batch(const Words& more = {}) const {
        return with(small_solve({"--format", "line", "--presolve", "none", "-g", "60000"}), more);
    }

    /// Runs it with the standard error in a file, and does `meanwhile` when all ranks have their devices.
    Finished watch(Call call, const std::function<void(const std::string& err)>& meanwhile) const {
        call.error_file = files.write("err.txt", "");
        std::future<Finished> running = std::async(std::launch::async, [&] { return run(call); });
        while (running.wait_for(std::chrono::milliseconds(10)) != std::future_status::ready) {
            const std::string err = text_of(call.error_file);
            if (!contains(err, "evodoku: seed ")) continue;
            meanwhile(err);
            break;
        }
        Finished finished = running.get();
        finished.err = text_of(call.error_file);
        return finished;
    }
    /// To the process of a rank, as the standard error `err` names it.
    static void send(int signal, int rank, const std::string& err) {
        std::smatch found;
        const std::regex line("rank " + std::to_string(rank) + ": process ([0-9]+)");
        ASSERT_TRUE(std::regex_search(err, found, line)) << err;
        EXPECT_EQ(kill(std::stoi(found[1]), signal), 0) << err;
    }

    TemporaryFiles files;
};

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

TEST_F(OnRanks, AKilledRankEndsTheRunWithItsNameAndAnyNumberGoesOn) {
    const Words finite = with(small_solve({"--format", "line", "--presolve", "none", "-g", "2000"}), {write_puzzles()});
    const std::string expected = run(finite).out;
    const std::string checkpoint = files.folder() + "/run.ckpt", output = files.folder() + "/out.txt";
    const Words kept = {"--checkpoint", checkpoint, "--checkpoint-every", "20ms", "-o", output};
    const Finished killed = watch(on_ranks(3, with(finite, kept)), [&](const std::string& err) {
        while (!std::filesystem::exists(checkpoint)) std::this_thread::sleep_for(std::chrono::milliseconds(5));
        send(SIGKILL, 1, err);
    });
    EXPECT_NE(killed.code, 0);
    EXPECT_TRUE(contains(killed.err, "evodoku: rank 1 (process ")) << killed.err;
    EXPECT_TRUE(contains(killed.err, "has ended before the run")) << killed.err;
    const std::string copy = files.folder() + "/copy.ckpt", copied_output = files.folder() + "/copy.txt";
    ASSERT_TRUE(std::filesystem::exists(checkpoint));
    std::filesystem::copy_file(checkpoint, copy);
    std::filesystem::copy_file(output, copied_output);
    const Finished alone = run({"solve", "--resume", checkpoint});
    EXPECT_EQ(text_of(output), expected) << alone.err;
    std::filesystem::copy_file(copied_output, output, std::filesystem::copy_options::overwrite_existing);
    const Finished on_two_ranks = run(on_ranks(2, {"solve", "--resume", copy}));
    EXPECT_EQ(text_of(output), expected) << on_two_ranks.err;
}

TEST_F(OnRanks, AKilledRankEndsARunOnIslands) {
    const Words words = with(small_solve({"--presolve", "none"}), {"--islands", "3", "-g", "2000000", hard});
    const Finished killed = watch(on_ranks(3, words), [&](const std::string& err) { send(SIGKILL, 2, err); });
    EXPECT_NE(killed.code, 0);
    EXPECT_TRUE(contains(killed.err, "evodoku: rank 2 (process ")) << killed.err;
}

TEST_F(OnRanks, ASlowRankChangesNothing) {
    const Words puzzles = with(small_solve({"--format", "line", "--presolve", "none", "-g", "400"}), {write_puzzles()});
    const Words islands = small_solve({"--format", "line", "--presolve", "none", "--islands", "6", "--migrate-every",
                                       "10", "-g", "9000", impossible});
    for (const Words& words : {puzzles, islands}) {
        const Finished one = run(words);
        const Finished slow = watch(on_ranks(3, words), [&](const std::string& err) {
            send(SIGSTOP, 1, err);
            std::this_thread::sleep_for(std::chrono::seconds(1));
            send(SIGCONT, 1, err);
        });
        EXPECT_EQ(slow.out, one.out) << slow.err;
        EXPECT_EQ(fingerprint_in(slow.err), fingerprint_in(one.err)) << slow.err;
    }
}

TEST_F(OnRanks, AFullDiskOfRank0EndsAll) {
    const Finished full = run(on_ranks(2, batch({write_puzzles(), "-o", "/dev/full"})));
    EXPECT_EQ(full.code, 5) << full.err;
    EXPECT_TRUE(contains(full.err, "No space left on device")) << full.err;
}

TEST_F(OnRanks, ACheckpointThatCannotBeWrittenDoesNotEndARun) {
    const Words words = batch({write_puzzles()});
    const std::string folder = files.folder() + "/gone";
    std::filesystem::create_directory(folder);
    const std::string checkpoint = folder + "/run.ckpt";
    const Finished several =
        watch(on_ranks(2, with(words, {"-g", "3000", "--checkpoint", checkpoint, "--checkpoint-every", "10ms"})),
              [&](const std::string&) {
                  while (!std::filesystem::exists(checkpoint))
                      std::this_thread::sleep_for(std::chrono::milliseconds(2));
                  std::filesystem::remove_all(folder);
              });
    EXPECT_EQ(several.code, 5) << several.err;
    EXPECT_TRUE(contains(several.err, "the run goes on")) << several.err;
    EXPECT_EQ(lines_of(several.out).size(), 15u) << several.err;
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

TEST_F(OnRanks, OtherSettingsAreRefusedByName) {
    const Finished other = run(on_two(small_solve({easy}), small_solve({easy, "--elite", "7"})));
    EXPECT_EQ(other.code, 2) << other.err;
    EXPECT_TRUE(contains(other.err, "evodoku: rank 1 (process ")) << other.err;
    EXPECT_TRUE(contains(other.err, "--elite is 5% 7, and on rank 0 5%")) << other.err;
    const Finished none = run(on_two(small_solve({easy, "--runs", "2"}), small_solve({easy})));
    EXPECT_TRUE(contains(none.err, "--runs is not set, and on rank 0 2")) << none.err;
    const Finished input = run(on_two(small_solve({easy}), small_solve({hard})));
    EXPECT_TRUE(contains(input.err, "input is " + hard + ", and on rank 0 " + easy)) << input.err;
    const Finished machine = run(on_two(small_solve({easy}), small_solve({easy, "-j", "1", "-q"})));
    EXPECT_EQ(machine.code, 0) << "threads may differ: " << machine.err;
}

TEST_F(OnRanks, AnotherProgramIsRefused) {
    const std::string copy = files.folder() + "/evodoku";
    std::filesystem::copy_file(EVODOKU_PROGRAM, copy);
    std::ofstream(copy, std::ios::binary | std::ios::app) << "another build";
    const Finished other = run(on_two(small_solve({easy}), small_solve({easy}), copy));
    EXPECT_EQ(other.code, 2) << other.err;
    EXPECT_TRUE(contains(other.err, "evodoku: rank 1 (process ")) << other.err;
    EXPECT_TRUE(contains(other.err, "install the same program on all machines")) << other.err;
}

TEST_F(OnRanks, AnErrorOnOneRankNamesIt) {
    Words second = small_solve({easy});
    second[2] = "cuda:9";
    const Finished failed = run(on_two(small_solve({easy}), second));
    EXPECT_EQ(failed.code, 4) << failed.err;
    EXPECT_TRUE(contains(failed.err, "evodoku: rank 1 (process ")) << failed.err;
    EXPECT_TRUE(contains(failed.err, "cuda:9")) << failed.err;
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

TEST_F(OnRanks, ALargerBoardIsRefusedWithTheReason) {
    const Finished refused = run(on_ranks(2, solve({"--order", "4", "-"})));
    EXPECT_EQ(refused.code, 2) << refused.err;
    EXPECT_TRUE(contains(refused.err, "boards of 16 x 16 evolve on one device; name one, and start one process"))
        << refused.err;
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

TEST_F(OnRanks, AnExperimentHasOneFileOfResults) {
    files.write("p.txt", easy + "\n" + hard + "\n");
    const std::string plan = files.write("plan.toml",
                                         "seeds = { first = 1, count = 4 }\npuzzles = [\"p.txt\"]\n[defaults]\n"
                                         "presolve = \"none\"\ngenerations = 20\n[[configurations]]\n"
                                         "name = \"hot\"\npopulation = 200\n[[configurations]]\npreset = \"plain\"\n"
                                         "population = 300\n");
    const auto results = [&](const std::string& name, const Call& call) {
        Call named = call;
        named.arguments = {"experiment", plan, "-o", files.folder() + "/" + name, "-d", "cpu"};
        const Finished finished = run(named);
        EXPECT_EQ(finished.code, 0) << finished.err;
        Words lines = lines_of(without_times(text_of(files.folder() + "/" + name)));
        std::sort(lines.begin(), lines.end());
        return lines;
    };
    const Words one = results("1.jsonl", {});
    ASSERT_EQ(one.size(), 16u);
    EXPECT_EQ(results("3.jsonl", on_ranks(3, {})), one);
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

}  // namespace
}  // namespace evodoku::test
