// Runs that are interrupted, killed and resumed: the results are those without an interruption, each once. Checkpoints
// that were changed on purpose are refused.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <random>
#include <thread>

#include "checkpoint/checkpoint_file.hpp"
#include "program.hpp"

namespace evodoku::test {
namespace {

class Checkpoint : public testing::Test {
protected:
    /// Puzzles that take some generations each.
    Words search(const Words& more = {}) const {
        return with(solve(split("--presolve singles -g 60 -p 40 --islands 2 --format line")), more);
    }
    /// Fifteen of them, of several kinds.
    std::string write_puzzles() const {
        std::string text;
        for (int times = 0; times < 5; ++times) text += hard + "\n" + impossible + "\n" + easy + "\n";
        return files.write("p.txt", text);
    }

    /// Resumes the run of a checkpoint with this state.
    Finished resume(const std::string& state, const Words& more = {}) const {
        write_checkpoint_file(*std::make_unique<WrittenFile>(checkpoint),  // which gives its lock back at once
                              [&](const StateWriter& to) { to(state.data(), state.size()); });
        return run(with({"solve", "--resume", checkpoint, "--timeout", "5m"}, more));
    }

    TemporaryFiles files;
    std::string checkpoint = files.at("run.ckpt"), output = files.at("out.txt");
};

TEST_F(Checkpoint, AnInterruptedRunGoesOnOnOtherThreads) {
    const std::string input = easy + "\n" + impossible + "\n" + easy + "\n";
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        Words words;
        Finished first;
        for (int generations = 300;; generations *= 4) {  // until the signal comes before the end
            std::filesystem::remove(checkpoint);
            words = search({"-p", "64", "-g", std::to_string(generations), "-"});
            first = run({.arguments = with(words, {"--checkpoint", checkpoint, "-j", "1"}),
                         .input = input,
                         .signal_at = easy_answer + "\n",
                         .signal = signal});
            if (first.out.size() < 2 * easy_answer.size() || generations > 1'000'000) break;
        }
        const Finished whole = run(words, input);
        EXPECT_EQ(first.code, 128 + signal);
        EXPECT_EQ(first.out, easy_answer + "\n") << "the rest is in the checkpoint";
        EXPECT_TRUE(contains(first.err, "evodoku: stopped: 1 of 3 puzzles answered; ")) << first.err;
        EXPECT_TRUE(
            contains(first.err, " solve --resume " + checkpoint + " - (with the same puzzles on standard input)"))
            << first.err;
        const Finished second =
            expect_ends(run({"solve", "--resume", checkpoint, "-", "-j", "3"}, input), whole.code, {},
                        {": 1 of 3 puzzles answered; these answers are not printed again; writes "});
        EXPECT_EQ(first.out + second.out, whole.out);
        EXPECT_EQ(fingerprint_in(second.err), fingerprint_in(whole.err));
        const Finished third = expect_ends(run({"solve", "--resume", checkpoint, "-"}, input), whole.code);
        EXPECT_EQ(third.out, "") << "nothing is left";
        EXPECT_EQ(fingerprint_in(third.err), fingerprint_in(whole.err));
    }
}

TEST_F(Checkpoint, ASignalOfTheUserWritesOneAndTheRunGoesOn) {
    const std::string written = "evodoku: " + checkpoint + " is written\n";
    Finished finished;
    for (int generations = 800;; generations *= 4) {  // until the signal comes before the end
        std::filesystem::remove(checkpoint);
        finished = run({.arguments = search({"--checkpoint", checkpoint, "--checkpoint-every", "1h", "-g",
                                             std::to_string(generations), "-"}),
                        .input = easy + "\n" + impossible + "\n",
                        .signal_at = easy_answer + "\n",
                        .signal = SIGUSR1});
        if (contains(finished.err, written) || generations > 1'000'000) break;
    }
    EXPECT_EQ(finished.code, 1) << finished.err;
    EXPECT_EQ(finished.out, easy_answer + "\n-\n");
    EXPECT_TRUE(contains(finished.err, written)) << finished.err;
}

bool kill_after(const Words& arguments, std::chrono::microseconds time) {
    const auto end = std::chrono::steady_clock::now() + time;
    return kill_when(arguments, [&] { return std::chrono::steady_clock::now() >= end; });
}

TEST_F(Checkpoint, KilledAtFiftyMomentsABatchGivesEachAnswerOnce) {
    const Words words = search({"-j", "1", "--verbose", write_puzzles()});
    const Finished whole = run(words);
    const Words command =
        with(words, {"--checkpoint", checkpoint, "--resume", checkpoint, "--checkpoint-every", "2ms", "-o", output});
    const auto begin = std::chrono::steady_clock::now();
    run(command);
    const std::chrono::duration<double, std::micro> duration = std::chrono::steady_clock::now() - begin;
    std::filesystem::remove(checkpoint);
    std::filesystem::remove(output);
    std::mt19937 random(1);  // the moments differ anyway, with the load of the machine
    std::uniform_int_distribution<int> microseconds(0, static_cast<int>(std::min(duration.count(), 4e5)));
    int kills = 0, rounds = 0, in_the_middle = 0;
    const auto is_in_the_middle = [&](const std::string& answers) {
        return !answers.empty() && answers.size() < whole.out.size();
    };
    // The first kill waits for an answer, so that it comes in the middle on a machine of any speed. It is repeated if
    // this process was asleep until the last answer.
    for (int tries = 0; tries < 100 && in_the_middle == 0; ++tries) {
        std::filesystem::remove(checkpoint);
        std::filesystem::remove(output);
        kills += !kill_when(command, [&] { return !text_of_file(output).empty(); });
        in_the_middle += is_in_the_middle(text_of_file(output));
    }
    EXPECT_GT(in_the_middle, 0) << "no kill came between the first answer and the last";
    for (; kills < 50 && rounds < 400; ++rounds) {
        const bool ended = kill_after(command, std::chrono::microseconds(microseconds(random)));
        kills += !ended;
        const std::string so_far = text_of_file(output);
        const bool complete = so_far.size() >= whole.out.size();
        if (!ended && !complete) continue;
        const Finished last = expect_ends(run(command), whole.code);
        EXPECT_EQ(text_of_file(output), whole.out) << "after " << kills << " kills";
        EXPECT_EQ(fingerprint_in(last.err), fingerprint_in(whole.err)) << last.err;
        std::filesystem::remove(checkpoint);
        std::filesystem::remove(output);
    }
    EXPECT_GE(kills, 50);
    const Finished last = run(command);
    EXPECT_EQ(text_of_file(output), whole.out);
    EXPECT_EQ(fingerprint_in(last.err), fingerprint_in(whole.err)) << last.err;
}

/// The requeue command of the docs, started twice.
TEST_F(Checkpoint, TwoProcessesAtOnceDoNotLoseTheRun) {
    const std::string puzzles = write_puzzles(), history = files.at("h.jsonl");
    const Words words = search({"-g", "2000", "-j", "1", puzzles});
    const Words command = with(words, {"--checkpoint", checkpoint, "--resume", checkpoint, "--checkpoint-every", "2ms",
                                       "-o", output, "--history", history});
    std::atomic<bool> ended = false;
    std::thread first([&] { kill_when(command, [&] { return ended.load(); }); });
    while (text_of_file(checkpoint).empty()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    const auto expect_locked = [&](const Words& second, const std::string& file) {
        expect_refused(with(second, {"-q"}), 5,
                       "cannot write " + file + ": another process is writing it; wait for its end, or name another");
    };
    expect_locked(command, checkpoint);
    expect_locked({"solve", "--resume", checkpoint}, checkpoint);
    expect_locked(solve({easy, "-o", output}), output);
    expect_locked(solve({easy, "--history", history}), history);
    EXPECT_NE(text_of_file(history), "") << "it was not emptied";
    ended = true;
    first.join();
    const Finished whole = run(words), last = run(command);
    EXPECT_EQ(last.code, whole.code) << last.err;
    EXPECT_EQ(text_of_file(output), whole.out);
    EXPECT_EQ(fingerprint_in(last.err), fingerprint_in(whole.err));
}

TEST_F(Checkpoint, AFolderThatGoesAwayIsReported) {
    const std::string folder = files.folder() + "/away", file = folder + "/run.ckpt";
    const std::string warning = "run.ckpt: No such file or directory; the run goes on without it\n";
    Finished finished;
    for (int generations = 4000;; generations *= 4) {  // until the folder goes before the end
        std::filesystem::create_directory(folder);
        const Words words =
            search({"-g", std::to_string(generations), "-", "--checkpoint", file, "--checkpoint-every", "1ms"});
        std::atomic<bool> ended = false;
        std::thread remover([&] {
            while (!ended && !std::filesystem::exists(file)) std::this_thread::sleep_for(std::chrono::milliseconds(1));
            for (std::error_code error; std::filesystem::exists(folder);) std::filesystem::remove_all(folder, error);
        });
        finished = run(words, easy + "\n" + impossible + "\n");
        ended = true;
        remover.join();
        if (contains(finished.err, warning) || generations > 1'000'000) break;
    }
    EXPECT_EQ(finished.out, easy_answer + "\n-\n");
    EXPECT_TRUE(contains(finished.err, warning)) << finished.err;
    EXPECT_EQ(finished.code, 5);
}

/// The bytes of a grid in a checkpoint.
std::string bytes_of(const Grid& grid) { return {grid.cells().begin(), grid.cells().end()}; }

/// A puzzle with other names for two digits.
Grid renamed(Grid grid) {
    for (std::uint8_t& digit : grid.cells()) {
        if (digit == 1 || digit == 2) digit = static_cast<std::uint8_t>(3 - digit);
    }
    return grid;
}

std::string state_of(const std::string& file) {
    CheckpointReader reader(file);
    std::string state;
    try {
        for (char byte = 0;; state += byte) reader.read(&byte, 1);
    } catch (const CheckpointError&) {
    }
    return state;
}

std::size_t replace(std::string& text, const std::string& from, const std::string& to) {
    std::size_t count = 0;
    for (std::size_t at = text.find(from); at != text.npos; at = text.find(from, at + to.size()), ++count) {
        text.replace(at, from.size(), to);
    }
    return count;
}

TEST_F(Checkpoint, WithAnAnswerToAnotherPuzzleIsRefused) {
    const std::string puzzles = files.write("p.txt", impossible + "\n" + easy + "\n");
    // The second puzzle is solved early and waits for the first, which nothing solves.
    std::string state;
    for (int generations = 1000, milliseconds = 50; state.find(bytes_of(easy_solution)) == state.npos;) {
        ASSERT_LT(generations, 100'000'000);
        std::filesystem::remove(checkpoint);
        const Finished first = run({"solve", "-d", "cpu", "-s", "1", "--presolve", "singles", "-p", "40", "--format",
                                    "line", puzzles, "-g", std::to_string(generations), "--checkpoint", checkpoint,
                                    "--timeout", std::to_string(milliseconds) + "ms"});
        if (first.out.empty()) {  // the time ended before the first puzzle did, perhaps before the second
            state = state_of(checkpoint);
            milliseconds *= 2;
        } else {
            generations *= 4;
        }
    }
    const Finished good = resume(state);
    EXPECT_EQ(good.out, "-\n" + easy_answer + "\n") << good.err;
    EXPECT_EQ(replace(state, bytes_of(easy_puzzle), bytes_of(renamed(easy_puzzle))), 1u);
    EXPECT_EQ(replace(state, bytes_of(easy_solution), bytes_of(renamed(easy_solution))), 1u);
    const Finished forged = expect_ends(resume(state), 2, {}, {"the checkpoint contradicts itself"});
    EXPECT_EQ(forged.out, "");
}

TEST_F(Checkpoint, OfACountThatLogicSettlesIsRefused) {
    run(with(split("count --presolve none --positions 0 --population 50 --batches 1 -s 1 --puzzle"),
             {easy, "--checkpoint", checkpoint}));
    std::string state = state_of(checkpoint);
    const std::string before = "presolve" + std::string("\4\0\0\0\0\0\0\0", 8);
    ASSERT_EQ(replace(state, before + "none", before + "full"), 1u);
    write_checkpoint_file(*std::make_unique<WrittenFile>(checkpoint),
                          [&](const StateWriter& to) { to(state.data(), state.size()); });
    expect_ends(run({"count", "--resume", checkpoint}), 2, {}, {"the checkpoint contradicts itself"});
}

TEST_F(Checkpoint, ThatIsRefusedLeavesTheFileOfResultsAsItWas) {
    const std::string puzzles = files.write("p.txt", hard + "\n");
    std::string state;
    for (int milliseconds = 50; state.size() < 2000; milliseconds *= 2) {  // until it has a population
        ASSERT_LT(milliseconds, 100'000);
        std::filesystem::remove(checkpoint);
        run(with(
            split("solve -d cpu -s 1 --presolve none -p 40 --mutation none -g 100000000"),
            {puzzles, "--checkpoint", checkpoint, "-o", output, "--timeout", std::to_string(milliseconds) + "ms"}));
        state = state_of(checkpoint);
    }
    state[state.size() - 1000] = static_cast<char>(state[state.size() - 1000] ^ 1);  // of the population
    const std::string written = "an answer that was written later\n";
    files.write("out.txt", written);
    expect_ends(resume(state, {"-o", output}), 2, {}, {"the checkpoint does not fit "});
    EXPECT_EQ(text_of_file(output), written);
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

TEST(CountCommand, GoesOnFromItsCheckpoint) {
    const TemporaryFiles files;
    const std::string checkpoint = files.at("count.ckpt"), history = files.at("count.jsonl");
    const Words words = with(
        split("count -d cpu --order 2 --positions 0 --population 2000 --sweeps 40 --error 0.1% --batches 3 --seed 4"),
        {"--format", "jsonl", "--puzzle", std::string(16, '.')});
    const auto whole = nlohmann::json::parse(run(words).out);
    const Finished first =
        run({.arguments = with(words, {"--checkpoint", checkpoint, "--checkpoint-every", "50ms", "--history", history}),
             .signal_after = "32 populations: ",
             .signal = SIGTERM});
    EXPECT_EQ(first.code, 128 + SIGTERM) << first.err;
    EXPECT_TRUE(contains(first.err, " count --resume " + checkpoint + " goes on")) << first.err;
    EXPECT_EQ(run({"solve", "--resume", checkpoint}).code, 2) << "it is no search";
    const Finished late = run({"count", "--resume", checkpoint, "--timeout", "1ms"});
    EXPECT_TRUE(contains(late.err, " --timeout ")) << late.err;
    const Finished second =
        run({"count", "--resume", checkpoint, "--timeout", "1h", "--format", "jsonl", "-j", "3", "-p", "2k"});
    EXPECT_TRUE(contains(second.err, " populations so far; writes ")) << second.err;
    expect_refused({"count", "--resume", checkpoint, "-p", "3k"}, 2, "--population is 3000, but the run in ");
    const auto resumed = nlohmann::json::parse(second.out);
    EXPECT_EQ(resumed.at("log10"), whole.at("log10"));
    EXPECT_EQ(resumed.at("populations"), whole.at("populations"));
    EXPECT_EQ(resumed.at("fingerprint"), whole.at("fingerprint"));
    EXPECT_GT(resumed.at("seconds"), nlohmann::json::parse(first.out).at("seconds")) << "of both";
    EXPECT_GT(std::filesystem::file_size(history), 0u);
}

}  // namespace
}  // namespace evodoku::test
