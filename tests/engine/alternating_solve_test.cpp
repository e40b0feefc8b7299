// solve() over two backends in turn: the same outcomes in the same order, and none is lost where a device fails.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "evodoku/backend/solve.hpp"
#include "evodoku/engine/errors.hpp"
#include "evodoku/logic/verifier.hpp"
#include "support/halves.hpp"

namespace evodoku {
namespace {

/// Every kind of puzzle: for logic, for evolution, without a solution, with two digits in one place.
std::vector<Grid> puzzles() {
    std::vector<Grid> all;
    Grid contradiction;
    for (int column = 0; column < 8; ++column) contradiction[column] = static_cast<std::uint8_t>(column + 1);
    contradiction[cell_at(4, 8)] = 9;
    for (int times = 0; times < 4; ++times) {
        const std::vector<Grid> kinds = test::batch_puzzles();
        all.insert(all.end(), kinds.begin(), kinds.end());
        all.push_back(contradiction);
    }
    return all;
}

Config config(std::uint32_t generations = 25) {
    Config config = test::small_config();
    config.population = 80, config.generations = generations;
    return config;
}

struct Solved {
    std::vector<Outcome> outcomes;
    Summary summary;
    bool failed = false;
};

Solved solve_all(Backend& backend, SolveOptions options = {}) {
    options.presolve = PresolveLevel::singles;
    const std::vector<Grid> given = puzzles();
    std::size_t next = 0;
    Solved solved;
    try {
        solved.summary = solve(
            backend, options,
            [&]() -> std::optional<Grid> { return next < given.size() ? std::optional(given[next++]) : std::nullopt; },
            [&](const Outcome& outcome) { solved.outcomes.push_back(outcome); });
    } catch (const DeviceError&) {
        solved.failed = true;
    }
    return solved;
}

void expect_same(const Outcome& one, const Outcome& other) {
    EXPECT_EQ(one.puzzle_index, other.puzzle_index);
    EXPECT_EQ(one.puzzle, other.puzzle);
    EXPECT_EQ(one.status, other.status);
    EXPECT_EQ(one.stopped, other.stopped);
    EXPECT_EQ(one.board, other.board);
    EXPECT_EQ(one.reason, other.reason);
    EXPECT_EQ(one.generations, other.generations);
    EXPECT_EQ(one.evaluations, other.evaluations);
    EXPECT_EQ(one.fingerprint, other.fingerprint);
}

/// All in order; those that were not stopped as they would have been. Returns how many those are.
std::size_t expect_all(const Solved& solved, const Solved& reference) {
    std::size_t whole = 0;
    EXPECT_EQ(solved.outcomes.size(), reference.outcomes.size());
    for (std::size_t puzzle_index = 0; puzzle_index < solved.outcomes.size(); ++puzzle_index) {
        SCOPED_TRACE("puzzle " + std::to_string(puzzle_index));
        const Outcome& outcome = solved.outcomes[puzzle_index];
        EXPECT_EQ(outcome.puzzle_index, puzzle_index);
        if (outcome.stopped) {
            EXPECT_EQ(outcome.status, Status::unsolved);
        } else {
            ++whole;
            expect_same(outcome, reference.outcomes[puzzle_index]);
        }
    }
    return whole;
}

TEST(AlternatingSolve, GivesTheOutcomesOfOneBackendInTheirOrder) {
    const Solved one = solve_all(*test::evolution_backend(config(), 6));
    EXPECT_GT(one.summary.solved, 0u);
    EXPECT_GT(one.summary.unsolved, 0u);
    EXPECT_EQ(one.summary.unsatisfiable, 4u);
    for (const bool every_generation : {false, true}) {
        test::Log log;
        SolveOptions options;
        options.every_generation = every_generation;
        std::size_t looks = 0;
        options.on_progress = [&](const Backend& backend) { looks += backend.progress().size() <= 6; };
        const Solved two = solve_all(*test::watched_halves(config(), 3, 3, log), options);
        EXPECT_EQ(expect_all(two, one), puzzles().size());
        EXPECT_EQ(two.summary.fingerprint, one.summary.fingerprint);
        EXPECT_EQ(two.summary.evaluations, one.summary.evaluations);
        EXPECT_GT(looks, 5u);
    }
}

TEST(AlternatingSolve, StoppedAnywhereItReportsEveryPuzzle) {
    const Solved one = solve_all(*test::evolution_backend(config(), 4));
    std::size_t max_whole = 0;
    for (const bool every_generation : {false, true}) {
        SolveOptions options;
        options.every_generation = every_generation;
        int asked = 0;
        options.should_stop = [&] { return ++asked < 0; };
        test::Log whole_log;
        solve_all(*test::watched_halves(config(), 2, 2, whole_log), options);
        const int questions = asked;
        for (int after = 0; after < questions; after += std::max(1, questions / (every_generation ? 9 : 60))) {
            test::Log log;
            asked = 0;
            options.should_stop = [&] { return ++asked > after; };
            const Solved stopped = solve_all(*test::watched_halves(config(), 2, 2, log), options);
            EXPECT_TRUE(stopped.summary.stopped);
            EXPECT_TRUE(log.underway.empty());
            max_whole = std::max(max_whole, expect_all(stopped, one));
        }
    }
    EXPECT_GT(max_whole, 4u) << "some were stopped in the middle";
}

TEST(AlternatingSolve, AFailureInEitherHalfLosesNoAnswer) {
    const Solved one = solve_all(*test::evolution_backend(config(), 4));
    std::size_t max_whole = 0;
    for (const bool every_generation : {false, true}) {
        for (const std::string failing : {"prepare 0", "prepare 1", "begin 0", "begin 1", "end 0", "end 1"}) {
            if (every_generation && failing.starts_with("prepare")) continue;  // then nothing overlaps
            for (int time = 1; time <= 8; ++time) {
                SCOPED_TRACE(failing + ", time " + std::to_string(time));
                test::Log log;
                int times = 0;
                log.on_call = [&](const std::string& call) {
                    if (call == failing && ++times == time) throw DeviceError("cuda:0: the device was lost");
                };
                SolveOptions options;
                options.every_generation = every_generation;
                const auto backend = test::watched_halves(config(), 2, 2, log);
                const Solved failed = solve_all(*backend, options);
                EXPECT_TRUE(failed.failed);
                const std::size_t whole = expect_all(failed, one);
                EXPECT_EQ(whole, log.answers) << "of what was answered, nothing is stopped";
                max_whole = std::max(max_whole, whole);
            }
        }
    }
    EXPECT_GT(max_whole, 4u) << "some were answered before";
}

TEST(AlternatingSolve, AFailureWhileAbandoningIsTold) {
    for (const std::string failing : {"abandon 0", "abandon 1"}) {
        test::Log log;
        bool failed_once = false;
        log.on_call = [&](const std::string& call) {
            if (call == failing && !std::exchange(failed_once, true)) throw DeviceError("cuda:0: the device was lost");
        };
        SolveOptions options;
        int asked = 0;
        options.should_stop = [&] { return ++asked > 6; };
        const Solved stopped = solve_all(*test::watched_halves(config(), 2, 2, log), options);
        EXPECT_TRUE(failed_once) << failing;
        EXPECT_TRUE(stopped.failed) << failing;
    }
}

TEST(AlternatingSolve, AFailureAfterAnswersIsToldByTheNextCall) {
    for (const bool abandoned : {false, true}) {
        test::Log log;
        const auto backend = test::watched_halves(config(1'000), 1, 1, log);
        backend->submit({test::easy_puzzle, PresolveLevel::singles, 0, 1});
        backend->submit({test::impossible_puzzle, PresolveLevel::singles, 1, 1});
        log.on_call = [](const std::string& call) {
            if (call == "begin 1") throw DeviceError("cuda:0: the device was lost");
        };
        ASSERT_EQ(backend->advance_epoch().size(), 1u);
        EXPECT_TRUE(backend->busy());
        if (abandoned) {
            EXPECT_THROW(backend->abandon(), DeviceError);
        } else {
            EXPECT_THROW(backend->advance_epoch(), DeviceError);
        }
    }
}

TEST(AlternatingSolve, AFailureWhileAbandoningLeavesWhatTheOtherHalfHad) {
    test::Log log;
    const auto backend = test::watched_halves(config(1'000), 1, 1, log);
    for (std::uint32_t puzzle_index = 0; puzzle_index < 2; ++puzzle_index) {
        backend->submit({test::impossible_puzzle, PresolveLevel::singles, puzzle_index, 1});
    }
    backend->advance_epoch();
    log.on_call = [](const std::string& call) {
        if (call == "abandon 1") throw DeviceError("cuda:0: the device was lost");
    };
    EXPECT_EQ(backend->abandon().size(), 1u);
    EXPECT_THROW(backend->abandon(), DeviceError);
}

}  // namespace
}  // namespace evodoku
