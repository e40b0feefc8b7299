// solve() with many answers at a time: order, threads, wrong answers among right ones, memory.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <mutex>
#include <set>
#include <thread>

#include "cpu/machine.hpp"
#include "evodoku/backend/solve.hpp"
#include "support/configurations.hpp"

namespace evodoku {
namespace {

/// Answers every puzzle with the same solution. In each epoch it answers about half of those that it has, last first.
class Prompt final : public Backend {
public:
    explicit Prompt(std::uint32_t slots) : slots_(slots) {}
    /// The puzzles that get a wrong solution.
    std::set<std::uint32_t> wrong;

    std::string name() const override { return "prompt"; }
    std::uint32_t puzzle_slots() const override { return slots_; }
    bool has_long_epochs() const override { return false; }
    void submit(const PuzzleJob& job) override { queue_.push_back(job.puzzle_index); }
    void resume(SavedPuzzle puzzle) override { submit(puzzle.job); }
    void save(const ByteSink&) const override {}
    bool busy() const override { return !queue_.empty(); }
    std::vector<Outcome> advance_epoch(const std::function<bool()>&) override {
        std::vector<Outcome> answers;
        for (std::size_t left = (queue_.size() + 1) / 2; left != 0; --left) {
            Outcome& answer = answers.emplace_back();
            answer.puzzle_index = queue_.back();
            answer.status = Status::solved;
            answer.board = test::easy_solution;
            answer.evaluations = answer.fingerprint = answer.puzzle_index + 1;
            if (wrong.contains(answer.puzzle_index)) std::swap(answer.board[0], answer.board[1]);
            queue_.pop_back();
        }
        return answers;
    }
    std::vector<Progress> progress() const override { return {}; }
    std::vector<IslandProgress> islands() const override { return {}; }
    std::vector<PopulationProgress> populations(std::span<const std::uint32_t>, Detail) const override { return {}; }
    std::vector<Outcome> abandon() override {
        queue_.clear();
        return {};
    }

private:
    std::uint32_t slots_;
    std::vector<std::uint32_t> queue_;
};

/// `count` times the same puzzle.
std::function<std::optional<Grid>()> puzzles(std::uint32_t count) {
    return [left = count]() mutable -> std::optional<Grid> {
        return left-- != 0 ? std::optional(test::easy_puzzle) : std::nullopt;
    };
}

using Outcomes = std::vector<std::uint32_t>;

/// The puzzle_index of every outcome.
std::function<void(std::span<const Outcome>)> noting(Outcomes& all) {
    return [&](std::span<const Outcome> outcomes) {
        EXPECT_FALSE(outcomes.empty());
        for (const Outcome& outcome : outcomes) all.push_back(outcome.puzzle_index);
    };
}

Outcomes first_numbers(std::uint32_t count) {
    Outcomes numbers(count);
    for (std::uint32_t k = 0; k < count; ++k) numbers[k] = k;
    return numbers;
}

TEST(SolveBatches, OutcomesComeInOrderAndTheSameOnAnyNumberOfThreads) {
    constexpr std::uint32_t count = 5'000;
    std::uint64_t fingerprint = 0;
    for (const unsigned threads : {0u, 1u, 2u, 5u}) {
        Prompt backend(700);
        SolveOptions options;
        const auto workers = cpu::make_std_workers(threads);
        std::mutex mutex;
        std::set<std::thread::id> used;
        if (threads != 0) {
            options.for_each = [&](std::uint32_t blocks, const std::function<void(std::uint32_t)>& task) {
                EXPECT_GT(blocks, 1u);
                workers->for_each(blocks, [&](std::uint32_t block) {
                    task(block);
                    const std::lock_guard lock(mutex);
                    used.insert(std::this_thread::get_id());
                });
            };
        }
        Outcomes all;
        const Summary summary = solve(backend, options, puzzles(count), noting(all));
        EXPECT_EQ(all, first_numbers(count));
        EXPECT_EQ(summary.solved, count);
        EXPECT_EQ(used.empty(), threads == 0);
        if (threads == 0) fingerprint = summary.fingerprint;
        EXPECT_EQ(summary.fingerprint, fingerprint) << threads;
    }
}

TEST(SolveBatches, AWrongSolutionAmongManyEndsTheRunAfterThoseBeforeIt) {
    Prompt backend(1'000);
    backend.wrong = {1'234, 1'300};
    Outcomes all;
    try {
        solve(backend, {}, puzzles(3'000), noting(all));
        FAIL() << "a wrong solution was accepted";
    } catch (const VerificationError& error) {
        const std::string text = error.what();
        EXPECT_TRUE(text.starts_with("puzzle 1235: the search reports a wrong solution: ") ||
                    text.starts_with("puzzle 1301: the search reports a wrong solution: "))
            << text;
    }
    ASSERT_LE(all.size(), 1'234u);
    EXPECT_EQ(all, first_numbers(static_cast<std::uint32_t>(all.size())));
}

TEST(SolveBatches, AStoppedRunReportsEveryPuzzleOnce) {
    Prompt backend(1'000);
    SolveOptions options;
    int asked = 0;
    options.should_stop = [&] { return ++asked > 2'500; };
    Outcomes all;
    const Summary summary = solve(backend, options, puzzles(9'000), noting(all));
    EXPECT_EQ(all, first_numbers(9'000));
    EXPECT_TRUE(summary.stopped);
    EXPECT_GT(summary.solved, 0u);
    EXPECT_GT(summary.untried, 6'000u);
    EXPECT_EQ(summary.solved + summary.untried, 9'000u);
}

long peak_memory_mib() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss / 1024;
}

TEST(SolveBatches, MemoryDoesNotGrowWithTheNumberOfPuzzles) {
    const auto solve_many = [](std::uint32_t count, const SolveOptions& options) {
        Prompt backend(2'000);
        std::uint64_t reported = 0;
        solve(backend, options, puzzles(count),
              [&](std::span<const Outcome> outcomes) { reported += outcomes.size(); });
        EXPECT_EQ(reported, count);
    };
    SolveOptions stopped;  // puzzles that never begin are reported, too
    stopped.should_stop = [] { return true; };
    solve_many(200'000, {});  // up to 100,000 outcomes may wait for the first puzzle
    const long before = peak_memory_mib();
    solve_many(600'000, {});
    solve_many(600'000, stopped);
    if (*EVODOKU_SANITIZE != '\0') return;  // sanitizers keep what is freed
    EXPECT_LE(peak_memory_mib() - before, 16) << "600,000 outcomes would take 200 MiB";
}

}  // namespace
}  // namespace evodoku
