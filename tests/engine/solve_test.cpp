// solve(): order, budgets, stopping, verification, threads, memory; with the real backend and with a prompt one.
#include "evodoku/backend/solve.hpp"

#include <sys/resource.h>

#include <mutex>
#include <set>
#include <thread>

#include "core/geometry.hpp"
#include "evodoku/logic/verifier.hpp"
#include "support/refusal.hpp"
#include "support/serial_backend.hpp"

namespace evodoku {
namespace {

using test::one_by_one;

std::unique_ptr<Backend> small_backend(std::uint32_t population = 2'000, std::uint32_t generations = 60,
                                       std::uint32_t slots = 1) {
    Config config = plain_config();
    config.population = population, config.generations = generations;
    return test::evolution_backend(config, slots);
}

std::vector<Outcome> solve_all(Backend& backend, const SolveOptions& options, const std::vector<Grid>& puzzles,
                               Summary* summary = nullptr) {
    std::size_t given = 0;
    std::vector<Outcome> outcomes;
    const Summary made = solve(backend, options, one_by_one(puzzles, given),
                               [&](const Outcome& outcome) { outcomes.push_back(outcome); });
    if (summary != nullptr) *summary = made;
    return outcomes;
}

TEST(Solve, ByEvolutionAlone) {
    const auto backend = small_backend(20'000);
    const SolveOptions options{.seed = 3, .presolve = PresolveLevel::none};
    const Outcome outcome = solve(*backend, options, test::easy_puzzle);
    EXPECT_EQ(outcome.status, Status::solved);
    EXPECT_EQ(outcome.board, test::easy_solution);
    EXPECT_GT(outcome.generations, 0u);
    EXPECT_GT(outcome.evaluations, 20'000u);
    EXPECT_EQ(outcome.filled, 0);
}

TEST(Solve, EndsWithTheGenerationThatReachesItsEvaluations) {
    for (const std::uint32_t islands : {1u, 4u}) {
        Config config =
            test::with_settings(plain_config(), "population=400 elite=0 max-evaluations=3000 restart-after=0");
        config.islands = islands;
        const auto backend = test::evolution_backend(config, 1);
        const SolveOptions options{.seed = 3, .presolve = PresolveLevel::none};
        const Outcome outcome = solve(*backend, options, test::hard_puzzle);
        EXPECT_EQ(outcome.status, Status::unsolved);
        EXPECT_EQ(outcome.evaluations, 3'200u) << "400 at the start, and 7 generations of 400";
    }
}

TEST(Solve, EndsAtTheSynchronisationThatReachesItsWork) {
    const Config config =
        test::with_settings({}, "population=8 mutation=heat-bath:redraws=4,shift=0 max-work=1000 sync-every=5");
    const auto backend = test::evolution_backend(config, 1);
    const SolveOptions options{.seed = 3, .presolve = PresolveLevel::none};
    const Outcome outcome = solve(*backend, options, test::hard_puzzle);
    const std::uint64_t work = outcome.evaluations + outcome.effort.trials + outcome.effort.redraws;
    EXPECT_GE(work, 1'000u);
    EXPECT_LT(work, 1'000u + 5 * 8 * 5) << "less than an epoch more";
}

TEST(Solve, ByLogicWhereThatIsEnough) {
    const auto backend = small_backend();
    const Outcome outcome = solve(*backend, {}, test::easy_puzzle);
    EXPECT_EQ(outcome.status, Status::solved);
    EXPECT_EQ(outcome.evaluations, 0u);
    EXPECT_EQ(outcome.filled, 51);
}

TEST(Solve, OutcomesComeInInputOrderWhateverEndsFirst) {
    std::vector<Grid> puzzles = test::batch_puzzles();
    const std::vector<Grid> again = test::batch_puzzles();
    puzzles.insert(puzzles.end(), again.begin(), again.end());
    const auto backend = small_backend(300, 40, 3);
    Summary summary;
    const std::vector<Outcome> outcomes = solve_all(*backend, {}, puzzles, &summary);
    ASSERT_EQ(outcomes.size(), puzzles.size());
    for (std::size_t puzzle_index = 0; puzzle_index < outcomes.size(); ++puzzle_index) {
        EXPECT_EQ(outcomes[puzzle_index].puzzle_index, puzzle_index);
        EXPECT_EQ(outcomes[puzzle_index].puzzle, puzzles[puzzle_index]);
        if (outcomes[puzzle_index].status == Status::solved) {
            EXPECT_TRUE(logic::verify(puzzles[puzzle_index], outcomes[puzzle_index].board).valid);
        }
    }
    EXPECT_EQ(summary.puzzles, puzzles.size());
    EXPECT_EQ(summary.solved + summary.unsolved + summary.unsatisfiable, puzzles.size());
}

TEST(Solve, ASolverMakesTheSameRunPieceByPiece) {
    const std::vector<Grid> puzzles = test::batch_puzzles();
    Summary whole;
    const std::vector<Outcome> expected = solve_all(*small_backend(300, 40, 2), {}, puzzles, &whole);
    const auto backend = small_backend(300, 40, 2);
    std::size_t given = 0;
    std::vector<Outcome> outcomes;
    Solver solver(*backend, {}, one_by_one(puzzles, given),
                  [&](std::span<const Outcome> due) { outcomes.insert(outcomes.end(), due.begin(), due.end()); });
    ASSERT_TRUE(solver.advance());
    EXPECT_LT(outcomes.size(), puzzles.size());
    EXPECT_LT(given, puzzles.size()) << "puzzles are taken as they are needed";
    while (solver.advance()) {
    }
    ASSERT_EQ(outcomes.size(), puzzles.size()) << "nothing is left to finish()";
    const Summary summary = solver.finish();
    EXPECT_EQ(summary.fingerprint, whole.fingerprint);
    EXPECT_EQ(summary.evaluations, whole.evaluations);
    for (std::size_t k = 0; k < puzzles.size(); ++k) EXPECT_EQ(outcomes[k].fingerprint, expected[k].fingerprint);
}

TEST(Solve, ASolverThatFinishesEarlyReportsTheRestAsStopped) {
    const std::vector<Grid> puzzles = test::batch_puzzles();
    const auto backend = small_backend(300, 1'000'000, 1);
    std::size_t given = 0;
    std::vector<Outcome> outcomes;
    const SolveOptions options{.presolve = PresolveLevel::none};
    Solver solver(*backend, options, one_by_one(puzzles, given),
                  [&](std::span<const Outcome> due) { outcomes.insert(outcomes.end(), due.begin(), due.end()); });
    ASSERT_TRUE(solver.advance());
    const Summary summary = solver.finish();
    EXPECT_TRUE(summary.stopped);
    ASSERT_EQ(outcomes.size(), puzzles.size());
    EXPECT_TRUE(outcomes.front().stopped);
    EXPECT_GT(outcomes.front().evaluations, 0u);
    EXPECT_EQ(summary.untried, puzzles.size() - 1);
}

TEST(Solve, APuzzlesAnswerDoesNotDependOnItsSlotOrNeighbours) {
    const std::vector<Grid> puzzles = test::batch_puzzles();
    const auto alone = small_backend(300, 40, 1);
    const auto side_by_side = small_backend(300, 40, 4);
    SolveOptions options;
    options.presolve = PresolveLevel::none;
    const std::vector<Outcome> a = solve_all(*alone, options, puzzles), b = solve_all(*side_by_side, options, puzzles);
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t puzzle_index = 0; puzzle_index < a.size(); ++puzzle_index) {
        EXPECT_EQ(a[puzzle_index].fingerprint, b[puzzle_index].fingerprint) << "puzzle " << puzzle_index;
        EXPECT_EQ(a[puzzle_index].board, b[puzzle_index].board);
        EXPECT_EQ(a[puzzle_index].evaluations, b[puzzle_index].evaluations);
    }
}

TEST(Solve, AnUnsolvablePuzzleEndsAtItsBudgetWithItsBestBoard) {
    const auto backend = small_backend(300, 25);
    const Outcome outcome = solve(*backend, {}, test::impossible_puzzle);
    EXPECT_EQ(outcome.status, Status::unsolved);
    EXPECT_FALSE(outcome.stopped);
    EXPECT_EQ(outcome.generations, 25u);
    EXPECT_GT(outcome.cost, 0u);
    EXPECT_FALSE(logic::verify(test::impossible_puzzle, outcome.board).valid);
}

TEST(Solve, AContradictionIsFoundBeforeAnySearch) {
    Grid puzzle;
    for (int column = 0; column < 8; ++column) puzzle[column] = static_cast<std::uint8_t>(column + 1);
    puzzle[cell_at(4, 8)] = 9;
    const auto backend = small_backend();
    const Outcome outcome = solve(*backend, {}, puzzle);
    EXPECT_EQ(outcome.status, Status::unsatisfiable);
    EXPECT_EQ(outcome.reason, "r1c9 has no candidate");
    EXPECT_EQ(outcome.evaluations, 0u);
}

TEST(Solve, ABoxWithoutAnArrangementIsAContradiction) {
    Grid puzzle(2);  // three cells of the first box are left to 1 and 2
    puzzle[2] = 3, puzzle[3] = 4, puzzle[8] = 3, puzzle[12] = 4;
    const auto backend = test::evolution_backend(large_config(2), 1);
    const SolveOptions options{.presolve = PresolveLevel::givens};
    const Outcome outcome = solve(*backend, options, puzzle);
    EXPECT_EQ(outcome.status, Status::unsatisfiable);
    EXPECT_NE(outcome.reason.find("box 1"), std::string::npos) << outcome.reason;
    EXPECT_EQ(outcome.evaluations, 0u);
}

TEST(Solve, LargerBoards) {
    for (const int order : {2, 4, 5}) {
        const auto backend = cpu::make_backend(cpu::make_tbb_workers(2), large_config(order), 4);
        std::vector<Grid> puzzles;
        for (std::uint32_t k = 0; k < 6; ++k)
            puzzles.push_back(logic::generate_puzzle({order, percent(40), logic::Holes::balanced, 5, k}).puzzle);
        const SolveOptions options{.seed = 7};
        const std::vector<Outcome> outcomes = solve_all(*backend, options, puzzles);
        ASSERT_EQ(outcomes.size(), 6u);
        for (std::uint32_t k = 0; k < 6; ++k) {
            EXPECT_EQ(outcomes[k].puzzle_index, k) << "in input order";
            EXPECT_EQ(outcomes[k].status, Status::solved);
            EXPECT_TRUE(logic::verify(puzzles[k], outcomes[k].board).valid);
        }
    }
}

TEST(Solve, StopsWhenAskedAndReportsEveryPuzzle) {
    for (const bool every_generation : {false, true}) {
        const auto backend = small_backend(300, 100'000);
        SolveOptions options{.presolve = PresolveLevel::none, .every_generation = every_generation};
        int asked = 0;
        options.should_stop = [&] { return ++asked > 30; };  // in the first puzzle, after some generations
        Summary summary;
        const std::vector<Outcome> outcomes =
            solve_all(*backend, options, {test::impossible_puzzle, test::easy_puzzle, test::hard_puzzle}, &summary);
        ASSERT_EQ(outcomes.size(), 3u);
        EXPECT_TRUE(summary.stopped);
        EXPECT_TRUE(outcomes[0].stopped);
        EXPECT_GT(outcomes[0].evaluations, 0u);
        EXPECT_EQ(outcomes[2].evaluations, 0u);
        for (const Outcome& outcome : outcomes) EXPECT_EQ(outcome.status, Status::unsolved);
    }
}

TEST(Solve, WatchingEveryGenerationDoesNotChangeTheEvolution) {
    SolveOptions plain, watched;
    plain.presolve = watched.presolve = PresolveLevel::none;
    watched.every_generation = true;
    std::vector<std::uint32_t> generations;
    watched.on_progress = [&](const Backend& backend) {
        for (const Progress& progress : backend.progress()) generations.push_back(progress.generation);
    };
    const auto a = small_backend(500, 33), b = small_backend(500, 33);
    const Outcome quiet = solve(*a, plain, test::impossible_puzzle);
    const Outcome loud = solve(*b, watched, test::impossible_puzzle);
    EXPECT_EQ(quiet.fingerprint, loud.fingerprint);
    EXPECT_EQ(quiet.evaluations, loud.evaluations);
    ASSERT_GE(generations.size(), 34u);
    for (std::uint32_t k = 0; k < 34; ++k) EXPECT_EQ(generations[k], k);
}

/// Evolves the batch until should_stop() was called `calls` times, if not 0.
std::vector<Outcome> evolve_batch(Backend& backend, std::uint32_t calls = 0) {
    SolveOptions options{.presolve = PresolveLevel::none};
    std::uint32_t called = 0;
    if (calls != 0) options.should_stop = [&] { return ++called > calls; };
    return solve_all(backend, options, test::batch_puzzles());
}

/// A stop inside an epoch, and inside a generation, leaves each island its last complete generation.
void expect_complete_generations(const Config& config, const std::function<std::unique_ptr<cpu::Workers>()>& workers,
                                 std::uint32_t slots) {
    Config in_one_epoch = config;
    in_one_epoch.sync_every = in_one_epoch.generations = 500;
    const auto stopped = cpu::make_backend(workers(), in_one_epoch, slots);
    std::uint32_t shown = 0;
    for (const std::uint32_t calls : {40u, 151u, 500u}) {
        for (const Outcome& outcome : evolve_batch(*stopped, calls)) {
            if (outcome.status == Status::solved) continue;
            ASSERT_TRUE(outcome.stopped);
            ASSERT_LT(outcome.generations, 500u);
            if (outcome.generations == 0) continue;  // stopped before or in its first generation
            Config up_to_there = config;
            up_to_there.sync_every = up_to_there.generations = outcome.generations;
            const auto whole = cpu::make_backend(workers(), up_to_there, slots);
            const Outcome same = evolve_batch(*whole)[outcome.puzzle_index];
            EXPECT_FALSE(same.stopped);
            EXPECT_EQ(same.cost, outcome.cost);
            test::expect_same(same, outcome);
            ++shown;
        }
    }
    EXPECT_GT(shown, 1u);
    // The backend is as good as new.
    Config short_config = config;
    short_config.generations = 20;
    const auto used = cpu::make_backend(workers(), short_config, slots);
    const auto fresh = cpu::make_backend(workers(), short_config, slots);
    evolve_batch(*used, 77);
    const std::vector<Outcome> again = evolve_batch(*used), first = evolve_batch(*fresh);
    for (std::size_t k = 0; k < first.size(); ++k) EXPECT_EQ(again[k].fingerprint, first[k].fingerprint) << k;
}

TEST(Solve, AStopInsideAnEpochReportsTheLastCompleteGeneration) {
    const auto serial = [] { return cpu::make_serial_workers(cpu::Order::shuffled); };
    const auto threads = [] { return cpu::make_tbb_workers(3); };
    Config config = test::with_settings(plain_config(), "population=1000");
    expect_complete_generations(config, serial, 1);   // steps in chunks
    expect_complete_generations(config, serial, 8);   // puzzle by puzzle
    expect_complete_generations(config, threads, 8);  // puzzle by puzzle, side by side
    expect_complete_generations(config, threads, 1);
    config.islands = 5;  // which stop in different generations, some before their first
    for (std::uint32_t calls = 1; calls < 60; ++calls) {
        const auto backend = cpu::make_backend(serial(), config, 2);
        for (const Outcome& outcome : evolve_batch(*backend, calls)) {
            EXPECT_TRUE(outcome.stopped);
            EXPECT_LE(outcome.generations, 10u) << calls;
            EXPECT_EQ(outcome.evaluations == 0, outcome.fingerprint == 0) << calls;
            EXPECT_LE(outcome.cost, 162u) << calls;
        }
    }
    config.islands = 1;
    config.distinct = true;  // with a table that must be empty between generations
    expect_complete_generations(config, serial, 1);
    expect_complete_generations(config, threads, 8);
}

/// Answers every puzzle with the same solution. In each epoch it answers about half of those that it has, last first.
class Prompt final : public Backend {
public:
    explicit Prompt(std::uint32_t slots) : slots_(slots) {}
    /// The puzzles that get a wrong solution.
    std::set<std::uint32_t> wrong;

    std::string name() const override { return "prompt"; }
    std::uint32_t puzzle_slots() const override { return slots_; }
    bool has_long_epochs() const override { return false; }
    void resume(SavedPuzzle puzzle) override { queue_.push_back(puzzle.job.puzzle_index); }
    void save(const StateWriter&) const override {}
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
auto noting(Outcomes& all) {
    return [&](const Outcome& outcome) { all.push_back(outcome.puzzle_index); };
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
        const auto workers = cpu::make_tbb_workers(threads);
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

TEST(SolveBatches, ASolutionOfAnotherPuzzleIsNeverPassedOn) {
    Prompt backend(1);
    EXPECT_THROW(solve(backend, {}, test::hard_puzzle), VerificationError);
}

TEST(SolveBatches, AWrongSolutionAmongManyEndsTheRunAfterThoseBeforeIt) {
    Prompt backend(1'000);
    backend.wrong = {1'234, 1'300};
    Outcomes all;
    const std::string text = test::refusal<VerificationError>([&] { solve(backend, {}, puzzles(3'000), noting(all)); });
    EXPECT_TRUE(text.starts_with("puzzle 1235: the search reports a wrong solution: ") ||
                text.starts_with("puzzle 1301: the search reports a wrong solution: "))
        << text;
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
        solve(backend, options, puzzles(count), [&](const Outcome&) { ++reported; });
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
