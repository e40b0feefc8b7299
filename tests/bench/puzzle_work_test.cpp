// The sets of puzzles that a benchmark solves, and the count of solved puzzles.
#include "bench/puzzle_work.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <utility>

#include "bench/benchmark.hpp"
#include "evodoku/devices/devices.hpp"
#include "evodoku/logic/verifier.hpp"
#include "logic/generator.hpp"
#include "support/puzzles.hpp"

namespace evodoku::bench {
namespace {

TEST(PuzzleWork, AnAnswerOtherThanTheKnownOneIsAnError) {
    PuzzleSet set = read_puzzle_set(puzzle_texts().front());
    set.puzzles.resize(3), set.solutions.resize(3);
    const auto backend = make_backend({}, Config{}, 1, 1);
    const PuzzleWork work(*backend, set, 1, "cpu: puzzles/clue17");
    EXPECT_EQ(work.solve(2, {}).solved, 6u);
    std::swap(set.solutions[1].cells()[0], set.solutions[1].cells()[80]);
    try {
        work.solve(1, {});
        FAIL() << "no error";
    } catch (const BenchError& error) {
        EXPECT_STREQ(
            error.what(),
            "cpu: puzzles/clue17: verification failed: puzzle 2 was solved with a grid that is not its known solution");
    }
}

TEST(PuzzleWork, WhatIsNotSolvedIsNotCounted) {
    const PuzzleSet set = read_puzzle_set(puzzle_texts().back());
    Config config;
    config.generations = 3;  // too few for the hardest
    const auto backend = make_backend({}, config, 1, 1);
    const PuzzleWork::Solved found = PuzzleWork(*backend, set, 1, "cpu").solve(1, {});
    EXPECT_EQ(found.puzzles, 100u);
    EXPECT_LT(found.solved, 100u);
    const PuzzleSet none{"none", {test::impossible_puzzle}, {test::impossible_puzzle}};  // nor does logic decide it
    config.generations = 1;
    const auto hopeless = make_backend({}, config, 1, 1);
    try {
        PuzzleWork(*hopeless, none, 1, "cpu: puzzles/none").measure({.min_repetitions = 1, .max_repetitions = 1});
        FAIL() << "no error";
    } catch (const BenchError& error) {
        EXPECT_TRUE(std::string(error.what()).starts_with("cpu: puzzles/none: none of ")) << error.what();
    }
}

TEST(PuzzleWork, LargerBoardsAreSolvedAndTheirRedrawsCounted) {
    PuzzleSet set{"16x16", {}};
    for (std::uint32_t index = 0; index < 3; ++index) {
        set.puzzles.push_back(logic::generate_puzzle({4, percent(40), logic::Holes::random, 1, index}).puzzle);
    }
    const auto backend = make_backend({}, large_config(4), 1, 2);
    const auto found = PuzzleWork(*backend, set, 1, "cpu").solve(2, {});
    EXPECT_EQ(found.puzzles, 6u);
    EXPECT_EQ(found.solved, 6u);
    EXPECT_GT(found.redraws, 0u);
    Config hopeless = large_config(4);
    hopeless.generations = 0, hopeless.mutation = {};
    const auto slow = make_backend({}, hopeless, 1, 1);
    const auto none = PuzzleWork(*slow, set, 1, "cpu").measure({.min_repetitions = 1, .max_repetitions = 1});
    EXPECT_EQ(none.timing.items, 0) << "a set without known solutions may be too hard for its budget";
}

TEST(PuzzleSets, AreAsTheirFilesAre) {
    for (const PuzzleText& text : puzzle_texts()) {
        const PuzzleSet set = read_puzzle_set(text);
        ASSERT_EQ(set.puzzles.size(), 100u) << set.name;
        for (std::size_t k = 0; k < set.puzzles.size(); ++k) {
            EXPECT_TRUE(logic::verify(set.puzzles[k], set.solutions[k]).valid) << set.name << " " << k;
        }
    }
    EXPECT_THROW(read_puzzle_set({"short", "123\n", "123\n"}), std::invalid_argument);
    EXPECT_THROW(read_puzzle_set({"none", "", ""}), std::invalid_argument);
}

}  // namespace
}  // namespace evodoku::bench
