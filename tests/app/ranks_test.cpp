// The program on several ranks, as mpirun starts it, gives the results of one process; ranks that are killed, slow,
// different or out of disk space. Without MPI: what the program says then.
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

void expect_same(const Finished& several, const Finished& one) {
    EXPECT_EQ(several.code, one.code) << several.err;
    EXPECT_EQ(without_times(several.out), without_times(one.out)) << several.err;
    EXPECT_EQ(fingerprint_in(several.err), fingerprint_in(one.err)) << several.err;
}

#if EVODOKU_HAVE_MPI

/// What mpirun needs as root, and with more ranks than processors.
const Words for_mpirun = {"OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1",
                          "OMPI_MCA_rmaps_base_oversubscribe=1"};

Call on_ranks(int ranks, const Words& arguments) {
    return {
        .arguments = arguments, .environment = for_mpirun, .launcher = {EVODOKU_MPIRUN, "-n", std::to_string(ranks)}};
}

/// A run on ranks that can't write files of more than so many bytes, as on a full disk. MPI uses no shared memory: its
/// files would be larger.
Call on_full_disks(int ranks, int bytes, const Words& arguments) {
    Call call = on_ranks(ranks, arguments);
    const Words limited = {"sh", "-c", "trap '' XFSZ; exec \"$0\" \"$@\"", "prlimit",
                           "--fsize=" + std::to_string(bytes)};
    call.launcher = with(call.launcher, limited);
    call.environment.emplace_back("OMPI_MCA_btl=tcp,self");
    return call;
}

/// Two ranks, each with a command of its own. `program`: of the second.
Call on_two(const Words& first, const Words& second, const std::string& program = EVODOKU_PROGRAM) {
    return {.arguments = with(with(first, {":", "-n", "1", program}), second),
            .environment = for_mpirun,
            .launcher = {EVODOKU_MPIRUN, "-n", "1"}};
}

