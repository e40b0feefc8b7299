// Runs that are interrupted, killed and resumed: the results are those without an interruption, each once.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <thread>

#include "program.hpp"
#include "temporary_files.hpp"

namespace evodoku::test {
namespace {

std::string text_of(const std::string& name) {
    std::ifstream in(name, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

class Checkpoint : public testing::Test {
protected:
    /// Puzzles that take some generations each.
    Words search(const Words& more = {}) const {
        return with(solve({"--presolve", "singles", "-g", "60", "-p", "40", "--islands", "2", "--format", "line"}),
                    more);
    }
    /// Fifteen of them, of several kinds.
    std::string write_puzzles() const {
        std::string text;
        for (int times = 0; times < 5; ++times) text += hard + "\n" + impossible + "\n" + easy + "\n";
        return files.write("p.txt", text);
    }

    TemporaryFiles files;
    std::string checkpoint = files.folder() + "/run.ckpt", output = files.folder() + "/out.txt";
};

TEST_F(Checkpoint, AnInterruptedRunGoesOnOnOtherThreads) {
    const std::string input = easy + "\n" + impossible + "\n" + easy + "\n";
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        Words words;
        Finished first;
        for (int generations = 300;; generations *= 4) {  // until the signal comes before the end
            std::filesystem::remove(checkpoint);
            words = search({"-p", "64", "-g", std::to_string(generations), "-"});
            Call call{with(words, {"--checkpoint", checkpoint, "-j", "1"}), input};
            call.signal_at = easy_answer + "\n";
            call.signal = signal;
            first = run(call);
            if (first.out.size() < 2 * easy_answer.size() || generations > 1'000'000) break;
        }
        const Finished whole = run(words, input);
        EXPECT_EQ(first.code, 128 + signal);
        EXPECT_EQ(first.out, easy_answer + "\n") << "the rest is in the checkpoint";
        EXPECT_TRUE(contains(first.err, "evodoku: stopped: 1 of 3 puzzles answered; ")) << first.err;
        EXPECT_TRUE(
            contains(first.err, " solve --resume " + checkpoint + " - (with the same puzzles on standard input)"))
            << first.err;
        const Finished second = run({"solve", "--resume", checkpoint, "-", "-j", "3"}, input);
        EXPECT_EQ(second.code, whole.code) << second.err;
        EXPECT_EQ(first.out + second.out, whole.out);
        EXPECT_EQ(fingerprint_in(second.err), fingerprint_in(whole.err));
        EXPECT_TRUE(contains(second.err, ": 1 of 3 puzzles answered; these answers are not printed again\n"))
            << second.err;
        const Finished third = run({"solve", "--resume", checkpoint, "-"}, input);
        EXPECT_EQ(third.out, "") << "nothing is left";
        EXPECT_EQ(third.code, whole.code);
        EXPECT_EQ(fingerprint_in(third.err), fingerprint_in(whole.err));
    }
}

TEST_F(Checkpoint, ASignalOfTheUserWritesOneAndTheRunGoesOn) {
    const std::string written = "evodoku: " + checkpoint + " is written\n";
    Finished finished;
    for (int generations = 800;; generations *= 4) {  // until the signal comes before the end
        std::filesystem::remove(checkpoint);
        Call call{with(search(), {"--checkpoint", checkpoint, "--checkpoint-every", "1h", "-g",
                                  std::to_string(generations), "-"}),
                  easy + "\n" + impossible + "\n"};
        call.signal_at = easy_answer + "\n";
        call.signal = SIGUSR1;
        finished = run(call);
        if (contains(finished.err, written) || generations > 1'000'000) break;
    }
    EXPECT_EQ(finished.code, 1) << finished.err;
    EXPECT_EQ(finished.out, easy_answer + "\n-\n");
    EXPECT_TRUE(contains(finished.err, written)) << finished.err;
}

TEST_F(Checkpoint, OfSeveralRunsGoesOnInTheMiddle) {
    const std::string puzzles = write_puzzles();
    const Words words = search({"--runs", "4", puzzles});
    const Finished whole = run(words);
    const std::string timeouts[] = {"20ms", "40ms", "80ms", "160ms", "320ms", "5m"};
    Finished part;
    std::string out;
    for (const std::string& timeout : timeouts) {
        const Words first = with(words, {"--checkpoint", checkpoint});
        part = run(with(std::filesystem::exists(checkpoint) ? Words{"solve", "--resume", checkpoint} : first,
                        {"--timeout", timeout}));
        out += part.out;
    }
    EXPECT_EQ(part.code, whole.code) << part.err;
    EXPECT_EQ(out, whole.out);
    const std::string totals = "evodoku: 0 of 4 runs solved all puzzles";
    EXPECT_TRUE(contains(whole.err, totals)) << whole.err;
    EXPECT_TRUE(contains(part.err, totals)) << part.err;
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
        kills += !kill_when(command, [&] { return !text_of(output).empty(); });
        in_the_middle += is_in_the_middle(text_of(output));
    }
    EXPECT_GT(in_the_middle, 0) << "no kill came between the first answer and the last";
    for (; kills < 50 && rounds < 400; ++rounds) {
        const bool ended = kill_after(command, std::chrono::microseconds(microseconds(random)));
        kills += !ended;
        const std::string so_far = text_of(output);
        const bool complete = so_far.size() >= whole.out.size();
        if (!ended && !complete) continue;
        const Finished last = run(command);
        EXPECT_EQ(last.code, whole.code) << last.err;
        EXPECT_EQ(text_of(output), whole.out) << "after " << kills << " kills";
        EXPECT_EQ(fingerprint_in(last.err), fingerprint_in(whole.err)) << last.err;
        std::filesystem::remove(checkpoint);
        std::filesystem::remove(output);
    }
    EXPECT_GE(kills, 50);
    const Finished last = run(command);
    EXPECT_EQ(text_of(output), whole.out);
    EXPECT_EQ(fingerprint_in(last.err), fingerprint_in(whole.err)) << last.err;
}

/// The requeue command of the docs, started twice.
TEST_F(Checkpoint, TwoProcessesAtOnceDoNotLoseTheRun) {
    const std::string puzzles = write_puzzles(), history = files.folder() + "/h.jsonl";
    const Words words = search({"-g", "2000", "-j", "1", puzzles});
    const Words command = with(words, {"--checkpoint", checkpoint, "--resume", checkpoint, "--checkpoint-every", "2ms",
                                       "-o", output, "--history", history});
    std::atomic<bool> ended = false;
    std::thread first([&] { kill_when(command, [&] { return ended.load(); }); });
    while (text_of(checkpoint).empty()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    const auto expect_refused = [&](const Words& second, const std::string& file) {
        const Finished finished = run(second);
        EXPECT_EQ(finished.code, 5) << finished.err;
        EXPECT_TRUE(contains(finished.err, "cannot write " + file +
                                               ": another process is writing it; wait for "
                                               "its end, or name another file\n"))
            << finished.err;
    };
    expect_refused(command, checkpoint);
    expect_refused({"solve", "--resume", checkpoint}, checkpoint);
    expect_refused(solve({easy, "-o", output}), output);
    expect_refused(solve({easy, "--history", history}), history);
    EXPECT_NE(text_of(history), "") << "it was not emptied";
    ended = true;
    first.join();
    const Finished whole = run(words), last = run(command);
    EXPECT_EQ(last.code, whole.code) << last.err;
    EXPECT_EQ(text_of(output), whole.out);
    EXPECT_EQ(fingerprint_in(last.err), fingerprint_in(whole.err));
}

TEST_F(Checkpoint, LinksOfTemporaryNamesLeadNowhere) {
    const std::string victim = files.write("victim", "mine");
    for (const char* end : {"/run.ckpt.tmp", "/out.txt.part"}) {
        std::filesystem::create_symlink(victim, files.folder() + end);
    }
    EXPECT_EQ(run(solve({easy, "--checkpoint", checkpoint, "-o", output})).code, 0);
    EXPECT_EQ(run(solve({easy, "--history", files.folder() + "/h.jsonl"})).code, 0);
    EXPECT_EQ(run({"report", files.folder() + "/h.jsonl", "-o", output}).code, 0);
    EXPECT_EQ(text_of(victim), "mine");
}

TEST_F(Checkpoint, AnEmptyFileIsThatOfARunWhichWroteNone) {
    files.write("run.ckpt", "");
    EXPECT_EQ(run(solve({easy, "--checkpoint", checkpoint, "--resume", checkpoint})).code, 0);
    EXPECT_NE(text_of(checkpoint), "");
}

TEST_F(Checkpoint, AFullDiskLosesNothingButTheCheckpoint) {
    const std::string puzzles = write_puzzles();
    const Words words = search({"-p", "400", "-g", "30", puzzles});
    const Finished whole = run(words);
    Call call{with(words, {"--checkpoint", checkpoint, "--checkpoint-every", "1ms"})};
    call.file_size = 4000;
    const Finished full = run(call);
    EXPECT_EQ(full.out, whole.out);
    EXPECT_EQ(fingerprint_in(full.err), fingerprint_in(whole.err));
    const std::string warning =
        "evodoku: cannot write " + checkpoint + ": File too large; the run goes on without it\n";
    const std::size_t at = full.err.find(warning);
    ASSERT_NE(at, full.err.npos) << full.err;
    EXPECT_EQ(full.err.find(warning, at + 1), full.err.npos) << "once";
    for (const auto& entry : std::filesystem::directory_iterator(files.folder())) {
        EXPECT_NE(entry.path().extension(), ".tmp") << entry.path();
    }
    // At its end only a few bytes are to be written, which fit: the last checkpoint is good again.
    EXPECT_EQ(full.code, whole.code) << full.err;
}

TEST_F(Checkpoint, AFolderThatGoesAwayIsReported) {
    const std::string folder = files.folder() + "/away", file = folder + "/run.ckpt";
    const std::string warning = "run.ckpt: No such file or directory; the run goes on without it\n";
    Finished finished;
    for (int generations = 4000;; generations *= 4) {  // until the folder goes before the end
        std::filesystem::create_directory(folder);
        Call call{with(search({"-g", std::to_string(generations), "-"}),
                       {"--checkpoint", file, "--checkpoint-every", "1ms"})};
        call.input = easy + "\n" + impossible + "\n";
        std::atomic<bool> ended = false;
        std::thread remover([&] {
            while (!ended && !std::filesystem::exists(file)) std::this_thread::sleep_for(std::chrono::milliseconds(1));
            for (std::error_code error; std::filesystem::exists(folder);) std::filesystem::remove_all(folder, error);
        });
        finished = run(call);
        ended = true;
        remover.join();
        if (contains(finished.err, warning) || generations > 1'000'000) break;
    }
    EXPECT_EQ(finished.out, easy_answer + "\n-\n");
    EXPECT_TRUE(contains(finished.err, warning)) << finished.err;
    EXPECT_EQ(finished.code, 5);
}

TEST_F(Checkpoint, WrongUsesAreNamed) {
    const std::string puzzles = write_puzzles();
    EXPECT_EQ(run(search({puzzles, "--checkpoint", checkpoint, "-o", output})).code, 1);
    const auto error = [&](const Words& more) {
        const Finished finished = run(with({"solve"}, more));
        return std::to_string(finished.code) + " " + finished.err;
    };
    const Words resume = {"--resume", checkpoint};
    EXPECT_TRUE(contains(error(with(resume, {"--population", "100"})),
                         "2 evodoku: --population is 100, but the run in " + checkpoint + " has 40; leave it out"));
    EXPECT_TRUE(contains(error(with(resume, {"--seed", "3"})), "2 evodoku: --seed is 3, but the run in "));
    EXPECT_TRUE(contains(error(with(resume, {"--preset", "plain"})), "2 evodoku: preset plain:"));
    EXPECT_TRUE(contains(error(with(resume, {"--puzzle", easy})), " is of 15 puzzles, and these are others (1)"));
    EXPECT_TRUE(
        contains(error({"--checkpoint", checkpoint, puzzles}), " exists; resume its run with --resume " + checkpoint));
    EXPECT_TRUE(contains(error({"--checkpoint-every", "3s", puzzles}), "--checkpoint-every needs --checkpoint FILE"));
    EXPECT_TRUE(contains(error({"--checkpoint", files.folder() + "/none/x", puzzles}), "none/x: No such file or"));
    EXPECT_TRUE(contains(error({"--checkpoint", files.folder(), puzzles}),
                         files.folder() + " exists and is not a checkpoint; give another name"));
    const std::string other = files.write("other.txt", easy + "\n");
    EXPECT_TRUE(contains(error({"--checkpoint", other, puzzles}), other + " exists and is not a checkpoint"));
    EXPECT_TRUE(contains(error({"--resume", files.folder() + "/none"}), "5 evodoku: cannot read "));
    EXPECT_TRUE(contains(error({"--resume", puzzles}), " is not a checkpoint of evodoku"));
    const Words quiet_resume = with(resume, {"-q"});
    EXPECT_TRUE(
        contains(error({"-q", "-s", "1", "-o", files.folder(), puzzles}), "5 evodoku: cannot open " + files.folder()));
    files.write("out.txt", "short\n");
    EXPECT_TRUE(contains(error(quiet_resume), "5 evodoku: cannot go on with " + output + ": it is shorter than"));
    const std::string whole = text_of(checkpoint);
    files.write("run.ckpt", whole.substr(0, whole.size() - 3));
    EXPECT_TRUE(contains(error(resume), "2 evodoku: " + checkpoint + " is damaged: "));
}

TEST_F(Checkpoint, OneCommandStartsAndGoesOnWithAPreset) {
    const Words words = {"solve",        "-d",       "cpu",      "-s",      "1",        "--preset", "plain",
                         "-p",           "100",      "-g",       "5",       "--format", "line",     write_puzzles(),
                         "--checkpoint", checkpoint, "--resume", checkpoint};
    const Finished first = run(words), second = run(words);
    EXPECT_EQ(first.code, 1) << first.err;
    EXPECT_EQ(second.code, 1) << second.err;
    EXPECT_EQ(second.out, "");
    EXPECT_EQ(fingerprint_in(second.err), fingerprint_in(first.err));
}

TEST_F(Checkpoint, NoChangedByteIsACrash) {
    EXPECT_EQ(run(search({write_puzzles(), "--checkpoint", checkpoint})).code, 1);
    const std::string whole = text_of(checkpoint);
    for (std::size_t at = 0; at < whole.size(); at += whole.size() / 7) {
        std::string changed = whole;
        changed[at] = static_cast<char>(changed[at] ^ 0x10);
        files.write("run.ckpt", changed);
        EXPECT_EQ(run({"solve", "--resume", checkpoint}).code, 2) << at;
    }
}

TEST(Output, IsTheSameInAFile) {
    const TemporaryFiles files;
    const std::string output = files.write("out.txt", "what was there before is gone, however long it may have been\n");
    for (const char* const format : {"grid", "line"}) {
        const Words words = solve({"--puzzle", easy, "--format", format});
        EXPECT_EQ(run(with(words, {"-o", output})).out, "");
        EXPECT_EQ(lines_of(text_of(output)).back(), lines_of(run(words).out).back());
        EXPECT_EQ(lines_of(text_of(output)).size(), lines_of(run(words).out).size());
    }
    EXPECT_EQ(text_of(output), easy_answer + "\n");
}

}  // namespace
}  // namespace evodoku::test
