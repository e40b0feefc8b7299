// Walks of swaps, temperatures that fall, and the mutations that use them.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "operators/cost/costs.hpp"
#include "operators/mutation/all.hpp"
#include "support/boards.hpp"

namespace evodoku {
namespace {

TEST(Cooling, IsGeometricDownToItsEnd) {
    for (const std::uint32_t start : {1u, 481u, 3'000u, max_temperature}) {
        for (const Share factor : {Share{32'768}, Share{64'881}, share_one}) {
            for (std::uint32_t age = 0; age < 2'000; age = age * 5 / 4 + 1) {
                const std::uint32_t end = std::min(start, 100u);
                const double factor_of_one = double(factor) / share_one;
                const double temperature = std::max(double(end), start * std::pow(factor_of_one, age)) / 1'000;
                const double expected = 65'536 / (temperature * std::log(2));
                EXPECT_NEAR(Cooling({start, end, factor}).coldness(age), expected, 0.51 + expected * 1e-5)
                    << start << " x " << factor_of_one << "^" << age;
            }
        }
    }
    const Cooling ages_for_ever{3'000, 100, 64'881};
    EXPECT_EQ(ages_for_ever.coldness(~0u), (Cooling{100, 100, share_one}.coldness(0)));
}

TEST(Cooling, PowersOfAHalf) {
    EXPECT_EQ(power_of_half(0), ~std::uint64_t{0});
    EXPECT_EQ(power_of_half(64 << 16), 0u);
    for (std::uint32_t exponent = 1; exponent < 40u << 16; exponent = exponent * 9 / 8 + 1) {
        const double expected = std::exp2(-double(exponent) / 65'536);
        const double found = std::ldexp(double(power_of_half(exponent)), -64);
        EXPECT_NEAR(found, expected, expected * 1e-9 + std::ldexp(1, -63)) << exponent;
    }
}

TEST(LocalSearch, EvaluatesASwapByTheCostItAdds) {
    EXPECT_TRUE(rc::check([] {
        const Puzzle puzzle = test::arbitrary_puzzle();
        RC_PRE(puzzle.open_boxes > 0);
        BoxBoard::Stored board = test::arbitrary_board_of(puzzle);
        Draws draws = test::arbitrary_draws(Purpose::mutate);
        const std::uint32_t before = RowColumn{}(BoxBoard::view(board), Context{puzzle});
        int change = 0;
        BoxWalk walk{BoxBoard::view(board), puzzle};
        try_swap(walk, puzzle, *rc::gen::arbitrary<bool>(), draws, [&](int of_swap) {
            change = of_swap;
            return true;
        });
        const std::uint32_t after = RowColumn{}(BoxBoard::view(board), Context{puzzle});
        RC_ASSERT(static_cast<int>(after) - static_cast<int>(before) == change);
    }));
}

TEST(LocalSearch, HillClimbingAndAColdWalkNeverRaiseTheCostAndAHotWalkDoes) {
    const Puzzle puzzle = make_puzzle(test::hard_puzzle);
    const auto mean_cost_after = [&](const auto& mutate, bool may_rise) {
        std::uint64_t sum = 0;
        for (std::uint32_t k = 0; k < 200; ++k) {
            BoxBoard::Stored board = test::board_of(puzzle, k);
            const std::uint32_t before = RowColumn{}(BoxBoard::view(board), Context{puzzle});
            Draws draws({8, 0, k, 0}, Purpose::mutate);
            mutate(BoxBoard::view(board), Context{puzzle}, draws);
            const std::uint32_t after = RowColumn{}(BoxBoard::view(board), Context{puzzle});
            EXPECT_TRUE(may_rise || after <= before);
            sum += after;
        }
        return static_cast<double>(sum) / 200;
    };
    const double hot = mean_cost_after(MetropolisSwap{.trials = 300, .shift = 0, .directed = 0}, true);
    const double cold = mean_cost_after(MetropolisSwap{.trials = 300, .shift = 31, .directed = 0}, false);
    const double directed = mean_cost_after(MetropolisSwap{.trials = 300, .shift = 31, .directed = 1}, false);
    const double climbed = mean_cost_after(HillClimbSwap{.trials = 300, .sideways = 0}, false);
    EXPECT_GT(hot, 40);
    EXPECT_LT(cold, 20);
    EXPECT_LT(directed, 20);
    EXPECT_LT(climbed, 25);
}

/// The solution, apart from two exchanged givens in the last box: no arrangement of the first box solves it. That box
/// has three free cells.
Puzzle never_solved() {
    Grid grid = test::easy_solution;
    std::swap(grid[cell_in_box(8, 0)], grid[cell_in_box(8, 4)]);
    for (const int within : {0, 4, 5}) grid[cell_in_box(0, within)] = 0;
    return make_puzzle(grid);
}

TEST(AnnealedSwap, ComesToTheBoltzmannDistribution) {
    const Puzzle puzzle = never_solved();
    constexpr double temperature = 1.3;
    const AnnealedSwap walk{.trials = 60, .start = 1'300, .cooling = share_one};
    constexpr int boards = 30'000;
    std::map<std::string, int> found;
    std::map<std::string, double> weight;
    for (std::uint32_t k = 0; k < boards; ++k) {
        BoxBoard::Stored board = test::board_of(puzzle, k);
        Draws draws({6, 0, k, 0}, Purpose::mutate);
        EXPECT_EQ(walk(BoxBoard::view(board), Context{puzzle}, draws).trials, 60u);
        const Grid grid = BoxBoard::to_grid(board);
        const std::string text(grid.cells().begin(), grid.cells().end());
        ++found[text];
        weight[text] = std::exp(-double(RowColumn{}(BoxBoard::view(board), Context{puzzle})) / temperature);
    }
    ASSERT_EQ(found.size(), 6u) << "the orders of three digits";
    double sum = 0, chi_square = 0;
    for (const auto& [text, each] : weight) sum += each;
    for (const auto& [text, count] : found) {
        const double expected = boards * weight[text] / sum;
        chi_square += (count - expected) * (count - expected) / expected;
    }
    EXPECT_LT(chi_square, 20.5) << "0.001 of the chi-square distribution with five degrees of freedom";
}

TEST(AnnealedSwap, IsColderWithAgeAndStopsAtASolution) {
    const Puzzle puzzle = make_puzzle(test::hard_puzzle);
    const AnnealedSwap walk{.trials = 0, .start = 5'000, .cooling = percent(90), .end = 50};
    const std::uint32_t free = cell_count - puzzle.fixed_count;
    const auto mean_cost_at = [&](std::uint32_t age) {
        double sum = 0;
        for (std::uint32_t k = 0; k < 100; ++k) {
            BoxBoard::Stored board = test::board_of(puzzle, k);
            Draws draws({8, 0, k, 0}, Purpose::mutate);
            EXPECT_EQ(walk(BoxBoard::view(board), Context{puzzle, nullptr, false, age}, draws).trials, free * free);
            sum += RowColumn{}(BoxBoard::view(board), Context{puzzle});
        }
        return sum / 100;
    };
    const double hot = mean_cost_at(0), warm = mean_cost_at(15), cold = mean_cost_at(40);
    EXPECT_GT(hot, warm + 5);
    EXPECT_GT(warm, cold + 5);

    const Puzzle solved = make_puzzle(test::easy_puzzle);
    BoxBoard::Stored board = test::board_of<BoxBoard>(test::easy_solution);
    Draws draws({8, 0, 0, 0}, Purpose::mutate);
    EXPECT_EQ(walk(BoxBoard::view(board), Context{solved}, draws).trials, 0u);
    EXPECT_EQ(BoxBoard::to_grid(board), test::easy_solution);
}

TEST(AnnealedHeatBath, DrawsBetweenTwoShifts) {
    Draws draws({3, 0, 0, 0}, Purpose::mutate);
    int threes = 0;
    constexpr int count = 40'000;
    for (int k = 0; k < count; ++k) {
        const std::uint32_t shift = AnnealedHeatBath::shift_of(2 * 65'536 + 65'536 / 4, draws);
        ASSERT_TRUE(shift == 2 || shift == 3);
        threes += shift == 3;
    }
    EXPECT_NEAR(double(threes) / count, 0.25, 0.01);
    for (int k = 0; k < 100; ++k) {
        EXPECT_EQ(AnnealedHeatBath::shift_of(3 * 65'536, draws), 3u);
        EXPECT_EQ(AnnealedHeatBath::shift_of(1'000 * 65'536, draws), 7u);
    }
}

TEST(AnnealedHeatBath, AtAShiftOfThreeIsTheHeatBath) {
    const test::PreparedPuzzle prepared(make_puzzle(test::hard_puzzle));
    const AnnealedHeatBath annealed{.cooling = 0, .end = 481};
    double sums[2] = {};
    for (std::uint32_t k = 0; k < 300; ++k) {
        for (const bool anneals : {false, true}) {
            BoxBoard::Stored board = test::board_of(prepared.puzzle, k);
            Draws draws({5, 0, k, 0}, Purpose::mutate);
            Context context = prepared.context();
            context.age = 1;  // a factor of 0: at the end at once
            if (anneals)
                annealed(BoxBoard::view(board), context, draws);
            else
                HeatBath{.colder = 0}(BoxBoard::view(board), context, draws);
            sums[anneals] += RowColumn{}(BoxBoard::view(board), context);
        }
    }
    EXPECT_NEAR(sums[0] / 300, sums[1] / 300, 0.6);
}

}  // namespace
}  // namespace evodoku
