// Evolution of boards of single cells: every board of the puzzle, every cost and every answer right.
#include <gtest/gtest.h>

#include "support/configurations.hpp"
#include "support/watched.hpp"

namespace evodoku {
namespace {

using test::expect_right_costs;
using test::Watched;

TEST(Costs, ASolutionOfAnotherPuzzleIsNone) {
    // A valid grid, but not of this puzzle, whose givens are genes: what `units` finds nothing wrong with.
    Grid givens = test::easy_puzzle;
    givens[0] = 6, givens[10] = 0;  // the solution has a 5 there
    Puzzle puzzle = make_puzzle(givens);
    choose_genes(puzzle, Genes::all_cells);
    const CellBoard::Stored board = CellBoard::from_grid(test::easy_solution);
    EXPECT_EQ(Units{}(CellBoard::view(board), Context{puzzle}), 0u);
    EXPECT_EQ(cost_of<CellBoard>(Units{}, board, puzzle), 1u);
    EXPECT_EQ(cost_of<CellBoard>(operator_of<Duplicates>({}), board, puzzle), 1u);
    EXPECT_EQ(cost_of<CellBoard>(Duplicates{}, board, puzzle), 2u);
    Puzzle own = make_puzzle(test::easy_puzzle);
    choose_genes(own, Genes::all_cells);
    EXPECT_EQ(cost_of<CellBoard>(Units{}, board, own), 0u);
}

TEST(CellBoards, EveryBoardOfEveryGenerationIsOfThePuzzleAndItsCostIsRight) {
    for (const Genes genes : {Genes::free_cells, Genes::all_cells}) {
        Config config = test::small_cell_config();
        if (genes == Genes::all_cells) config.initialisation = "all-cells";
        config.cost = "duplicates";
        Watched<CellBoard> watched(config);
        ASSERT_EQ(watched.puzzle.genes, genes);
        for (int generation = 0; generation < 8; ++generation) {
            watched.step();
            expect_right_costs(watched);
        }
    }
}

TEST(CellBoards, SolveAnEasyPuzzle) {
    Config config = test::small_cell_config();
    config.population = 20'000;
    config.generations = 150;
    config.initialisation = "row-candidates";
    config.mutation = "random-reset";
    Watched<CellBoard> watched(config, test::easy_puzzle);
    watched.evolution.run(150, true);
    EXPECT_EQ(watched.island().state, IslandState::solved);
    EXPECT_EQ(CellBoard::to_grid(watched.reading().champion.board), test::easy_solution);
}

}  // namespace
}  // namespace evodoku
