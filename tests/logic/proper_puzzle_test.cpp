// Puzzles with one solution: each property against the exact solver, logic and a plain definition of the symmetries.
#include <gtest/gtest.h>

#include "core/geometry.hpp"
#include "logic/generator.hpp"
#include "logic/logic.hpp"

namespace evodoku::logic {
namespace {

Grid solution_of(int order, std::uint32_t index) {
    return generate_puzzle({order, share_one, Holes::random, 7, index}).solution;
}

int count_solutions(const Grid& puzzle) { return static_cast<int>(solve_exactly(puzzle, 2).solutions); }

int clues_in(const Grid& puzzle) { return static_cast<int>(clues_of(puzzle)); }

/// Each clue removed by itself.
bool has_no_needless_clue(const Grid& puzzle) {
    for (int cell = 0; cell < puzzle.cell_count(); ++cell) {
        Grid fewer = puzzle;
        fewer[cell] = 0;
        if (puzzle[cell] != 0 && count_solutions(fewer) == 1) return false;
    }
    return true;
}

/// Finds a puzzle in a few tries, and checks all that must hold of every one.
GeneratedPuzzle dug(int order, ProperRequest request) {
    const Grid solution = solution_of(order, request.index);
    const Digging digging = dig_puzzle(solution, request);
    if (!digging.found) {
        ADD_FAILURE() << "not found in " << digging.tries << " tries; fewest clues: " << digging.fewest;
        return {};
    }
    const GeneratedPuzzle& made = *digging.found;
    EXPECT_EQ(made.solution, solution);
    const ExactResult exact = solve_exactly(made.puzzle, 2);
    EXPECT_EQ(exact.solutions, 1u);
    EXPECT_EQ(exact.first, solution);
    EXPECT_EQ(made.facts->positions, exact.nodes);
    EXPECT_EQ(made.facts->is_minimal, has_no_needless_clue(made.puzzle));
    constexpr std::string_view levels[] = {"singles", "full", "none"};
    EXPECT_EQ(find_by_logic(made.puzzle).level, levels[static_cast<int>(made.facts->rating)]);
    EXPECT_TRUE(request.clues == 0 || request.clues == clues_in(made.puzzle));
    EXPECT_EQ(made.facts->rating, request.rating.value_or(made.facts->rating));
    return made;
}

TEST(ProperPuzzle, IsMinimalWithoutARequest) {
    for (std::uint32_t index = 0; index < 20; ++index) {
        const GeneratedPuzzle made = dug(3, {.index = index});
        EXPECT_EQ(made.facts->is_minimal, true);
        EXPECT_LT(clues_in(made.puzzle), 31);
    }
}

TEST(ProperPuzzle, DependsOnSeedAndIndexAlone) {
    const GeneratedPuzzle made = dug(3, {.seed = 1, .index = 2});
    EXPECT_EQ(made.puzzle, dug(3, {.seed = 1, .index = 2}).puzzle);
    EXPECT_NE(made.puzzle, dug(3, {.seed = 2, .index = 2}).puzzle);
    const Grid solution = solution_of(3, 2);
    EXPECT_NE(made.puzzle, dig_puzzle(solution, {.seed = 1, .index = 3}).found->puzzle);
}

TEST(ProperPuzzle, HasTheCluesAndTheRating) {
    for (const Rating rating : {Rating::singles, Rating::full, Rating::search}) {
        for (std::uint32_t index = 0; index < 4; ++index) {
            dug(3, {.clues = 28, .rating = rating, .index = index});
            dug(3, {.rating = rating, .index = index});
            EXPECT_EQ(dug(3, {.minimal = true, .rating = rating, .index = index}).facts->is_minimal, true);
        }
    }
    EXPECT_EQ(clues_in(dug(3, {.clues = 81}).puzzle), 81);
}

/// Row and column after a half turn, a quarter turn, a mirror.
std::pair<int, int> moved(Symmetry symmetry, int row, int column, int size) {
    if (symmetry == Symmetry::rotational) return {size - 1 - row, size - 1 - column};
    if (symmetry == Symmetry::quarter_turn) return {column, size - 1 - row};
    if (symmetry == Symmetry::left_right) return {row, size - 1 - column};
    if (symmetry == Symmetry::top_bottom) return {size - 1 - row, column};
    return {column, row};
}

TEST(ProperPuzzle, HasTheSymmetry) {
    for (const Symmetry symmetry : {Symmetry::rotational, Symmetry::quarter_turn, Symmetry::left_right,
                                    Symmetry::top_bottom, Symmetry::diagonal}) {
        for (const int order : {2, 3, 4}) {
            const int size = order * order;
            const Grid puzzle = dug(order, {.clues = order == 4 ? 128 : 0, .symmetry = symmetry}).puzzle;
            bool has_clues = false;
            for (int cell = 0; cell < puzzle.cell_count(); ++cell) {
                const auto [row, column] = moved(symmetry, cell / size, cell % size, size);
                EXPECT_EQ(puzzle[cell] == 0, puzzle[row * size + column] == 0) << order << " cell " << cell;
                has_clues = has_clues || puzzle[cell] != 0;
            }
            EXPECT_TRUE(has_clues);
        }
    }
    const GeneratedPuzzle made = dug(3, {.minimal = true, .symmetry = Symmetry::rotational});
    EXPECT_EQ(made.facts->is_minimal, true) << "no clue by itself, not only no pair of clues";
}

TEST(ProperPuzzle, SaysWhichCluesASymmetryCanHave) {
    EXPECT_TRUE(can_have(3, Symmetry::rotational, 25));
    EXPECT_TRUE(can_have(3, Symmetry::quarter_turn, 29));
    EXPECT_FALSE(can_have(3, Symmetry::quarter_turn, 30));
    EXPECT_TRUE(can_have(3, Symmetry::diagonal, 30));
    EXPECT_FALSE(can_have(4, Symmetry::left_right, 101));
    EXPECT_TRUE(can_have(4, Symmetry::none, 101));
}

TEST(ProperPuzzle, OfLargerBoardsIsProvedStepByStep) {
    const GeneratedPuzzle made = dug(4, {.clues = 110});
    const Digging few = dig_puzzle(solution_of(4, 0), {.rating = Rating::singles});
    ASSERT_TRUE(few.found);
    EXPECT_LT(clues_of(few.found->puzzle), 100u);
    EXPECT_EQ(few.found->facts->positions, 1u);
    EXPECT_EQ(few.found->facts->rating, Rating::singles);
    EXPECT_FALSE(dig_puzzle(solution_of(5, 0), {.clues = 400, .rating = Rating::search, .tries = 1}).found);
}

TEST(ProperPuzzle, SaysWhatWasTried) {
    const Digging digging = dig_puzzle(solution_of(3, 0), {.clues = 17, .tries = 9});
    EXPECT_FALSE(digging.found);
    EXPECT_EQ(digging.tries, 9u);
    EXPECT_GT(digging.fewest, 17);
    EXPECT_LT(digging.fewest, 26);
    const Digging rated = dig_puzzle(solution_of(3, 0), {.clues = 60, .rating = Rating::search, .tries = 3});
    EXPECT_FALSE(rated.found);
    EXPECT_EQ(rated.fewest, 60);
}

}  // namespace
}  // namespace evodoku::logic