/// Runs the words on ranks and in one process, and compares.
Finished expect_as_one_process(int ranks, const Words& words, const std::string& input = "") {
    Call call = on_ranks(ranks, words);
    call.input = input;
    const Finished several = run(call);
    expect_same(several, run(words, input));
    EXPECT_FALSE(fingerprint_in(several.err).empty()) << several.err;
    return several;
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

TEST_F(OnRanks, IslandsOfAPuzzleGiveTheResultOfOneProcess) {
    const std::vector<Words> all = {
        small_solve({"--islands", "8", "-p", "400", "-g", "45", "--migrate-every", "10", hard, "--format", "jsonl"}),
        solve({"--islands", "8", "--migrate-every", "10", "-p", "512", hard, "--format", "jsonl"}),
        small_cell_solve(with(split("--islands 9 -p 450 -g 45 --migrate-every 10"), {hard, "--format", "jsonl"}))};
    for (const Words& words : all) {
        for (const int ranks : &words == &all.front() ? std::vector{2, 3, 8} : std::vector{3}) {
            const Finished several = expect_as_one_process(ranks, words);
            EXPECT_TRUE(contains(several.err, "islands on " + std::to_string(ranks) + " ranks")) << several.err;
        }
    }
    expect_as_one_process(3, small_solve({"--islands", "2", "--migrate-every", "10", hard, "--format", "jsonl"}));
}

TEST_F(OnRanks, CountsAreThoseOfOneProcess) {
    const Words words =
        with(split("count --device cpu --threads 1 --order 2 --positions 0 --population 500 --error 1%"),
             {"--seed", "4", "--format", "jsonl", "--puzzle", std::string(16, '.')});
    const auto object = [](const Finished& made) {
        auto line = nlohmann::json::parse(made.out);
        line.erase("seconds");
        return line;
    };
    const Finished one = expect_ends(run(words), 0);
    EXPECT_GT(object(one).at("populations"), 16) << "several batches";
    for (const int ranks : {2, 3}) EXPECT_EQ(object(expect_ends(run(on_ranks(ranks, words)), 0)), object(one)) << ranks;
}

TEST_F(OnRanks, PuzzlesOfABatchComeInOrderEachOnce) {
    const Words words = batch({write_puzzles()});
    for (const int ranks : {2, 3}) {
        EXPECT_EQ(lines_of(expect_as_one_process(ranks, words).out).size(), 15u);
    }
    expect_as_one_process(2, batch({"-"}), hard + "\n" + easy + "\n" + easy + "\n");
}

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

TEST_F(OnRanks, SeveralRunsAndHistoriesAreThoseOfOneProcess) {
    const std::string first = files.at("1.csv"), second = files.at("2.csv");
    const Words words =
        small_solve({"--islands", "4", "-p", "400", "--migrate-every", "10", hard, "--runs", "2", "--format", "jsonl"});
    expect_same(run(on_ranks(2, with(words, {"--history", second}))), run(with(words, {"--history", first})));
    const auto timeless = [](const std::string& name) {
        return std::regex_replace(text_of_file(name),
                                  std::regex(R"([0-9]+\.[0-9]+(e-?[0-9]+)?|replay.*|cpu \([^)]*\)[^\n]*)"), "?");
    };
    ASSERT_GT(lines_of(text_of_file(first)).size(), 20u);
    for (const char* part : {"islands on 2 ranks", "rank 1: process "}) {
        EXPECT_TRUE(contains(text_of_file(second), part)) << "the header names all: " << part;
    }
    const std::regex of_rank_1("generation,[^\n]*,1,\n");  // the column before log_weight, which is empty
    EXPECT_TRUE(std::regex_search(text_of_file(second), of_rank_1));
    EXPECT_FALSE(std::regex_search(text_of_file(first), of_rank_1)) << "one process has no rank";
    EXPECT_EQ(lines_of(timeless(second)).size(), lines_of(timeless(first)).size());
}

TEST_F(OnRanks, ATimeLimitEndsAllRanks) {
    const Words words =
        with(small_solve({"--presolve", "none"}), {"--islands", "3", "-g", "1000000000", "--timeout", "300ms", hard});
    expect_ends(run(on_ranks(3, words)), 1, {}, {"(stopped)"});
    expect_ends(run(on_ranks(3, long_batch({write_puzzles(), "-g", "1000000000", "--timeout", "300ms"}))), 1, {},
                {"(stopped)"});
}

TEST_F(OnRanks, LinesOfGenerationsNameTheRank) {
    const Words words = small_solve(split("--islands 2 --migrate-every 10 -g 20 --presolve none -v"));
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
            files.write("large.txt", run(with(split("generate -s 1 --filled 45% --count 4 --order"), {order})).out);
        const Words puzzles_apart = solve({"--order", order, "-g", "100", "--format", "jsonl", puzzles});
        const Words islands_apart = with(
            puzzles_apart, {"--islands", "4", "-p", "16", "-g", "40", "--migrate-every", "10", "--spread", "islands"});
        for (const Words& words : {puzzles_apart, islands_apart}) {
            for (const int ranks : {2, 3}) EXPECT_EQ(lines_of(expect_as_one_process(ranks, words).out).size(), 4u);
        }
        const std::string checkpoint = files.folder() + "/large" + order + ".ckpt";
        const std::string output = files.folder() + "/large" + order + ".txt";
        const Words kept = solve({"--order", order, "-g", "100", "--format", "line", puzzles});
        run(on_ranks(3, with(kept, {"--timeout", "1ms", "--checkpoint", checkpoint, "--output", output})));
        const Finished resumed =
            run(on_ranks(2, {"solve", "--resume", checkpoint, "--timeout", "10m", "--progress", "never"}));
        EXPECT_EQ(text_of_file(output), run(kept).out) << resumed.err;
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
    expect_ends(run(on_ranks(3, {"info"})), 0,
                {"MPI: ", "rank 0: process ", "rank 1: process ", "rank 2: process ", "\n  cpu: "});
    EXPECT_EQ(lines_of(run(on_ranks(3, {"--version"})).out).size(), 1u) << "other commands are made once";
}

TEST_F(OnRanks, InfoAsJsonListsRanksAndTheirDevices) {
    const Finished finished = expect_ends(run(on_ranks(3, {"info", "--json"})), 0);
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

TEST_F(OnRanks, AnExperimentHasOneFileOfResults) {
    files.write("boards.txt", run(split("generate --order 4 -s 1 --filled 40% --count 3")).out);
    const std::string large = files.write("large.toml",
                                          "seeds = [1, 2]\npuzzles = [\"boards.txt\"]\n[defaults]\ngenerations = 60\n"
                                          "[[configurations]]\nname = \"default\"\n");
    for (const auto& [plan, runs] : {std::pair{write_plan(20), 16u}, {large, 6u}}) {
        const std::string first = plan + "-1.jsonl", second = plan + "-3.jsonl";
        const Finished one = run(experiment(plan, first)), several = run(on_ranks(3, experiment(plan, second)));
        EXPECT_EQ(one.code, 0) << one.err;
        EXPECT_EQ(several.code, 0) << several.err;
        ASSERT_EQ(results_in(first).size(), runs);
        EXPECT_EQ(results_in(second), results_in(first));
    }
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

TEST_F(OnRanks, AFullDiskOfRank0EndsAllAndKeepsTheResultsSoFar) {
    expect_ends(run(on_ranks(2, batch({write_puzzles(), "-o", "/dev/full"}))), 5, {},
                {"evodoku: rank 0 (process ", "cannot write to /dev/full: No space left on device"});

    const std::string output = files.at("out.txt");
    const Finished one = run(batch({write_puzzles()}));
    expect_ends(run(on_full_disks(2, 2000, batch({write_puzzles(), "-o", output}))), 5, {},
                {"out.txt: File too large"});
    const Words expected = lines_of(without_times(one.out)), found = lines_of(without_times(text_of_file(output)));
    ASSERT_GE(found.size(), 2u);
    ASSERT_LT(found.size(), expected.size());
    for (std::size_t k = 0; k + 1 < found.size(); ++k) EXPECT_EQ(found[k], expected[k]);  // the last one is cut off
}

TEST_F(OnRanks, AFullDiskLosesNothingButTheCheckpoint) {
    const std::string checkpoint = files.at("run.ckpt");
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
    const std::string plan = write_plan(20), whole = files.at("whole.jsonl"), parts = files.at("parts.jsonl");
    ASSERT_EQ(run(experiment(plan, whole)).code, 0);
    const Finished full = expect_ends(run(on_full_disks(3, 5000, experiment(plan, parts))), 5);
    EXPECT_TRUE(
        std::regex_search(full.err, std::regex("evodoku: rank 0 \\(process [0-9]+ on [^)]+\\): cannot write to ")))
        << full.err;
    EXPECT_EQ(std::filesystem::file_size(parts), 5000u);
    EXPECT_EQ(run(on_ranks(2, experiment(plan, parts))).code, 0);
    EXPECT_EQ(results_in(parts), results_in(whole));
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

TEST_F(OnRanks, WhatDiffersOnOneRankIsRefusedByName) {
    const std::string copy = files.at("evodoku");
    std::filesystem::copy_file(EVODOKU_PROGRAM, copy);
    std::ofstream(copy, std::ios::binary | std::ios::app) << "another build";
    Words on_gpu = small_solve({easy});
    on_gpu[2] = "cuda:9";
    const std::string first = "evodoku: rank 1 (process ";
    const std::tuple<Call, int, std::string> cases[] = {
        {on_two(small_solve({easy}), small_solve({easy, "--elite", "7"})), 2, "--elite is 5% 7, and on rank 0 5%"},
        {on_two(small_solve({easy, "--runs", "2"}), small_solve({easy})), 2, "--runs is not set, and on rank 0 2"},
        {on_two(small_solve({easy}), small_solve({hard})), 2, "input is " + hard + ", and on rank 0 " + easy},
        {on_two(small_solve({easy}), small_solve({easy}), copy), 2, "install the same program on all machines"},
        {on_two(small_solve({easy}), on_gpu), 4, "cuda:9"}};
    for (const auto& [call, code, message] : cases) {
        expect_ends(run(call), code, {}, {first, message});
    }
    const Finished machine = run(on_two(small_solve({easy}), small_solve({easy, "-j", "1", "-q"})));
    EXPECT_EQ(machine.code, 0) << "threads may differ: " << machine.err;
}

/// As a program with one MPI sees itself under the launcher of another.
TEST_F(OnRanks, ALauncherOfAnotherMpiIsRefused) {
    const Words variables = {"PMI_RANK=0", "PMI_SIZE=2", "OMPI_ALLOW_RUN_AS_ROOT=1",
                             "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1"};
    expect_ends(run({.arguments = small_solve({easy}), .environment = variables}), 4, {},
                {"a launcher with PMI started 2 processes, and ", "knows of 1: each would make the whole run"});
}

#endif

TEST(WithoutMpi, SeveralRanksAreRefusedWithTheRemedy) {
    expect_ends(run(Call{.arguments = small_solve({easy}),
                         .environment = {"OMPI_COMM_WORLD_RANK=0", "OMPI_COMM_WORLD_SIZE=2"},
                         .launcher = {"/bin/sh", "-c", "shift; exec " EVODOKU_WITHOUT_MPI " \"$@\"", "sh"}}),
                4, {}, {"built without MPI; apt-get install libopenmpi-dev openmpi-bin"});
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
        expect_same(three, one);
        EXPECT_TRUE(contains(three.err, "on 3 ranks")) << three.err;
    }
}

TEST(SeveralDevices, OfOneProcessSolveLargerBoards) {
    TemporaryFiles files;
    const std::string puzzles = files.write("p.txt", run(split("generate --order 5 --filled 40% --count 4")).out);
    for (const Words& more : {Words{}, Words{"--islands", "3", "-p", "12", "-g", "30", "--spread", "islands"}}) {
        Words words = solve(with({puzzles, "--format", "jsonl"}, more));
        const Finished one = run(words);
        words[2] = "cpu,cpu";
        const Finished two = run(words);
        expect_same(two, one);
        EXPECT_TRUE(contains(two.err, "on 2 ranks")) << two.err;
    }
}

}  // namespace
}  // namespace evodoku::test
