// Two backends in turn give what one gives, and one of them is always at work.
#include <gtest/gtest.h>

#include <set>

#include "evodoku/backend/solve.hpp"
#include "support/answers.hpp"
#include "support/halves.hpp"

namespace evodoku {
namespace {

using Calls = std::vector<std::string>;

/// Configurations whose puzzles end in different epochs, or never.
std::vector<test::NamedConfiguration> many_puzzles() {
    std::vector<test::NamedConfiguration> all;
    const auto add = [&](const std::string& name, Config config, PresolveLevel presolve) {
        all.push_back({name, config, 5, 23, presolve});
    };
    Config small = test::small_config();
    small.population = 60;
    add("plain", small, PresolveLevel::none);
    Config islands = small;
    islands.islands = 4, islands.migrate_every = 10, islands.migrants = 2, islands.generations = 45;
    add("islands", islands, PresolveLevel::singles);
    Config restarts = small;
    restarts.restart_after = 2, restarts.sync_every = 7;
    add("restarts, odd epochs", restarts, PresolveLevel::singles);
    Config by_default;
    by_default.generations = 35;
    add("default", by_default, PresolveLevel::full);
    Config cells = test::small_cell_config();
    cells.population = 50;
    add("cells", cells, PresolveLevel::none);
    return all;
}

class AlternatingParity : public testing::TestWithParam<test::NamedConfiguration> {};

TEST_P(AlternatingParity, GivesTheAnswersOfOneBackend) {
    const test::NamedConfiguration& named = GetParam();
    const std::vector<Answer> one = test::evolve(*test::evolution_backend(named.config, 5), named);
    for (const auto& [first, second] : {std::pair(3u, 2u), {1u, 1u}, {1u, 6u}, {30u, 2u}, {2u, 30u}}) {
        SCOPED_TRACE(std::to_string(first) + " + " + std::to_string(second));
        test::Log log;
        const auto two = test::watched_halves(named.config, first, second, log);
        EXPECT_EQ(two->puzzle_slots(), first + second);
        test::expect_same(test::evolve(*two, named), one);
        EXPECT_EQ(log.answers, named.puzzles);
        EXPECT_TRUE(log.underway.empty());
        EXPECT_FALSE(two->busy());
        test::expect_same(test::evolve(*two, named), one);  // and once more
    }
}

INSTANTIATE_TEST_SUITE_P(Configurations, AlternatingParity, testing::ValuesIn(many_puzzles()), test::TestName{});

Config endless_config() {
    Config config = test::small_config();
    config.population = 40, config.generations = 1'000'000;
    return config;
}

PuzzleJob job(std::uint32_t puzzle_index, const Grid& grid = test::impossible_puzzle) {
    return {grid, PresolveLevel::singles, puzzle_index, 42};
}

TEST(Alternating, OneHalfIsAtWorkWhileTheCallerSeesToTheOther) {
    test::Log log;
    const auto backend = test::watched_halves(endless_config(), 2, 2, log);
    for (std::uint32_t puzzle_index = 0; puzzle_index < 4; ++puzzle_index) backend->submit(job(puzzle_index));
    const auto calls_of_an_epoch = [&] {
        log.calls.clear();
        EXPECT_TRUE(backend->advance_epoch().empty());
        return log.calls;
    };
    EXPECT_EQ(calls_of_an_epoch(), (Calls{"begin 0", "prepare 1", "end 0", "begin 1"}));
    EXPECT_EQ(calls_of_an_epoch(), (Calls{"prepare 0", "end 1", "begin 0"}));
    EXPECT_EQ(calls_of_an_epoch(), (Calls{"prepare 1", "end 0", "begin 1"}));
    EXPECT_EQ(log.underway, std::set{1});
    std::set<std::uint32_t> puzzle_indices;
    for (const Progress& progress : backend->progress()) {
        puzzle_indices.insert(progress.puzzle_index);
        EXPECT_EQ(progress.generation, 19u) << "two epochs each, counted from 0";
    }
    EXPECT_EQ(puzzle_indices, (std::set<std::uint32_t>{0, 1, 2, 3}));
}

TEST(Alternating, WhereFewAreLeftBothHalvesAreAtWorkTogether) {
    test::Log log;
    const auto backend = test::watched_halves(endless_config(), 2, 2, log);
    for (std::uint32_t puzzle_index = 0; puzzle_index < 4; ++puzzle_index) {
        backend->submit(puzzle_index % 2 == 0 ? job(puzzle_index, test::easy_puzzle) : job(puzzle_index));
    }
    const auto calls_of_an_epoch = [&](std::size_t answers) {
        log.calls.clear();
        EXPECT_EQ(backend->advance_epoch().size(), answers);
        return log.calls;
    };
    EXPECT_EQ(calls_of_an_epoch(1), (Calls{"begin 0", "prepare 1", "end 0", "begin 1"})) << "three are left of four";
    EXPECT_EQ(calls_of_an_epoch(1), (Calls{"prepare 0", "end 1", "begin 0", "begin 1"}));
    EXPECT_EQ(calls_of_an_epoch(0), (Calls{"end 0", "end 1", "begin 0", "begin 1"}));
    backend->submit(job(4)), backend->submit(job(5));
    EXPECT_EQ(calls_of_an_epoch(0), (Calls{"end 0", "end 1", "begin 0"}));
    EXPECT_EQ(calls_of_an_epoch(0), (Calls{"prepare 1", "end 0", "begin 1"}));
    EXPECT_EQ(backend->abandon().size(), 4u);
}

TEST(Alternating, WhereOneHalfHasNothingToDoTheOtherGoesOn) {
    test::Log log;
    const auto backend = test::watched_halves(endless_config(), 2, 2, log);
    EXPECT_TRUE(backend->advance_epoch().empty());
    EXPECT_TRUE(log.calls.empty());
    backend->submit(job(0));
    backend->advance_epoch();
    backend->advance_epoch();
    EXPECT_EQ(log.calls, (Calls{"begin 0", "end 0", "begin 0", "end 0", "begin 0"}));
    for (std::uint32_t puzzle_index = 1; puzzle_index < 4; ++puzzle_index) backend->submit(job(puzzle_index));
    log.calls.clear();
    backend->advance_epoch();
    EXPECT_EQ(log.calls, (Calls{"prepare 1", "end 0", "begin 1"}));
    EXPECT_EQ(backend->progress().size(), 3u) << "the fourth has room where the next epoch begins";
}

TEST(Alternating, WhoLooksAtEachGenerationSeesBothHalvesStandStill) {
    const test::NamedConfiguration named = many_puzzles()[1];
    const std::vector<Answer> one = test::evolve(*test::evolution_backend(named.config, 5), named);
    for (const bool now_and_then : {false, true}) {
        test::Log log;
        const auto backend = test::watched_halves(named.config, 3, 2, log);
        for (std::uint32_t puzzle_index = 0; puzzle_index < named.puzzles; ++puzzle_index) {
            backend->submit({test::batch_puzzles()[puzzle_index % 7], named.presolve, puzzle_index, 42});
        }
        std::vector<Answer> answers(named.puzzles);
        for (std::uint32_t epoch = 0; backend->busy(); ++epoch) {
            std::uint32_t looks = 0;
            const auto look = [&] {
                EXPECT_LE(backend->progress().size(), 5u);
                return ++looks != 0;
            };
            const bool looking = !now_and_then || epoch % 3 == 2;
            const auto ended = looking ? backend->advance_epoch(look) : backend->advance_epoch();
            for (const Answer& answer : ended) answers[answer.puzzle_index] = answer;
            if (!looking) continue;
            EXPECT_TRUE(log.underway.empty());
            EXPECT_EQ(looks % named.config.sync_every, 0u);
        }
        test::expect_same(answers, one);
    }
}

TEST(Alternating, WhoInterruptsIsAnsweredForAllThatBegan) {
    test::Log log;
    const auto backend = test::watched_halves(endless_config(), 2, 2, log);
    for (std::uint32_t puzzle_index = 0; puzzle_index < 6; ++puzzle_index) backend->submit(job(puzzle_index));
    EXPECT_TRUE(backend->advance_epoch([] { return true; }).empty());
    log.calls.clear();
    std::uint32_t looks = 0;
    EXPECT_TRUE(backend->advance_epoch([&] { return ++looks < 3; }).empty());
    EXPECT_EQ(looks, 3u);
    EXPECT_EQ(log.calls, (Calls{"begin 0", "end 0"})) << "the other half is not begun";
    const std::vector<Answer> answers = backend->abandon();
    ASSERT_EQ(answers.size(), 4u);
    for (std::uint32_t puzzle_index = 0; puzzle_index < 4; ++puzzle_index) {
        EXPECT_EQ(answers[puzzle_index].puzzle_index, puzzle_index);
        EXPECT_EQ(answers[puzzle_index].generations, puzzle_index < 2 ? 12u : 9u);
    }
    EXPECT_FALSE(backend->busy());
}

TEST(Alternating, AbandonedWhileOneHalfIsUnderwayNothingIsLost) {
    test::Log log;
    const Config config = endless_config();
    const auto backend = test::watched_halves(config, 2, 2, log);
    backend->submit(job(0)), backend->submit(job(1));
    backend->submit(job(2, test::easy_puzzle));  // of the second half, settled by logic in an epoch that is never ended
    backend->submit(job(3)), backend->submit(job(4));
    EXPECT_TRUE(backend->advance_epoch().empty());
    ASSERT_EQ(log.underway, std::set{1});
    const std::vector<Answer> answers = backend->abandon();
    ASSERT_EQ(answers.size(), 4u);
    for (std::uint32_t puzzle_index = 0; puzzle_index < 4; ++puzzle_index) {
        EXPECT_EQ(answers[puzzle_index].puzzle_index, puzzle_index);
        EXPECT_EQ(answers[puzzle_index].evolved, puzzle_index != 2);
        EXPECT_EQ(answers[puzzle_index].generations, puzzle_index == 2 ? 0u : 9u);
    }
    EXPECT_EQ(answers[2].logic.grid, test::easy_solution);
    EXPECT_TRUE(log.underway.empty());
    EXPECT_FALSE(backend->busy());
    EXPECT_TRUE(backend->progress().empty());
    // It may begin anew.
    const auto afresh = test::evolution_backend(config, 4);
    for (Backend* each : {static_cast<Backend*>(backend.get()), static_cast<Backend*>(afresh.get())}) {
        for (std::uint32_t puzzle_index = 0; puzzle_index < 4; ++puzzle_index) each->submit(job(puzzle_index));
        each->advance_epoch();
    }
    test::expect_same(backend->abandon(), afresh->abandon());
}

TEST(Alternating, AHalfMayBeAbandonedWithNewPuzzlesPrepared) {
    const Config config = endless_config();
    const auto backend = test::evolution_backend(config, 2), afresh = test::evolution_backend(config, 2);
    backend->submit(job(7)), backend->submit(job(8, test::easy_puzzle));
    backend->prepare_epoch();
    const std::vector<Answer> answers = backend->abandon();
    ASSERT_EQ(answers.size(), 1u) << "settled by logic; the other had not begun";
    EXPECT_EQ(answers[0].logic.grid, test::easy_solution);
    for (AsyncBackend* each : {backend.get(), afresh.get()}) {
        each->submit(job(0)), each->submit(job(1));
        each->advance_epoch();
    }
    test::expect_same(backend->abandon(), afresh->abandon());
}

}  // namespace
}  // namespace evodoku
