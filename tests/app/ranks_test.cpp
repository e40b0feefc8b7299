// The program on several ranks that are killed, slow or stopped. Without MPI: what the program says then.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <future>
#include <regex>
#include <thread>

#include "program.hpp"

namespace evodoku::test {
namespace {

#if EVODOKU_HAVE_MPI

void expect_same(const Finished& several, const Finished& one) {
    EXPECT_EQ(several.code, one.code) << several.err;
    EXPECT_EQ(without_times(several.out), without_times(one.out)) << several.err;
    EXPECT_EQ(fingerprint_in(several.err), fingerprint_in(one.err)) << several.err;
}

/// What mpirun needs as root, and with more ranks than processors.
const Words for_mpirun = {"OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1",
                          "OMPI_MCA_rmaps_base_oversubscribe=1"};

Call on_ranks(int ranks, const Words& arguments) {
    return {
        .arguments = arguments, .environment = for_mpirun, .launcher = {EVODOKU_MPIRUN, "-n", std::to_string(ranks)}};
}

class OnRanks : public testing::Test {
protected:
    void SetUp() override {
        ASSERT_TRUE(std::filesystem::exists(EVODOKU_MPIRUN)) << "no mpirun; apt-get install openmpi-bin";
    }
    /// Fifteen puzzles of several kinds, some of which take all their generations.
    std::string write_puzzles() const {
        std::string text;
        for (int times = 0; times < 5; ++times) text += hard + "\n" + impossible + "\n" + easy + "\n";
        return files.write("p.txt", text);
    }
    Words batch(const Words& more = {}) const {
        return with(solve(split("--presolve singles -g 60 -p 40 --islands 2 --format jsonl")), more);
    }
    /// Puzzles that are under way for minutes if nothing ends them.
    Words long_batch(const Words& more = {}) const {
        return with(small_solve({"--format", "line", "--presolve", "none", "-g", "60000"}), more);
    }

    /// Sixteen runs.
    std::string write_plan(int generations) const {
        files.write("p.txt", easy + "\n" + hard + "\n");
        return files.write("plan.toml",
                           "seeds = { first = 1, count = 4 }\npuzzles = [\"p.txt\"]\n[defaults]\n"
                           "presolve = \"none\"\ngenerations = " +
                               std::to_string(generations) +
                               "\n[[configurations]]\nname = \"hot\"\npopulation = 200\n[[configurations]]\n"
                               "preset = \"plain\"\npopulation = 300\n");
    }
    Words experiment(const std::string& plan, const std::string& results) const {
        return {"experiment", plan, "-o", results, "-d", "cpu"};
    }
    /// Lines of a file of results, whatever their order.
    static Words results_in(const std::string& name) {
        Words lines = lines_of(without_times(text_of_file(name)));
        std::ranges::sort(lines);
        return lines;
    }

