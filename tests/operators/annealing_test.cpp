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

#include "core/presolver.hpp"
#include "operators/mutation/walks.hpp"
#include "operators/selection/selections.hpp"
#include "operators/temperature.hpp"
#include "representation/large_board.hpp"
#include "support/puzzles.hpp"

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

using SmallestBoard = LargeBoard<2>;
using Puzzle4 = LargePuzzle<2>;

/// Every board of the empty 4 x 4: 24^4 arrangements, box by box, with its cost.
struct AllBoards {
    std::vector<SmallestBoard::Stored> boards;
    std::vector<std::uint32_t> costs;

    AllBoards() {
        std::array<std::uint8_t, 4> digits = {1, 2, 3, 4};
        std::vector<std::array<std::uint8_t, 4>> boxes;
        do boxes.push_back(digits);
        while (std::ranges::next_permutation(digits).found);
        for (std::uint32_t number = 0; number < 24 * 24 * 24 * 24; ++number) {
            std::uint8_t cells[16];
            std::uint32_t left = number;
            for (int box = 0; box < 4; ++box, left /= 24)
                for (int within = 0; within < 4; ++within)
                    cells[Geometry<2>::cell_in_box(box, within)] = boxes[left % 24][static_cast<std::size_t>(within)];
            SmallestBoard::Stored board;
            SmallestBoard::view(board).set_digits(cells);
            costs.push_back(SmallestBoard::view(board).missing_digits());
            boards.push_back(board);
        }
    }
};

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
    const AllBoards all;
    EXPECT_EQ(std::ranges::count(all.costs, 0u), 288);
    const Puzzle4 puzzle = make_puzzle(presolve<2>(Grid(2), PresolveLevel::none));
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
                    SmallestBoard::Stored board =
                        all.boards[static_cast<std::size_t>(std::ranges::upper_bound(sums, ball) - sums.begin())];
                    ContextFor<Puzzle4> context{puzzle};
                    context.coldness = static_cast<std::uint32_t>(coldness * 65536);
                    Draws draws({9, 0, k, 1}, Purpose::mutate);
                    op(SmallestBoard::view(board), context, draws);
                    ASSERT_TRUE(SmallestBoard::is_whole(board, puzzle));
                    ++counts[SmallestBoard::view(board).missing_digits()];
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

/// Draws whose results a test chooses, one after another. It notes in how many ways each could have come out.
class Chosen : public Numbers<Chosen> {
public:
    struct Choice {
        std::uint64_t count, value;
        double probability;  ///< of the value; 0 for one of a uniform number of 32 or 64 bits
    };
    std::vector<Choice> choices;

