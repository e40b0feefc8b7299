// Readings of populations for reports, against the populations themselves.
#include <cmath>

#include "representation/large_board.hpp"
#include "support/configurations.hpp"
#include "support/watched.hpp"

namespace evodoku {
namespace {

template <class Board>
void expect_right(auto& watched) {
    constexpr int size_of_board = Geometry<Board::order>::size, all_cells = size_of_board * size_of_board;
    std::vector<std::uint32_t> listed;
    for (std::uint32_t k = watched.config.islands; k-- > 0;) listed.push_back(k);
    std::vector<Diversity<Board>> diversity;
    watched.evolution.read_diversity(listed, [&](const auto& of_island) { diversity.push_back(of_island); });
    const auto readings = watched.evolution.read({.costs = true}, listed);
    for (std::size_t position = 0; position < listed.size(); ++position) {
        const std::vector<std::uint32_t> costs = watched.ranked_costs(listed[position]);
        std::vector<Grid> grids = watched.ranked(listed[position]);
        const std::size_t size = costs.size();
        grids.resize(size);
        std::set<std::string> different;
        std::vector<std::vector<std::uint32_t>> digits(all_cells, std::vector<std::uint32_t>(size_of_board, 0));
        for (const auto& grid : grids) {
            different.emplace(grid.cells().begin(), grid.cells().end());
            for (int cell = 0; cell < all_cells; ++cell) ++digits[cell][grid[cell] - 1];
        }
        EXPECT_EQ(diversity[position].distinct, different.size());
        for (int cell = 0; cell < all_cells; ++cell)
            for (int digit = 0; digit < size_of_board; ++digit)
                ASSERT_EQ(diversity[position].digits[cell][digit], digits[cell][digit]) << cell << " " << digit + 1;
        const auto& reading = readings[position];
        std::uint64_t sum = 0, squares = 0;
        for (const std::uint64_t cost : costs) sum += cost, squares += cost * cost;
        EXPECT_EQ(reading.size, size);
        EXPECT_EQ(reading.cost_sum, sum);
        EXPECT_EQ(reading.cost_squares, squares);
        EXPECT_EQ(Board::to_grid(reading.best_board), grids.front());
        const auto quantile = [&](double share) {  // the lowest cost that this share of the boards does not exceed
            return costs[static_cast<std::size_t>(std::ceil(share * static_cast<double>(size) - 1e-9)) - 1];
        };
        EXPECT_EQ(reading.costs.cost, costs.front());
        EXPECT_EQ(reading.costs.q10, quantile(0.1));
        EXPECT_EQ(reading.costs.q25, quantile(0.25));
        EXPECT_EQ(reading.costs.median, quantile(0.5));
        EXPECT_EQ(reading.costs.q75, quantile(0.75));
        EXPECT_EQ(reading.costs.q90, quantile(0.9));
        EXPECT_EQ(reading.costs.worst, costs.back());
    }
}

template <class Board>
void expect_right_for(const Config& config) {
    test::Watched<Board> watched(config);
    for (int generation = 0; generation < 6; ++generation) {
        watched.step();
        SCOPED_TRACE(generation);
        expect_right<Board>(watched);
    }
}

TEST(Diversity, OfBoxBoards) {
    for (const std::uint32_t population : {1u, 2u, 130u, 1'100u}) {
        Config config = test::small_config();
        config.population = population;
        expect_right_for<BoxBoard>(config);
    }
}

TEST(Diversity, OfCellBoards) { expect_right_for<CellBoard>(test::small_cell_config()); }

TEST(Diversity, OfIslands) {
    Config config = test::small_config("population=900 islands=9 migrate-every=10");
    expect_right_for<BoxBoard>(config);
}

TEST(Diversity, OfPopulationsWithUnusedPlaces) {
    Config config = test::small_config();
    config.population = 120, config.distinct = true, config.drops = true, config.crossover.clear();
    config.mutation = "swap:rate=0.1,max-swaps=1";
    expect_right_for<BoxBoard>(config);
    config = test::small_config();
    config.population = 60, config.max_population = 700, config.restart_after = 1,
    config.stagnation = "grow:max-growth=100";
    expect_right_for<BoxBoard>(config);
}

TEST(Diversity, EqualBoardsWithDifferentNotesAreOneBoard) {
    Config config;  // the heat bath keeps notes
    config.population = 40;
    expect_right_for<BoxBoard>(config);
}

template <int order>
void expect_right_for_order(std::uint32_t population, std::uint32_t islands) {
    Config config = large_config(order);
    config.population = population, config.islands = islands, config.mutation = "assignment:redraws=5";
    SCOPED_TRACE(order);
    Grid grid(order);
    grid[0] = 1;
    test::Watched<LargeBoard<order>> watched(config, grid);
    for (int generation = 0; generation < 3; ++generation) {
        watched.step();
        expect_right<LargeBoard<order>>(watched);
    }
}

TEST(Diversity, OfLargerBoards) {
    expect_right_for_order<2>(1'100, 1);
    expect_right_for_order<4>(600, 3);
    expect_right_for_order<5>(16, 2);
    expect_right_for_order<6>(8, 1);
    expect_right_for_order<7>(80, 40);  // more islands than results fit at a time
}

TEST(Diversity, EntropyInBits) {
    std::uint32_t boards[9] = {8, 0, 0, 0, 0, 0, 0, 0, 0};
    EXPECT_EQ(entropy_of(boards), 0);
    boards[4] = 8;
    EXPECT_DOUBLE_EQ(entropy_of(boards), 1);
    for (std::uint32_t& each : boards) each = 5;
    EXPECT_DOUBLE_EQ(entropy_of(boards), std::log2(9.0));
}

}  // namespace
}  // namespace evodoku
