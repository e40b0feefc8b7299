// The sets of puzzles that a benchmark solves, and the count of solved puzzles.

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <utility>

#include "bench/benchmark.hpp"
#include "evodoku/devices/devices.hpp"
#include "evodoku/io/puzzle_reader.hpp"
#include "evodoku/logic/verifier.hpp"
#include "logic/generator.hpp"
#include "support/puzzles.hpp"
#include "support/refusal.hpp"

namespace evodoku::bench {
namespace {

using test::refusal;

TEST(SolveSet, AnAnswerOtherThanTheKnownOneIsAnError) {
    PuzzleSet set = read_puzzle_set(puzzle_texts().front());
    set.puzzles.resize(3), set.solutions.resize(3);
    const auto backend = make_backend({}, Config{}, 1, 1);
    EXPECT_EQ(solve_set(*backend, set, 2, 1, {}, "").solved, 6u);
    std::swap(set.solutions[1].cells()[0], set.solutions[1].cells()[80]);
    EXPECT_EQ(
        refusal<BenchError>([&] { solve_set(*backend, set, 1, 1, {}, "cpu: puzzles/clue17"); }),
        "cpu: puzzles/clue17: verification failed: puzzle 2 was solved with a grid that is not its known solution");
}

TEST(SolveSet, WhatIsNotSolvedIsNotCounted) {
    const PuzzleSet set = read_puzzle_set(puzzle_texts().back());
    Config config;
    config.generations = 3;  // too few for the hardest
    const Summary found = solve_set(*make_backend({}, config, 1, 1), set, 1, 1, {}, "cpu");
    EXPECT_EQ(found.puzzles, 100u);
    EXPECT_LT(found.solved, 100u);
    const PuzzleSet none{"none", {test::impossible_puzzle}, {test::impossible_puzzle}};  // nor does logic decide it
    config.generations = 1;
    const auto hopeless = make_backend({}, config, 1, 1);
    EXPECT_EQ(refusal<BenchError>([&] { solve_set(*hopeless, none, 2, 1, {}, "cpu: puzzles/none"); }),
              "cpu: puzzles/none: none of 2 puzzles was solved");
}

TEST(SolveSet, LargerBoardsAreSolvedAndTheirRedrawsCounted) {
    PuzzleSet set{"16x16", {}};
    for (std::uint32_t index = 0; index < 3; ++index) {
        set.puzzles.push_back(logic::generate_puzzle({4, percent(40), logic::Holes::random, 1, index}).puzzle);
    }
    const Summary found = solve_set(*make_backend({}, large_config(4), 1, 2), set, 2, 1, {}, "cpu");
    EXPECT_EQ(found.puzzles, 6u);
    EXPECT_EQ(found.solved, 6u);
    EXPECT_GT(found.effort.redraws, 0u);
    Config hopeless = large_config(4);
    hopeless.generations = 0, hopeless.mutation = {};
    EXPECT_EQ(solve_set(*make_backend({}, hopeless, 1, 1), set, 1, 1, {}, "cpu").solved, 0u)
        << "a set without known solutions may be too hard for its budget";
}

TEST(PuzzleSets, AreAsTheirFilesAre) {
    for (const PuzzleText& text : puzzle_texts()) {
        const PuzzleSet set = read_puzzle_set(text);
        ASSERT_EQ(set.puzzles.size(), 100u) << set.name;
        for (std::size_t k = 0; k < set.puzzles.size(); ++k) {
            EXPECT_TRUE(logic::verify(set.puzzles[k], set.solutions[k]).valid) << set.name << " " << k;
        }
    }
    const std::string_view line = puzzle_texts().front().solutions.substr(0, 82);
    EXPECT_NO_THROW(read_puzzle_set({"one", line, line}));
    EXPECT_THROW(read_puzzle_set({"short", "123\n", "123\n"}), io::ParseError);
    EXPECT_THROW(read_puzzle_set({"none", "", ""}), io::ParseError);
    EXPECT_THROW(read_puzzle_set({"two", line, puzzle_texts().front().solutions}), std::invalid_argument);
}

}  // namespace
}  // namespace evodoku::bench
