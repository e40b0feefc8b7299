// Population annealing: weights, logarithms, resampling; and mutations that keep Boltzmann's distribution.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "core/puzzle.hpp"
#include "core/presolver.hpp"
#include "operators/mutation/heat_bath_cells.hpp"
#include "operators/mutation/walks.hpp"
#include "operators/selection/selections.hpp"
#include "operators/temperature.hpp"
#include "representation/large_board.hpp"

namespace evodoku {
namespace {

TEST(Annealing, LogarithmsAndWeightsAreThoseOfTheMathematics) {
    EXPECT_EQ(log2_of(1), 0);
    EXPECT_EQ(log2_of(std::uint64_t{1} << 63), std::int64_t{63} << 32);
    std::mt19937_64 random(1);
    for (int k = 0; k < 10'000; ++k) {
        const std::uint64_t number = (random() >> random() % 64) | 1;
        EXPECT_NEAR(std::ldexp(static_cast<double>(log2_of(number)), -32), std::log2(static_cast<double>(number)),
                    1e-8);
        const auto bits = static_cast<std::uint32_t>(random() % (8u << 16));
        const auto excess = static_cast<std::uint32_t>(random() % 5);
        EXPECT_NEAR(boltzmann_weight(bits, excess), std::exp2(32 - bits / 65536.0 * excess), 2);
    }
    EXPECT_EQ(boltzmann_weight(64u << 16, 1), 0u);
    EXPECT_EQ(boltzmann_weight(64u << 16, 100'000), 0u) << "the product has more than 32 bits";
}

/// An island whose rank r has cost costs[r].
struct SortedIsland {
    std::vector<std::uint32_t> costs, order;
    std::vector<std::uint64_t> wheel;

    explicit SortedIsland(std::vector<std::uint32_t> of_ranks) : costs(std::move(of_ranks)), order(costs.size()) {
        std::iota(order.begin(), order.end(), 0u);
    }
    Ranking ranking(const Boltzmann& op, std::uint32_t colder, std::uint32_t generation = 0) {
        Ranking made{static_cast<std::uint32_t>(costs.size()), order.data(), costs.data()};
        made.anneals = true, made.colder = colder, made.stream = {7, 0, 0, generation};
        std::uint64_t sum = 12'345;
        wheel.clear();
        for (std::uint32_t rank = 0; rank < made.size; ++rank) wheel.push_back(sum += op.weight(made, rank));
        made.wheel = wheel.data();
        return made;
    }
};

TEST(Annealing, EachBoardHasItsExpectedDescendantsRoundedDownOrUp) {
    std::mt19937 random(3);
    const Boltzmann op;
    for (std::uint32_t round = 0; round < 200; ++round) {
        std::vector<std::uint32_t> costs(1 + random() % 500);
        for (std::uint32_t& cost : costs) cost = static_cast<std::uint32_t>(random() % 40);
        std::ranges::sort(costs);
        SortedIsland island(costs);
        const auto colder = static_cast<std::uint32_t>(random() % (1u << 16));
        Ranking ranking = island.ranking(op, colder, round);
        std::vector<double> descendants(costs.size());
        for (std::uint32_t child = 0; child < ranking.size; ++child) {
            Draws draws({1, 0, child, round}, Purpose::plan);
            ranking.child = child;
            ++descendants.at(op(ranking, draws));
        }
        double sum = 0;
        for (std::uint32_t rank = 0; rank < ranking.size; ++rank) sum += static_cast<double>(op.weight(ranking, rank));
        for (std::uint32_t rank = 0; rank < ranking.size; ++rank) {
            const double expected = static_cast<double>(op.weight(ranking, rank)) * ranking.size / sum;
            EXPECT_GT(descendants[rank], expected - 1 - 1e-9);
            EXPECT_LT(descendants[rank], expected + 1 + 1e-9);
        }
    }
}

/// The mean over generations of the number of descendants is the expected one: the offset is uniform.
TEST(Annealing, DescendantsAreUnbiased) {
    SortedIsland island({0, 0, 1, 2, 5});
    const Boltzmann op;
    constexpr std::uint32_t rounds = 20'000;
    std::array<double, 5> descendants{};
    for (std::uint32_t round = 0; round < rounds; ++round) {
        Ranking ranking = island.ranking(op, 1u << 16, round);
        for (std::uint32_t child = 0; child < 5; ++child) {
            Draws draws({1, 0, child, round}, Purpose::plan);
            ranking.child = child;
            ++descendants[op(ranking, draws)];
        }
    }
    const double sum = 1 + 1 + 0.5 + 0.25 + 1.0 / 32;
    const double weights[] = {1, 1, 0.5, 0.25, 1.0 / 32};
    for (std::size_t rank = 0; rank < 5; ++rank)
        EXPECT_NEAR(descendants[rank] / rounds, 5 * weights[rank] / sum, 0.02) << rank;
}

TEST(HeatBathCells, ArrangementsAreAllAndThoseOfFewerCellsComeFirst) {
    for (std::uint32_t cells = 1; cells <= 4; ++cells) {
        std::set<std::vector<std::uint32_t>> seen;
        for (std::uint32_t k = 0; k < CellsOfBox::arrangements(cells); ++k) {
            std::vector<std::uint32_t> sources;
            for (std::uint32_t i = 0; i < 4; ++i) sources.push_back(CellsOfBox::source(k, i));
            for (std::uint32_t i = cells; i < 4; ++i) EXPECT_EQ(sources[i], i) << k;
            std::vector<std::uint32_t> sorted = sources;
            std::ranges::sort(sorted);
            EXPECT_EQ(sorted, (std::vector<std::uint32_t>{0, 1, 2, 3}));
            seen.insert(sources);
        }
        EXPECT_EQ(seen.size(), CellsOfBox::arrangements(cells)) << cells;
    }
}

using Board = LargeBoard<2>;
using Puzzle4 = LargePuzzle<2>;

/// Every board of the empty 4 x 4: 24^4 arrangements, box by box, with its cost.
struct AllBoards {
    std::vector<Board::Stored> boards;
    std::vector<std::uint32_t> costs;

    AllBoards() {
        std::array<std::uint8_t, 4> digits = {1, 2, 3, 4};
        std::vector<std::array<std::uint8_t, 4>> boxes;
        do boxes.push_back(digits);
        while (std::ranges::next_permutation(digits).found);
        for (std::uint32_t number = 0; number < 24 * 24 * 24 * 24; ++number) {
            std::uint8_t cells[16];
            std::uint32_t left = number;
            for (int box = 0; box < 4; ++box, left /= 24) {
                for (int within = 0; within < 4; ++within)
                    cells[Geometry<2>::cell_in_box(box, within)] = boxes[left % 24][static_cast<std::size_t>(within)];
            }
            Board::Stored board;
            Board::view(board).set_digits(cells);
            costs.push_back(Board::view(board).missing_digits());
            boards.push_back(board);
        }
    }
};

const AllBoards& all_boards() {
    static const AllBoards all;
    return all;
}

Puzzle4 empty_puzzle() {
    Presolved<2> found;
    presolve_into(found, device_job<2>({Grid(2), PresolveLevel::none, 0, 0}));
    Puzzle4 puzzle;
    make_puzzle_into(puzzle, found);
    return puzzle;
}

/// The mutations that keep Boltzmann's distribution.
void for_each_kernel(const auto& visit, std::uint32_t trials) {
    MetropolisSwap swap;
    swap.trials = trials, swap.directed = 0;
    visit(swap, "metropolis-swap");
    for (const std::uint32_t cells : {2u, 3u, 4u}) {
        HeatBathCells bath;
        bath.trials = trials, bath.cells = cells;
        visit(bath, "heat-bath-cells:cells=" + std::to_string(cells));
    }
}

/// A sample of 60,000 boards of a distribution has its costs after a mutation, too, by Pearson's test.
TEST(Annealing, MutationsKeepTheDistributionAtThreeTemperatures) {
    const AllBoards& all = all_boards();
    EXPECT_EQ(std::ranges::count(all.costs, 0u), 288);
    const Puzzle4 puzzle = empty_puzzle();
    for (const double coldness : {0.3, 1.0, 2.5}) {
        std::vector<double> sums;
        std::map<std::uint32_t, double> share;
        double sum = 0;
        for (const std::uint32_t cost : all.costs) sums.push_back(sum += std::exp2(-coldness * cost));
        for (const std::uint32_t cost : all.costs) share[cost] += std::exp2(-coldness * cost) / sum;
        for_each_kernel(
            [&](const auto& op, const std::string& name) {
                constexpr std::uint32_t samples = 60'000;
                std::map<std::uint32_t, double> counts;
                std::mt19937_64 random(5);
                for (std::uint32_t k = 0; k < samples; ++k) {
                    const double ball = std::uniform_real_distribution<double>(0, sum)(random);
                    Board::Stored board =
                        all.boards[static_cast<std::size_t>(std::ranges::upper_bound(sums, ball) - sums.begin())];
                    ContextFor<Puzzle4> context{puzzle};
                    context.coldness = static_cast<std::uint32_t>(coldness * 65536);
                    Draws draws({9, 0, k, 1}, Purpose::mutate);
                    op(Board::view(board), context, draws);
                    ASSERT_TRUE(Board::is_whole(board, puzzle));
                    ++counts[Board::view(board).missing_digits()];
                }
                double statistic = 0, degrees = -1;
                for (const auto& [cost, expected] : share) {
                    if (expected * samples < 8) continue;
                    statistic += std::pow(counts[cost] - expected * samples, 2) / (expected * samples);
                    ++degrees;
                }
                // Wilson and Hilferty's approximation of the point that one in 10,000 samples passes.
                const double limit = degrees * std::pow(1 - 2 / (9 * degrees) + 3.72 * std::sqrt(2 / (9 * degrees)), 3);
                EXPECT_LT(statistic, limit) << name << " at " << coldness << ", " << degrees << " degrees of freedom";
            },
            7);
    }
}

/// Every transition between the 24 arrangements of a box, the other boxes fixed: as often there as back, in
/// equilibrium. Each probability is estimated from 100,000 trials.
TEST(Annealing, TransitionsAreInDetailedBalance) {
    const int fixed[16] = {0, 0, 1, 2, 0, 0, 3, 3, 2, 4, 1, 1, 1, 3, 2, 4};  // the boxes of a state, not of a puzzle
    Puzzle4 puzzle = empty_puzzle();
    puzzle.open_boxes = 1, puzzle.open_box[0] = 0;
    constexpr std::uint32_t samples = 100'000;
    std::vector<std::array<std::uint8_t, 4>> states;
    std::array<std::uint8_t, 4> digits = {1, 2, 3, 4};
    do states.push_back(digits);
    while (std::ranges::next_permutation(digits).found);
    const auto board_of = [&](const std::array<std::uint8_t, 4>& state) {
        std::uint8_t cells[16];
        for (int cell = 0; cell < 16; ++cell) cells[cell] = static_cast<std::uint8_t>(std::max(1, fixed[cell]));
        for (int within = 0; within < 4; ++within)
            cells[Geometry<2>::cell_in_box(0, within)] = state[static_cast<std::size_t>(within)];
        Board::Stored board;
        Board::view(board).set_digits(cells);
        return board;
    };
    for_each_kernel(
        [&](const auto& op, const std::string& name) {
            double to[24][24] = {};
            for (std::size_t from = 0; from < 24; ++from) {
                for (std::uint32_t k = 0; k < samples; ++k) {
                    Board::Stored board = board_of(states[from]);
                    ContextFor<Puzzle4> context{puzzle};
                    context.coldness = 1u << 16;
                    Draws draws({11, static_cast<std::uint32_t>(from), k, 1}, Purpose::mutate);
                    op(Board::view(board), context, draws);
                    std::array<std::uint8_t, 4> state;
                    for (int within = 0; within < 4; ++within)
                        state[static_cast<std::size_t>(within)] =
                            Board::view(board).digits()[Geometry<2>::cell_in_box(0, within)];
                    ++to[from][std::ranges::find(states, state) - states.begin()];
                }
            }
            for (std::size_t from = 0; from < 24; ++from) {
                for (std::size_t other = 0; other < from; ++other) {
                    const auto weight = [&](std::size_t state) {
                        const Board::Stored board = board_of(states[state]);
                        return std::exp2(-double(Board::view(board).missing_digits()));
                    };
                    const double there = weight(from) * to[from][other], back = weight(other) * to[other][from];
                    const double spread = std::sqrt(weight(from) * there + weight(other) * back);
                    EXPECT_LE(std::abs(there - back), 5 * spread) << name << " " << from << " " << other;
                }
            }
        },
        1);
}

}  // namespace
}  // namespace evodoku
