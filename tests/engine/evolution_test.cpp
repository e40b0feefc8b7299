// The algorithm itself, generation by generation: what elites, migrants, restarts, ranking and freezing must do.
#include <map>

#include "engine/needs.hpp"
#include "support/configurations.hpp"
#include "support/refusal.hpp"
#include "support/watched.hpp"

namespace evodoku {
namespace {

using WatchedBoxes = test::Watched<BoxBoard>;

TEST(Evolution, EveryBoardOfEveryGenerationIsOfThePuzzleAndItsCostIsRight) {
    WatchedBoxes watched(test::small_config());
    for (int generation = 0; generation < 8; ++generation) {
        watched.step();
        SCOPED_TRACE(generation);
        test::expect_right_costs(watched);
    }
}

TEST(Evolution, RankIsByCostThenIndex) {
    WatchedBoxes watched(test::small_config());
    for (int generation = 0; generation < 4; ++generation) {
        watched.step();
        const auto costs = watched.evolution.read_costs(0);
        const auto order = watched.evolution.read_order(0);
        ASSERT_EQ(std::set(order.begin(), order.end()).size(), costs.size());
        for (std::size_t rank = 1; rank < order.size(); ++rank)
            ASSERT_LT(std::pair(costs[order[rank - 1]], order[rank - 1]), std::pair(costs[order[rank]], order[rank]));
    }
}

TEST(Evolution, ElitesAreKeptAndTheBestNeverWorsens) {
    WatchedBoxes watched(test::small_config("elite=17"));
    watched.step();
    for (int generation = 1; generation < 10; ++generation) {
        const std::vector<Grid> before = watched.ranked();
        const std::uint32_t best = watched.island().best_cost;
        watched.step();
        const std::vector<Grid> after = watched.grids();
        for (std::size_t elite = 0; elite < 17; ++elite) ASSERT_EQ(after[elite], before[elite]);
        ASSERT_LE(watched.island().best_cost, best);
    }
}

TEST(Evolution, WithoutVariationEveryChildIsACopy) {
    WatchedBoxes watched(test::small_config("crossover=none mutation=none"));
    watched.step();
    const std::vector<Grid> parents = watched.grids();
    watched.step();
    for (const Grid& child : watched.grids())
        ASSERT_NE(std::find(parents.begin(), parents.end(), child), parents.end());
}

TEST(Evolution, SelectionPressureLowersTheMeanCost) {
    const auto mean_after = [](const Selection& selection) {
        Config config = test::small_config();
        config.selection = selection;
        config.elite = {0, false};
        WatchedBoxes watched(config);
        watched.evolution.run(8, false);
        return static_cast<double>(watched.reading({.costs = true}).cost_sum) / config.population;
    };
    const double none = mean_after("uniform");
    EXPECT_LT(mean_after("tournament:size=3"), none - 10);
    EXPECT_LT(mean_after("truncation:share=0.25"), none - 10);
}

TEST(Evolution, ImmigrantsAreFreshEveryGeneration) {
    WatchedBoxes watched(test::small_config("immigrants=50"));
    watched.step();
    std::set<std::uint64_t> seen;
    for (int generation = 1; generation < 4; ++generation) {
        watched.step();
        const auto boards = watched.evolution.read_boards(0);
        for (std::size_t index = boards.size() - 50; index < boards.size(); ++index)
            EXPECT_TRUE(seen.insert(BoxBoard::view(boards[index]).hash()).second) << "an immigrant came twice";
    }
}

Config three_islands() { return test::small_config("population=300 islands=3 migrants=4"); }

TEST(Evolution, MigrantsAreTheBestOfTheIslandBefore) {
    WatchedBoxes watched(three_islands());
    watched.evolution.run(5, true);
    std::vector<Island> islands = watched.evolution.read_islands();
    for (Island& island : islands) island.receives = true;
    watched.evolution.write_islands(islands);
    std::map<std::uint32_t, std::vector<Grid>> before;
    for (std::uint32_t island_index = 0; island_index < 3; ++island_index)
        before[island_index] = watched.ranked(island_index);
    watched.step();
    for (std::uint32_t island_index = 0; island_index < 3; ++island_index) {
        const std::vector<Grid> after = watched.grids(island_index);
        const std::vector<Grid>& home = before[(island_index + 2) % 3];
        for (std::size_t k = 0; k < 4; ++k)
            EXPECT_EQ(after[96 + k], home[k]) << "island " << island_index << " migrant " << k;
        EXPECT_FALSE(watched.island(island_index).receives);
        test::expect_right_costs(watched, island_index);
    }
}

TEST(Evolution, MigrantsOfAnIslandThatHasEndedAreOfItsLastPopulation) {
    for (const int since : {1, 2}) {  // the buffers of the others have turned so often since it ended
        WatchedBoxes watched(three_islands());
        watched.evolution.run(5, true);
        std::vector<Island> islands = watched.evolution.read_islands();
        islands[0].state = IslandState::exhausted;
        watched.evolution.write_islands(islands);
        watched.evolution.run(since, true);
        islands = watched.evolution.read_islands();
        islands[1].receives = true;
        watched.evolution.write_islands(islands);
        const std::vector<Grid> home = watched.ranked(0);
        const std::vector<Grid> away = watched.ranked(1);
        watched.step();
        const std::vector<Grid> after = watched.grids(1);
        for (std::size_t k = 0; k < 4; ++k)
            EXPECT_EQ(after[96 + k], home[k]) << "migrant " << k << ", " << since << " generations later";
        test::expect_right_costs(watched, 1);
        EXPECT_EQ(after[0], away[0]) << "elites are its own";
    }
}

TEST(Evolution, AStagnatedIslandBeginsAfreshAndItsChampionIsKept) {
    WatchedBoxes watched(test::small_config("population=20 restart-after=3 generations=200"));
    watched.step();
    std::uint32_t best_ever = watched.island().best_cost;
    for (int generation = 1; generation < 60; ++generation) {
        const Island before = watched.island();
        const std::vector<Grid> population = watched.grids();
        watched.step();
        const Island after = watched.island();
        best_ever = std::min(best_ever, after.best_cost);
        EXPECT_EQ(watched.reading().champion.cost, best_ever);
        if (!before.fresh) continue;
        for (const Grid& grid : watched.grids())
            EXPECT_EQ(std::find(population.begin(), population.end(), grid), population.end());
        EXPECT_EQ(after.stalled_since + 1, after.next_generation) << "a restart begins a new count";
    }
    EXPECT_GT(watched.island().restarts, 2u);
    EXPECT_EQ(watched.island().evaluations, 20u + 59 * 19 + watched.island().restarts - watched.island().fresh);
}

TEST(Evolution, ASolvedIslandFreezesAndTheBudgetEndsTheOthers) {
    Config config = test::small_config("population=20000 islands=2");
    config.generations = 24;  // island 1 solves the puzzle in generation 23, island 0 would in 25
    WatchedBoxes watched(config, test::easy_puzzle);
    std::map<std::uint32_t, std::uint64_t> frozen;
    for (int generation = 0; generation < 28; ++generation) {
        watched.step();
        for (std::uint32_t index = 0; index < 2; ++index) {
            if (watched.island(index).running()) continue;
            const auto fingerprint = watched.reading({.fingerprint = true}, index).fingerprint;
            EXPECT_EQ(frozen.try_emplace(index, fingerprint).first->second, fingerprint) << "a frozen island changed";
        }
    }
    EXPECT_EQ(watched.island(0).state, IslandState::exhausted);
    EXPECT_EQ(watched.island(0).next_generation, 25u);
    EXPECT_EQ(watched.island(1).state, IslandState::solved);
    EXPECT_LE(watched.island(1).next_generation, 25u);
    EXPECT_EQ(BoxBoard::to_grid(watched.reading({}, 1).champion.board), test::easy_solution);
}

TEST(Evolution, TooLargeAPopulationSaysWhatFits) {
    struct SmallMachine : cpu::Executor {
        using cpu::Executor::Executor;
        std::uint64_t available_bytes() const override { return 10'000'000; }
    };
    SmallMachine machine(cpu::make_serial_workers(cpu::Order::forwards));
    Config config = test::with_settings(plain_config(), "population=1000000");
    const auto begin = [&] { EvolutionOn<BoxBoard>(test::borrowed(machine), config, 1); };
    const auto error = test::thrown<MemoryError>(begin);
    EXPECT_EQ(error.needed_bytes, Footprint<BoxBoard>(machine, config, 1).bytes());
    EXPECT_LE(error.needed_bytes, 200u * config.population) << "of the plain genetic algorithm";
    EXPECT_EQ(error.available_bytes, 10'000'000u);
    config.population = static_cast<std::uint32_t>(error.largest_population);
    EXPECT_NO_THROW(begin());
    ++config.population;
    EXPECT_THROW(begin(), MemoryError);
}

TEST(Evolution, TooManyIndividualsForAPlanAreRefused) {
    cpu::Executor executor(cpu::make_serial_workers(cpu::Order::forwards));
    Config config = test::with_settings(plain_config(), "population=1000000");
    EXPECT_THROW(EvolutionOn<BoxBoard>(test::borrowed(executor), config, 17), std::invalid_argument);
}

using test::expect_right_costs;
using test::Watched;

TEST(Costs, ASolutionOfAnotherPuzzleIsNone) {
    // A valid grid, but not of this puzzle, whose givens are genes: what `units` finds nothing wrong with.
    Grid givens = test::easy_puzzle;
    givens[0] = 6, givens[10] = 0;  // the solution has a 5 there
    Puzzle puzzle = make_puzzle(givens);
    choose_genes(puzzle, Genes::all_cells);
    const CellBoard::Stored board = test::board_of<CellBoard>(test::easy_solution);
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
    Config config =
        test::small_cell_config("population=20000 generations=150 initialisation=row-candidates mutation=random-reset");
    Watched<CellBoard> watched(config, test::easy_puzzle);
    watched.evolution.run(150, false);
    EXPECT_EQ(watched.island().state, IslandState::solved);
    EXPECT_EQ(CellBoard::to_grid(watched.reading().champion.board), test::easy_solution);
}

}  // namespace
}  // namespace evodoku