    void begin() { next_ = 0; }
    std::uint32_t below_small(std::uint32_t count) {
        const auto value = static_cast<std::uint32_t>(choose(count));
        const auto first = [&](std::uint64_t of) { return (of * 65'536 + count - 1) / count; };  // of 16 bits
        choices[next_ - 1].probability = static_cast<double>(first(value + 1) - first(value)) / 65'536;
        return value;
    }
    std::uint32_t bits(int count) { return static_cast<std::uint32_t>(choose(std::uint64_t{1} << count)); }
    std::uint64_t below_wide(std::uint64_t count) { return choose(count); }

private:
    std::uint64_t choose(std::uint64_t count) {
        if (next_ == choices.size()) choices.push_back({count, 0, 0});
        return choices[next_++].value;
    }
    std::size_t next_ = 0;
};

/// The exact probability of each result of outcome(draws), found by making every choice in turn. A uniform number of
/// many bits must be the last choice, and its values with one result neighbours: bisection finds the last of them.
std::vector<double> probabilities(std::size_t outcomes, const auto& outcome) {
    std::vector<double> found(outcomes);
    Chosen draws;
    const auto result = [&] { return draws.begin(), outcome(draws); };
    do {
        const std::size_t made = result();
        double probability = 1;
        for (const Chosen::Choice& each : draws.choices)
            if (each.probability != 0) probability *= each.probability;
        Chosen::Choice& last = draws.choices.back();
        if (last.probability == 0) {
            const std::uint64_t first = last.value;
            std::uint64_t low = first, high = last.count - 1;
            while (low < high) {
                last.value = high - (high - low) / 2;
                if (result() == made)
                    low = last.value;
                else
                    high = last.value - 1;
            }
            last.value = low;
            probability *= static_cast<double>(low - first + 1) / static_cast<double>(last.count);
        }
        found[made] += probability;
        while (!draws.choices.empty() && draws.choices.back().value + 1 == draws.choices.back().count)
            draws.choices.pop_back();
        if (!draws.choices.empty()) ++draws.choices.back().value;
    } while (!draws.choices.empty());
    return found;
}

/// Four cells of a box have all 24 arrangements of their digits, on a board that else stays as it is. The exact
/// probability of each change is, in equilibrium, that of the change back.
template <class Board>
void expect_detailed_balance(const auto& puzzle, const std::vector<std::uint8_t>& digits, const std::string& what) {
    const auto cell = [&](std::size_t k) { return Geometry<Board::order>::cell_in_box(0, static_cast<int>(k)); };
    std::vector<std::array<std::uint8_t, 4>> states;
    std::array<std::uint8_t, 4> state;
    for (std::size_t k = 0; k < 4; ++k) state[k] = digits[static_cast<std::size_t>(cell(k))];
    std::ranges::sort(state);
    do states.push_back(state);
    while (std::ranges::next_permutation(state).found);
    std::vector<typename Board::Stored> boards;
    for (const auto& each : states) {
        std::vector<std::uint8_t> cells = digits;
        for (std::size_t k = 0; k < 4; ++k) cells[static_cast<std::size_t>(cell(k))] = each[k];
        boards.emplace_back();
        ASSERT_TRUE(Board::view(boards.back()).set_digits(cells.data()));
    }
    for (const double coldness : {0.25, 1.0, 2.5})
        for_each_kernel(
            [&](const auto& op, const std::string& name) {
                std::vector<std::vector<double>> to;
                for (const auto& from : boards) {
                    to.push_back(probabilities(24, [&](Chosen& draws) {
                        typename Board::Stored board = from;
                        ContextFor<std::remove_cvref_t<decltype(puzzle)>> context{puzzle};
                        context.coldness = static_cast<std::uint32_t>(coldness * 65536);
                        op(Board::view(board), context, draws);
                        const Grid made = Board::to_grid(board);
                        std::array<std::uint8_t, 4> of;
                        for (std::size_t k = 0; k < 4; ++k) of[k] = made[cell(k)];
                        return static_cast<std::size_t>(std::ranges::find(states, of) - states.begin());
                    }));
                    EXPECT_NEAR(std::accumulate(to.back().begin(), to.back().end(), 0.0), 1, 1e-12);
                }
                const auto weight = [&](std::size_t k) {
                    return std::exp2(-coldness * double(Board::view(boards[k]).missing_digits()));
                };
                std::size_t possible = 0;
                for (std::size_t from = 0; from < 24; ++from) {
                    for (std::size_t other = 0; other < from; ++other) {
                        const double there = weight(from) * to[from][other], back = weight(other) * to[other][from];
                        EXPECT_NEAR(there, back, 1e-6 * back)
                            << what << ", " << name << " at " << coldness << ": " << from << " and " << other;
                        possible += there != 0;
                    }
                }
                EXPECT_EQ(possible, name.ends_with("cells=4") ? 276u : name.ends_with("cells=3") ? 168u : 72u) << name;
            },
            1);
}

/// A puzzle whose only free cells are four of the first box, among random boxes.
template <class Board>
void expect_detailed_balance_among_random_boxes(std::mt19937& random) {
    using Shape = Geometry<Board::order>;
    std::vector<std::uint8_t> digits(Shape::cells), of_box(Shape::size);
    std::iota(of_box.begin(), of_box.end(), std::uint8_t{1});
    Grid givens(Board::order);
    for (int box = 0; box < Shape::size; ++box) {
        std::ranges::shuffle(of_box, random);
        for (int within = 0; within < Shape::size; ++within) {
            const int cell = Shape::cell_in_box(box, within);
            digits[static_cast<std::size_t>(cell)] = of_box[static_cast<std::size_t>(within)];
            if (box == 0 && within >= 4) givens[cell] = of_box[static_cast<std::size_t>(within)];
        }
    }
    auto puzzle = make_puzzle(presolve<Board::order>(givens, PresolveLevel::none));
    puzzle.open_boxes = 1, puzzle.open_box[0] = 0;  // the other boxes are a state, not a part of the puzzle
    expect_detailed_balance<Board>(puzzle, digits, std::to_string(Shape::size));
}

TEST(Annealing, EveryTransitionOfABoxIsInDetailedBalance) {
    std::mt19937 random(8);
    for (int round = 0; round < 2; ++round) {
        expect_detailed_balance_among_random_boxes<SmallestBoard>(random);
        expect_detailed_balance_among_random_boxes<BoxBoard>(random);
    }
}

}  // namespace
}  // namespace evodoku
