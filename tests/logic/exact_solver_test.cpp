// The oracle against known solutions and counts.
#include "logic/exact_solver.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <map>
#include <stdexcept>

#include "core/geometry.hpp"
#include "evodoku/logic/verifier.hpp"
#include "known_puzzles.hpp"
#include "logic/generator.hpp"

namespace evodoku::logic {
namespace {

TEST(ExactSolver, KnownPuzzlesHaveTheirOneSolution) {
    for (const KnownPuzzle& known : known_puzzles) {
        const ExactResult result = solve_exactly(grid_of(known.puzzle));
        EXPECT_EQ(result.solutions, 1u) << known.puzzle;
        EXPECT_EQ(result.first, grid_of(known.solution)) << known.puzzle;
        EXPECT_LT(result.nodes, 5000u) << known.puzzle;
        EXPECT_EQ(solve_exactly(grid_of(known.solution)).first, grid_of(known.solution)) << "a full grid";
    }
}

TEST(ExactSolver, PuzzlesWithoutASolution) {
    for (const char* puzzle : {
             "1...5.2.9..7.......6.......2...........5.1..2....2.39.3.4.9...15...1...3...8...4.",
             ".......8...6.8.1..7....3..2.47..5...5..32............53....4..7......9...1.9...6.",
             "....9..5..1.....3...23..7....35...7.8.....2.......64...9..1.....8..6......54....7",
             "1...5.2.9..71......6.......2...........5.1..2....2.39.3...9...15...1...3...8...4.",
             ".23.....94.....1...9..3..4.2..91...4.....78..9...4...23...9...1.6..........5.....",
             ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........",
         }) {
        const ExactResult result = solve_exactly(grid_of(puzzle));
        EXPECT_EQ(result.solutions, 0u) << puzzle;
        EXPECT_FALSE(result.first) << puzzle;
        EXPECT_LT(result.nodes, 10000u) << puzzle;
    }
}

TEST(ExactSolver, CountsSolutions) {
    const auto count = [](const char* puzzle) { return solve_exactly(grid_of(puzzle), 1000).solutions; };
    EXPECT_EQ(count("8.........59.......76.........623.8....4781.6...591......936517...814962...752438"), 16u);
    EXPECT_EQ(count("8.........59.......67...........3285....1.796...9..143...531967...798412...426538"), 17u);
    EXPECT_EQ(count("8.........95.......76.........728..6...594.1....6135.....471965...932748...856132"), 59u);
    EXPECT_EQ(count("8.........59.......76.........426..7...713.9....5981.....674915...931268...852743"), 127u);
}

TEST(ExactSolver, StopsAtTheLimit) {
    for (const std::uint64_t limit : {1u, 2u, 777u}) {
        const ExactResult result = solve_exactly(Grid{}, limit);
        EXPECT_EQ(result.solutions, limit);
        EXPECT_TRUE(verify(Grid{}, result.first.value()).valid);
    }
    const ExactResult cut = solve_exactly(Grid(5), 2, 3);
    EXPECT_FALSE(cut.complete);
    EXPECT_EQ(cut.nodes, 3u);
    EXPECT_THROW(solve_exactly(Grid{}, 0), std::invalid_argument);
}

TEST(ExactSolver, ClashingGivensHaveNoSolution) {
    Grid puzzle;
    puzzle[0] = puzzle[8] = 5;
    EXPECT_EQ(solve_exactly(puzzle).solutions, 0u);
    puzzle[8] = 10;
    EXPECT_THROW(solve_exactly(puzzle), std::invalid_argument);
}

TEST(ExactSolver, FindsSolutionsThatDifferOfEveryOrder) {
    for (const int order : {2, 3, 4}) {
        std::map<std::uint64_t, int> seen;
        for (std::uint32_t index = 0; index < 20; ++index) {
            const std::uint32_t filled = order == 4 ? (index % 2 != 0 ? 40 : 55) : (index % 2 != 0 ? 33 : 42);
            const Grid puzzle = generate_puzzle({order, percent(filled), Holes::random, 1, index}).puzzle;
            const ExactResult exact = solve_exactly(puzzle, 2, 100'000);
            ASSERT_TRUE(exact.complete || exact.solutions == 2);
            EXPECT_EQ(exact.first.has_value(), exact.solutions > 0);
            EXPECT_EQ(exact.second.has_value(), exact.solutions > 1);
            EXPECT_TRUE(verify(puzzle, exact.first.value()).valid);
            EXPECT_TRUE(exact.solutions < 2 || verify(puzzle, exact.second.value()).valid);
            EXPECT_NE(exact.first, exact.second);
            ++seen[exact.solutions];
        }
        EXPECT_GT(seen[1], 0) << order;
        EXPECT_GT(seen[2], 0) << order;
    }
}

TEST(ExactSolver, FindsTheSolutionThatAPuzzleWasMadeFrom) {
    EXPECT_TRUE(rc::check("a solution with cells blanked has that solution among its own", [] {
        const KnownPuzzle& known = known_puzzles[*rc::gen::inRange<std::size_t>(0, std::size(known_puzzles))];
        const Grid solution = grid_of(known.solution);
        Grid puzzle = solution;
        for (int cell = 0; cell < cell_count; ++cell)
            if (*rc::gen::inRange(0, 100) < 55) puzzle[cell] = 0;
        const ExactResult result = solve_exactly(puzzle, 2);
        RC_ASSERT(result.solutions >= 1u);
        RC_ASSERT(verify(puzzle, result.first.value()).valid);
        if (result.solutions == 1) RC_ASSERT(result.first == solution);
    }));
}

}  // namespace
}  // namespace evodoku::logic
