// Temperatures of larger boards: their scale, and what an exchange between two boards keeps.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <memory>

#include "logic/generator.hpp"
#include "operators/mutation/assignment.hpp"
#include "support/puzzles.hpp"

namespace evodoku {
namespace {

template <int order>
LargePuzzle<order> puzzle_of(std::uint32_t hundredths) {
    const auto made = logic::generate_puzzle({order, percent(hundredths), logic::Holes::balanced, 1, 0});
    return make_puzzle(presolve<order>(made.puzzle, PresolveLevel::full));
}

TEST(TemperatureScale, DividesByTheRootOfTheFreeCellsOfABox) {
    const LargePuzzle<4> blank = puzzle_of<4>(0);
    EXPECT_EQ(TemperatureScale(blank).of_clash(1000), 250u) << "16 free cells";
    EXPECT_EQ(TemperatureScale(blank).of_clash(1), 1u) << "never 0";
    const LargePuzzle<5> puzzle = puzzle_of<5>(45);
    double free = 0;
    for (const std::uint8_t count : puzzle.free_count) free += count;
    EXPECT_NEAR(TemperatureScale(puzzle).of_clash(900), 900 / std::sqrt(free / 25), 2);
    LargePuzzle<5> two;
    two.free_count[0] = 2, two.free_count[3] = 2, two.free_count[7] = 1, two.open_boxes = 2;
    EXPECT_EQ(TemperatureScale(two).of_clash(1000), 707u) << "boxes with fewer than two free cells do not count";
}

TEST(TemperatureExchange, HasTheProbabilityOfParallelTempering) {
    const LargePuzzle<4> puzzle = puzzle_of<4>(0);
    const TemperatureExchange pair{TemperatureScale(puzzle), share_one};
    for (const std::uint32_t colder : {600u, 860u, 900u}) {
        for (const std::uint32_t hotter : {colder, colder + 40, colder + 400}) {
            for (const std::uint32_t more : {0u, 1u, 3u, 20u, 200u, 2400u}) {
                const double expected = std::exp(-(4000.0 / colder - 4000.0 / hotter) * more);
                const double made = std::ldexp(static_cast<double>(pair.probability(colder, 7, hotter, 7 + more)), -64);
                EXPECT_NEAR(made, expected, 0.001 + 0.05 * expected) << colder << ' ' << hotter << ' ' << more;
                EXPECT_EQ(pair.probability(colder, 7 + more, hotter, 7), ~std::uint64_t{0}) << "the better gets colder";
            }
        }
    }
}

/// Boards without a temperature's own moves: the shares of the two states after many exchanges.
TEST(TemperatureExchange, AChainOfExchangesHasTheSharesOfItsWeights) {
    const LargePuzzle<4> puzzle = puzzle_of<4>(0);
    const TemperatureExchange pair{TemperatureScale(puzzle), percent(50)};
    const std::array<std::uint32_t, 2> temperature = {800, 1000};
    const std::array<std::uint32_t, 2> cost = {3, 5};
    constexpr int steps = 40'000;
    double in_first = 0;  // how often the board of cost 3 is the colder one
    int colder = 0;       // the board that is colder
    for (std::uint32_t step = 0; step < steps; ++step) {
        Ladder ladder{.has_neighbour = true, .is_colder = true, .cost = cost[colder], .other_cost = cost[1 - colder]};
        ladder.other_temperature = temperature[1];
        ladder.stream = {9, 0, 0, step};
        Ladder seen_by_other = ladder;
        seen_by_other.is_colder = false;
        std::swap(seen_by_other.cost, seen_by_other.other_cost);
        seen_by_other.other_temperature = temperature[0];
        const bool happens = pair.happens(temperature[0], ladder);
        ASSERT_EQ(pair.happens(temperature[1], seen_by_other), happens) << "both of a pair decide alike";
        if (happens) colder = 1 - colder;
        in_first += colder == 0;
    }
    // exp(-(1/T - 1/t)(E - e)) = exp(2): the odds.
    const double expected = steps * std::exp(2.0) / (1 + std::exp(2.0)), rest = steps - expected;
    // Steps depend on each other: a chain that leaves its states with probability p and q has (2 - p - q) / (p + q)
    // times the variance of independent ones.
    const double leaves = 0.5 * (1 + std::exp(-2.0)), inflated = (2 - leaves) / leaves;
    const double chi_square = (in_first - expected) * (in_first - expected) * (1 / expected + 1 / rest) / inflated;
    EXPECT_LT(chi_square, 10.83) << "one degree of freedom: exceeded by chance once in a thousand";
}

TEST(Assignment, TemperaturesOfFreshBoardsAreEvenlySpaced) {
    const auto puzzle = std::make_unique<LargePuzzle<4>>(puzzle_of<4>(40));
    const auto temperature_of = [&](std::uint32_t index, std::uint32_t size) {
        ContextFor<LargePuzzle<4>> context{*puzzle};
        context.ladder.index = index, context.ladder.size = size;
        LargeBoard<4>::Stored board;
        LargeBoard<4>::view(board).begin(*puzzle);
        for (int box = 0; box < 16; ++box)
            for (int k = 0; k < puzzle->free_count[box]; ++k)
                LargeBoard<4>::view(board).digits()[puzzle->free_cell[box][k]] = puzzle->missing[box][k];
        Draws draws({1, 0, index, 1}, Purpose::mutate);
        CheapestAssignment{.redraws = 1, .coldest = 800, .hottest = 1000}(LargeBoard<4>::view(board), context, draws);
        return LargeBoard<4>::view(board).temperature();
    };
    EXPECT_EQ(temperature_of(0, 5), 800u);
    EXPECT_EQ(temperature_of(1, 5), 850u);
    EXPECT_EQ(temperature_of(4, 5), 1000u);
    EXPECT_EQ(temperature_of(0, 1), 900u) << "a single board: the middle";
}

}  // namespace
}  // namespace evodoku