    /// Runs it with the standard error in a file, and does `meanwhile` when all ranks have their devices, and
    /// `begins` is printed.
    Finished watch(Call call, const std::function<void(const std::string& err)>& meanwhile,
                   const std::string& begins = "evodoku: seed ") const {
        call.error_file = files.write("err.txt", "");
        std::future<Finished> running = std::async(std::launch::async, [&] { return run(call); });
        while (running.wait_for(std::chrono::milliseconds(10)) != std::future_status::ready) {
            const std::string err = text_of_file(call.error_file);
            if (!contains(err, begins)) continue;
            meanwhile(err);
            break;
        }
        Finished finished = running.get();
        finished.err = text_of_file(call.error_file);
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

/// With 20 MB to begin with, no rank has room for 400 bytes of each puzzle.
TEST_F(OnRanks, MemoryDoesNotGrowWithTheBatch) {
    constexpr int puzzles = 60'000;
    std::string text;
    for (int k = 0; k < puzzles; ++k) text += easy + "\n";
    Call call = on_ranks(3, solve({"-j", "1", "-p", "20", "--format", "line", files.write("many.txt", text)}));
    call.launcher = with(call.launcher, {"prlimit", "--data=" + std::to_string(40 << 20)});
    const Finished finished = expect_ends(run(call), 0);
    EXPECT_EQ(lines_of(finished.out), Words(puzzles, easy_answer));
}

TEST_F(OnRanks, TheLiveViewNamesTheRankOfTheBestBoard) {
    const Words words = small_solve({"--islands", "2", "-g", "2000000", "--presolve", "none", "--progress", "always"});
    const Finished shown = watch(
        on_ranks(2, with(words, {impossible})), [&](const std::string& err) { send(SIGKILL, 1, err); }, "(rank ");
    EXPECT_TRUE(contains(shown.err, "(rank 0)") || contains(shown.err, "(rank 1)")) << shown.err;
}

TEST_F(OnRanks, AKilledRankEndsTheRunWithItsNameAndAnyNumberGoesOn) {
    const Words finite = with(small_solve({"--format", "line", "--presolve", "none", "-g", "2000"}), {write_puzzles()});
    const std::string expected = run(finite).out;
    const std::string checkpoint = files.at("run.ckpt"), output = files.at("out.txt");
    const Words kept = {"--checkpoint", checkpoint, "--checkpoint-every", "20ms", "-o", output};
    const Finished killed = watch(on_ranks(3, with(finite, kept)), [&](const std::string& err) {
        while (text_of_file(checkpoint).empty()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
        send(SIGKILL, 1, err);
    });
    EXPECT_NE(killed.code, 0);
    EXPECT_TRUE(contains(killed.err, "evodoku: rank 1 (process ")) << killed.err;
    EXPECT_TRUE(contains(killed.err, "has ended before the run")) << killed.err;
    const std::string copy = files.at("copy.ckpt"), copied_output = files.at("copy.txt");
    ASSERT_TRUE(std::filesystem::exists(checkpoint));
    EXPECT_TRUE(expected.starts_with(text_of_file(output))) << "puzzles under way are not reported";
    std::filesystem::copy_file(checkpoint, copy);
    std::filesystem::copy_file(output, copied_output);
    const Finished alone = run({"solve", "--resume", checkpoint});
    EXPECT_EQ(text_of_file(output), expected) << alone.err;
    std::filesystem::copy_file(copied_output, output, std::filesystem::copy_options::overwrite_existing);
    const Finished on_two_ranks = run(on_ranks(2, {"solve", "--resume", copy}));
    EXPECT_EQ(text_of_file(output), expected) << on_two_ranks.err;
}

TEST_F(OnRanks, AKilledRankEndsARunOnIslands) {
    const Words words = with(small_solve({"--presolve", "none"}), {"--islands", "3", "-g", "2000000", hard});
    const Finished killed = watch(on_ranks(3, words), [&](const std::string& err) { send(SIGKILL, 2, err); });
    EXPECT_NE(killed.code, 0);
    EXPECT_TRUE(contains(killed.err, "evodoku: rank 2 (process ")) << killed.err;
}

/// The rank is stopped first: so the experiment can't end before.
TEST_F(OnRanks, AKilledRankEndsAnExperimentAndTheSameCommandGoesOn) {
    const std::string plan = write_plan(600), whole = files.at("whole.jsonl"), parts = files.at("parts.jsonl");
    ASSERT_EQ(run(experiment(plan, whole)).code, 0);
    const Words expected = results_in(whole);
    const Finished killed = watch(
        on_ranks(3, experiment(plan, parts)),
        [&](const std::string& err) {
            send(SIGSTOP, 1, err);
            while (results_in(parts).size() < 3) std::this_thread::sleep_for(std::chrono::milliseconds(5));
            send(SIGKILL, 1, err);
        },
        " at once");
    EXPECT_NE(killed.code, 0);
    EXPECT_TRUE(contains(killed.err, "evodoku: rank 1 (process ")) << killed.err;
    EXPECT_TRUE(contains(killed.err, "repeat the command")) << killed.err;
    Words so_far = results_in(parts);
    EXPECT_GE(so_far.size(), 3u);
    EXPECT_LT(so_far.size(), expected.size());
    if (!text_of_file(parts).ends_with('\n')) so_far.pop_back();  // mpirun killed rank 0 while it wrote
    EXPECT_TRUE(std::ranges::includes(expected, so_far)) << "each run at most once";
    const Finished resumed = expect_ends(run(on_ranks(2, experiment(plan, parts))), 0);
    EXPECT_EQ(results_in(parts), expected) << resumed.err;
}

/// Without a checkpoint, and with one, for which the ranks end their epochs first.
TEST_F(OnRanks, ARankThatIsStoppedIsAnErrorWhereTheRunEnds) {
    for (const Words& more : {Words{}, Words{"--checkpoint", files.at("run.ckpt")}}) {
        const Words words = long_batch(with(more, {write_puzzles(), "-g", "1000000000", "--timeout", "1s"}));
        const Finished stopped = watch(on_ranks(2, words), [&](const std::string& err) { send(SIGSTOP, 1, err); });
        EXPECT_NE(stopped.code, 0);
        EXPECT_TRUE(contains(stopped.err, "evodoku: rank 1 (process ")) << stopped.err;
        EXPECT_TRUE(contains(stopped.err, "has ended before the run or is stopped")) << stopped.err;
    }
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
        expect_same(slow, one);
    }
}

TEST_F(OnRanks, ACheckpointThatCannotBeWrittenDoesNotEndARun) {
    const Words words = batch({write_puzzles()});
    const std::string folder = files.at("gone");
    std::filesystem::create_directory(folder);
    const std::string checkpoint = folder + "/run.ckpt";
    const Finished several = expect_ends(
        watch(on_ranks(2, with(words, {"-g", "3000", "--checkpoint", checkpoint, "--checkpoint-every", "10ms"})),
              [&](const std::string&) {
                  while (text_of_file(checkpoint).empty()) std::this_thread::sleep_for(std::chrono::milliseconds(2));
                  std::filesystem::remove_all(folder);
              }),
        5, {}, {"the run goes on"});
    EXPECT_EQ(lines_of(several.out).size(), 15u) << several.err;
}

#endif

TEST(WithoutMpi, SeveralRanksAreRefusedWithTheRemedy) {
    expect_ends(run(Call{.arguments = small_solve({easy}),
                         .environment = {"OMPI_COMM_WORLD_RANK=0", "OMPI_COMM_WORLD_SIZE=2"},
                         .launcher = {"/bin/sh", "-c", "shift; exec " EVODOKU_WITHOUT_MPI " \"$@\"", "sh"}}),
                4, {}, {"built without MPI; apt-get install libopenmpi-dev openmpi-bin"});
}

}  // namespace
}  // namespace evodoku::test
