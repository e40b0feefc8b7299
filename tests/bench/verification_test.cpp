// Results are verified before they are timed: wrong ones of a workbench and of solved puzzles must be found.
#include "bench/benchmark.hpp"

#include <functional>
#include <memory>
#include <utility>

#include "backend/evolution_on.hpp"
#include "cpu/executor.hpp"
#include "evodoku/devices/devices.hpp"
#include "evodoku/io/puzzle_reader.hpp"
#include "evodoku/logic/verifier.hpp"
#include "support/puzzles.hpp"
#include "support/refusal.hpp"
#include "support/temporary_files.hpp"

namespace evodoku::bench {
namespace {

Workbench<BoxBoard> workbench() {
    return {std::make_unique<cpu::Executor>(cpu::make_tbb_workers(2)),
            Config{.population = 300},
            {bench_puzzle(), PresolveLevel::none, 0, 5}};
}

TEST(Verification, FindsWrongCostsBoardsAndRanks) {
    auto made = workbench();
    made.make_generations(3);
    const Sample right = made.sample(97);
    EXPECT_NO_THROW(verify(right, "cpu"));
    const std::vector<std::function<void(Sample&)>> changes = {
        [](Sample& seen) { ++seen.costs[97]; },
        [](Sample& seen) { std::swap(seen.order[10], seen.order[11]); },
        [](Sample& seen) { seen.order[4] = seen.order[3]; },
        [](Sample& seen) { seen.order[0] = 300; },
        [](Sample& seen) { seen.boards[1][2] = 9; },  // a given is a 3 there
        [](Sample& seen) { std::swap(seen.boards[2][0], seen.boards[2][80]); },
        [](Sample& seen) { seen.boards.clear(); },
    };
    for (std::size_t k = 0; k < changes.size(); ++k) {
        Sample wrong = right;
        changes[k](wrong);
        EXPECT_THROW(verify(wrong, "cpu"), VerificationError) << "change " << k;
    }
}

TEST(Workbench, APhaseAtATimeGivesTheSameBytes) {
    auto chained = workbench(), apart = workbench();
    chained.make_generations(7);
    const std::vector<PhaseTime> times = apart.time_phases(7);
    EXPECT_EQ(apart.fingerprint(), chained.fingerprint());
    EXPECT_EQ(times.size(), 8u);
    chained.make_generations(1);
    EXPECT_NE(apart.fingerprint(), chained.fingerprint());
    chained.begin();
    chained.make_generations(7);
    EXPECT_EQ(apart.fingerprint(), chained.fingerprint());
}

TEST(Workbench, ScoringAndRankingLeaveTheEvolutionAlone) {
    auto looked_at = workbench(), left_alone = workbench();
    looked_at.make_generations(4);
    left_alone.make_generations(4);
    looked_at.poison();
    EXPECT_EQ(looked_at.sample(1).costs[0], ~0u);
    looked_at.redo(Redo::score, 2);
    looked_at.redo(Redo::rank, 2);
    looked_at.make_generations(3);
    left_alone.make_generations(3);
    EXPECT_EQ(looked_at.fingerprint(), left_alone.fingerprint());
}

using test::refusal;

TEST(SolveSet, AnAnswerOtherThanTheKnownOneIsAnError) {
    PuzzleSet set = puzzle_sets().front();
    set.puzzles.resize(3), set.solutions.resize(3);
    const auto backend = make_backend({}, Config{}, 1, 1);
    EXPECT_EQ(solve_set(*backend, set, 2, 1, {}, "").solved, 6u);
    std::swap(set.solutions[1].cells()[0], set.solutions[1].cells()[80]);
    EXPECT_EQ(
        refusal<VerificationError>([&] { solve_set(*backend, set, 1, 1, {}, "cpu: puzzles/clue17"); }),
        "cpu: puzzles/clue17: verification failed: puzzle 2 was solved with a grid that is not its known solution");
}

TEST(SolveSet, WhatIsNotSolvedIsNotCounted) {
    const PuzzleSet& set = puzzle_sets().back();
    Config config;
    config.generations = 3;  // too few for the hardest
    const Summary found = solve_set(*make_backend({}, config, 1, 1), set, 1, 1, {}, "cpu");
    EXPECT_EQ(found.puzzles, 100u);
    EXPECT_LT(found.solved, 100u);
    const PuzzleSet none{"none", {test::impossible_puzzle}, {test::impossible_puzzle}};  // nor does logic decide it
    config.generations = 1;
    const auto hopeless = make_backend({}, config, 1, 1);
    EXPECT_EQ(refusal<VerificationError>([&] { solve_set(*hopeless, none, 2, 1, {}, "cpu: puzzles/none"); }),
              "cpu: puzzles/none: none of 2 puzzles was solved");
}

TEST(Answers, AreScoredAsByANaiveCount) {
    PuzzleSet set = puzzle_sets().front();
    EXPECT_NO_THROW(score_answers(set, 2, true));
    std::swap(set.solutions[0], set.solutions[1]);
    EXPECT_THROW(score_answers(set, 1, true), io::ParseError) << "the answer of another puzzle";
}

TEST(PuzzleSets, AreAsTheirFilesAre) {
    const std::string help = test::text_of_file(EVODOKU_SOURCE_DIR "/src/app/help/bench.txt");
    for (const PuzzleSet& set : puzzle_sets()) {
        EXPECT_NE(help.find(set.name), std::string::npos) << set.name;
        ASSERT_EQ(set.puzzles.size(), 100u) << set.name;
        ASSERT_EQ(set.solutions.size(), 100u) << set.name;
        for (std::size_t k = 0; k < set.puzzles.size(); ++k)
            EXPECT_TRUE(logic::verify(set.puzzles[k], set.solutions[k]).valid) << set.name << " " << k;
    }
}

}  // namespace
}  // namespace evodoku::bench
