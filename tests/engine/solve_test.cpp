// solve(): order, budgets, stopping, verification - with the real backend and with one that lies.
#include "evodoku/backend/solve.hpp"
#include "core/geometry.hpp"

#include <gtest/gtest.h>

#include "evodoku/engine/errors.hpp"
#include "evodoku/logic/verifier.hpp"
#include "support/configurations.hpp"
#include "support/serial_backend.hpp"

namespace evodoku {
namespace {

std::unique_ptr<Backend> small_backend(std::uint32_t population = 2'000, std::uint32_t generations = 60,
                                       std::uint32_t slots = 1) {
    Config config = plain_config();
    config.population = population;
    config.generations = generations;
    return cpu::make_backend(cpu::make_serial_workers(cpu::Order::forwards), config, slots);
}

std::vector<Outcome> solve_all(Backend& backend, const SolveOptions& options, const std::vector<Grid>& puzzles,
                               Summary* summary = nullptr) {
    std::size_t given = 0;
    std::vector<Outcome> outcomes;
    const Summary made = solve(
        backend, options,
        [&]() -> std::optional<Grid> {
            if (given == puzzles.size()) return std::nullopt;
            return puzzles[given++];
        },
        [&](const Outcome& outcome) { outcomes.push_back(outcome); });
    if (summary != nullptr) *summary = made;
    return outcomes;
}

TEST(Solve, ByEvolutionAlone) {
    const auto backend = small_backend(20'000);
    SolveOptions options;
    options.seed = 3;
    options.presolve = PresolveLevel::none;
    const Outcome outcome = solve(*backend, options, test::easy_puzzle);
    EXPECT_EQ(outcome.status, Status::solved);
    EXPECT_EQ(outcome.board, test::easy_solution);
    EXPECT_GT(outcome.generations, 0u);
    EXPECT_GT(outcome.evaluations, 20'000u);
    EXPECT_EQ(outcome.filled, 0);
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
    Solver solver(
        *backend, {}, [&] { return given == puzzles.size() ? std::optional<Grid>() : puzzles[given++]; },
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
    SolveOptions options;
    options.presolve = PresolveLevel::none;
    Solver solver(
        *backend, options, [&] { return given == puzzles.size() ? std::optional<Grid>() : puzzles[given++]; },
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

TEST(Solve, StopsWhenAskedAndReportsEveryPuzzle) {
    for (const bool every_generation : {false, true}) {
        const auto backend = small_backend(300, 100'000);
        SolveOptions options;
        options.presolve = PresolveLevel::none;
        int asked = 0;
        options.should_stop = [&] { return ++asked > 30; };  // in the first puzzle, after some generations
        options.every_generation = every_generation;
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
    SolveOptions options;
    options.presolve = PresolveLevel::none;
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
            EXPECT_EQ(same.generations, outcome.generations);
            EXPECT_EQ(same.fingerprint, outcome.fingerprint);
            EXPECT_EQ(same.evaluations, outcome.evaluations);
            EXPECT_EQ(same.cost, outcome.cost);
            EXPECT_EQ(same.board, outcome.board);
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
    const auto threads = [] { return cpu::make_std_workers(3); };
    Config config = plain_config();
    config.population = 1'000;
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

/// Calls any board a solution.
class LyingBackend final : public Backend {
public:
    std::string name() const override { return "liar"; }
    std::uint32_t puzzle_slots() const override { return 1; }
    bool has_long_epochs() const override { return false; }
    void submit(const PuzzleJob& job) override { job_ = job, busy_ = true; }
    void resume(SavedPuzzle puzzle) override { submit(puzzle.job); }
    void save(const ByteSink&) const override {}
    bool busy() const override { return busy_; }
    std::vector<Outcome> advance_epoch(const std::function<bool()>&) override {
        busy_ = false;
        Outcome answer;
        answer.puzzle_index = job_.puzzle_index;
        answer.status = Status::solved;
        answer.board = test::easy_solution;  // a valid grid, of another puzzle
        return {answer};
    }
    std::vector<Progress> progress() const override { return {}; }
    std::vector<IslandProgress> islands() const override { return {}; }
    std::vector<PopulationProgress> populations(std::span<const std::uint32_t>, Detail) const override { return {}; }
    std::vector<Outcome> abandon() override { return {}; }

private:
    PuzzleJob job_;
    bool busy_ = false;
};

TEST(Solve, AWrongSolutionIsNeverPassedOn) {
    LyingBackend liar;
    SolveOptions options;
    options.presolve = PresolveLevel::none;
    EXPECT_THROW(solve(liar, options, test::hard_puzzle), VerificationError);
}

}  // namespace
}  // namespace evodoku
