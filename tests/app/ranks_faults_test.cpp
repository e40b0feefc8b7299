// Ranks that are killed, slow, different or out of disk space.
#include <thread>

#include "on_ranks.hpp"

#if EVODOKU_HAVE_MPI

namespace evodoku::test {
namespace {

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
    EXPECT_TRUE(expected.starts_with(text_of(output))) << "puzzles under way are not reported";
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

/// The rank is stopped first: so the experiment can't end before.
TEST_F(OnRanks, AKilledRankEndsAnExperimentAndTheSameCommandGoesOn) {
    const std::string plan = write_plan(600), whole = files.folder() + "/whole.jsonl",
                      parts = files.folder() + "/parts.jsonl";
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
    if (!text_of(parts).ends_with('\n')) so_far.pop_back();  // mpirun killed rank 0 while it wrote
    EXPECT_TRUE(std::ranges::includes(expected, so_far)) << "each run at most once";
    const Finished resumed = run(on_ranks(2, experiment(plan, parts)));
    EXPECT_EQ(resumed.code, 0) << resumed.err;
    EXPECT_EQ(results_in(parts), expected) << resumed.err;
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

TEST_F(OnRanks, AFullDiskOfRank0EndsAllAndKeepsTheResultsSoFar) {
    const Finished full = run(on_ranks(2, batch({write_puzzles(), "-o", "/dev/full"})));
    EXPECT_EQ(full.code, 5) << full.err;
    EXPECT_TRUE(contains(full.err, "evodoku: rank 0 (process ")) << full.err;
    EXPECT_TRUE(contains(full.err, "cannot write to /dev/full: No space left on device")) << full.err;

    const std::string output = files.folder() + "/out.txt";
    const Finished one = run(batch({write_puzzles()}));
    const Finished some = run(on_full_disks(2, 2000, batch({write_puzzles(), "-o", output})));
    EXPECT_EQ(some.code, 5) << some.err;
    EXPECT_TRUE(contains(some.err, "out.txt: File too large")) << some.err;
    const Words expected = lines_of(without_times(one.out)), found = lines_of(without_times(text_of(output)));
    ASSERT_GE(found.size(), 2u);
    ASSERT_LT(found.size(), expected.size());
    for (std::size_t k = 0; k + 1 < found.size(); ++k) EXPECT_EQ(found[k], expected[k]);  // the last one is cut off
}

TEST_F(OnRanks, AFullDiskLosesNothingButTheCheckpoint) {
    const std::string checkpoint = files.folder() + "/run.ckpt";
    const Words words = batch({write_puzzles(), "-p", "400"});
    const Finished one = run(words);
    const Finished full =
        run(on_full_disks(2, 4000, with(words, {"--checkpoint", checkpoint, "--checkpoint-every", "1ms"})));
    EXPECT_EQ(without_times(full.out), without_times(one.out)) << full.err;
    EXPECT_EQ(fingerprint_in(full.err), fingerprint_in(one.err)) << full.err;
    const std::regex warning(
        "evodoku: rank 0 \\(process [0-9]+ on [^)]+\\): cannot write [^\n]*run.ckpt: File too large; "
        "the run goes on without it");
    EXPECT_TRUE(std::regex_search(full.err, warning)) << full.err;
}

TEST_F(OnRanks, AnExperimentOnAFullDiskGoesOnWhenThereIsRoom) {
    const std::string plan = write_plan(20), whole = files.folder() + "/whole.jsonl",
                      parts = files.folder() + "/parts.jsonl";
    ASSERT_EQ(run(experiment(plan, whole)).code, 0);
    const Finished full = run(on_full_disks(3, 5000, experiment(plan, parts)));
    EXPECT_EQ(full.code, 5) << full.err;
    EXPECT_TRUE(
        std::regex_search(full.err, std::regex("evodoku: rank 0 \\(process [0-9]+ on [^)]+\\): cannot write to ")))
        << full.err;
    EXPECT_EQ(std::filesystem::file_size(parts), 5000u);
    EXPECT_EQ(run(on_ranks(2, experiment(plan, parts))).code, 0);
    EXPECT_EQ(results_in(parts), results_in(whole));
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

}  // namespace
}  // namespace evodoku::test

#endif
