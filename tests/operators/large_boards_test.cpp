// Operators on larger boards: what they keep, that an assignment is the cheapest, and how a box is distributed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <utility>

#include "logic/generator.hpp"
#include "operators/cost/costs.hpp"
#include "operators/crossover/all.hpp"
#include "operators/mutation/all.hpp"
#include "support/puzzles.hpp"

namespace evodoku {
namespace {

template <int order>
struct Case {
    using Board = LargeBoard<order>;
    using Stored = typename Board::Stored;
    using Shape = Geometry<order>;
    std::unique_ptr<LargePuzzle<order>> puzzle = std::make_unique<LargePuzzle<order>>();
    ContextFor<LargePuzzle<order>> context{*puzzle};

    explicit Case(std::uint32_t hundredths, std::uint32_t index = 0, PresolveLevel level = PresolveLevel::full) {
        const auto made = logic::generate_puzzle({order, percent(hundredths), logic::Holes::random, 1, index});
        *puzzle = make_puzzle(*std::make_unique<Presolved<order>>(presolve<order>(made.puzzle, level)));
    }

    Draws draws(Purpose purpose, std::uint32_t individual, std::uint32_t generation = 0) const {
        return Draws({1, 0, individual, generation}, purpose);
    }
    Stored fresh(std::uint32_t individual) const {
        Stored board;
        Draws stream = draws(Purpose::initialise, individual);
        RandomBoxes{}(Board::view(board), context, stream);
        return board;
    }
    static typename Board::View view(const Stored& board) { return Board::view(board); }

    /// Fixed cells are kept, and each box is a permutation.
    void expect_valid(const Stored& board, const char* what) const {
        for (int box = 0; box < Shape::size; ++box) {
            std::uint64_t digits = 0;
            for (int within = 0; within < Shape::size; ++within) {
                const int cell = Shape::cell_in_box(box, within), digit = view(board).digits()[cell];
                EXPECT_TRUE(puzzle->fixed[cell] == 0 || puzzle->fixed[cell] == digit) << what;
                digits |= std::uint64_t{1} << (digit - 1);
            }
            EXPECT_EQ(digits, Shape::all_digits) << what << " box " << box;
        }
    }

    /// The cost once more: repetitions counted cell by cell.
    std::uint32_t naive_cost(const Stored& board) const {
        std::uint32_t cost = 0;
        for (int line = 0; line < 2 * Shape::size; ++line) {
            std::map<int, std::uint32_t> times;
            for (int k = 0; k < Shape::size; ++k) ++times[view(board).digits()[Shape::cell_of_unit(line, k)]];
            for (const auto& [digit, count] : times) cost += count - 1;
        }
        return cost;
    }
};

template <int order>
void expect_operators_keep_boards() {
    const Case<order> at(40, 0, order == 2 ? PresolveLevel::none : PresolveLevel::full);  // logic fills 4 x 4
    using Board = LargeBoard<order>;
    for (std::uint32_t k = 0; k < 20; ++k) {
        const auto a = at.fresh(2 * k), b = at.fresh(2 * k + 1);
        at.expect_valid(a, "random-boxes");
        EXPECT_EQ(RowColumn{}(Board::view(a), at.context), at.naive_cost(a));
        const auto mutated = [&](const auto& op) {
            auto board = a;
            Draws draws = at.draws(Purpose::mutate, k);
            op(Board::view(board), at.context, draws);
            at.expect_valid(board, op.name);
            auto again = a;
            Draws same = at.draws(Purpose::mutate, k);
            op(Board::view(again), at.context, same);
            EXPECT_TRUE(std::equal(std::begin(board.word), std::end(board.word), std::begin(again.word))) << op.name;
            return at.naive_cost(board);
        };
        Mutations::for_each([&]<class Op>(const Op& op) {
            if constexpr (supports<Op>(Board::flag)) mutated(op);
        });
        EXPECT_LE(mutated(HillClimbSwap{.trials = 100}), at.naive_cost(a));
        const std::uint32_t improved = mutated(CheapestAssignment{});
        EXPECT_TRUE(improved == 0 || improved < at.naive_cost(a)) << "100 redraws of a random board";
        Crossovers::for_each([&]<class Op>(const Op& op) {
            if constexpr (supports<Op>(Board::flag)) {
                typename Board::Stored child;
                Draws draws = at.draws(Purpose::cross, k);
                op(Board::view(a), Board::view(b), Board::view(child), at.context, draws);
                at.expect_valid(child, op.name);
                for (int cell = 0; cell < Geometry<order>::cells; ++cell) {
                    const int digit = at.view(child).digits()[cell];
                    EXPECT_TRUE(digit == at.view(a).digits()[cell] || digit == at.view(b).digits()[cell]) << op.name;
                }
            }
        });
    }
}

TEST(LargeBoards, OperatorsKeepFixedCellsAndBoxes) {
    expect_operators_keep_boards<2>();
    expect_operators_keep_boards<4>();
    expect_operators_keep_boards<5>();
    expect_operators_keep_boards<6>();
    expect_operators_keep_boards<7>();
}

TEST(LargeBoards, AssignmentRespectsCandidatesAndRemembersTimes) {
    const Case<4> at(50);
    auto board = at.fresh(0);
    ASSERT_NE(at.view(board).missing_digits(), 0u) << "logic filled it";
    for (std::uint32_t generation = 1; generation < 30; ++generation) {
        Draws draws = at.draws(Purpose::mutate, 0, generation);
        const auto effort = CheapestAssignment{.redraws = 40}(LargeBoard<4>::view(board), at.context, draws);
        EXPECT_EQ(effort.redraws == 40, at.view(board).missing_digits() != 0 || effort.redraws == 40);
        EXPECT_EQ(at.view(board).temperature(), 920u) << "the middle of the range: no ladder";
        for (int box = 0; box < 16; ++box) {
            const std::uint32_t time = at.view(board).redrawn(box);
            EXPECT_LE(time, 32'768u);
            for (int k = 0; time != 0 && k < at.puzzle->free_count[box]; ++k) {
                const int digit = at.view(board).digits()[at.puzzle->free_cell[box][k]];
                const auto& missing = at.puzzle->missing[box];
                const auto j = std::find(missing, missing + at.puzzle->free_count[box], digit) - missing;
                EXPECT_TRUE(at.puzzle->allowed[box][k] >> j & 1) << "a digit that logic excludes";
            }
        }
        if (at.view(board).missing_digits() == 0) return;
    }
}

TEST(GumbelNumbers, AreThoseOfTheDistribution) {
    const auto gumbel = [](double k) { return -std::log(-std::log((k + 0.5) / GumbelTable::entries)); };
    for (std::uint32_t k = 0; k < GumbelTable::entries; ++k) {
        const double wanted = 256 * (gumbel(GumbelTable::entries - 1) - gumbel(k));
        EXPECT_NEAR(gumbel_table.below[k], wanted, 0.5001) << k;
    }
}

using AssignmentCosts = std::vector<std::vector<std::int32_t>>;

template <int capacity>
std::vector<std::uint8_t> solved(const AssignmentCosts& costs) {
    const int size = static_cast<int>(costs.size());
    AssignmentSolver<capacity> solver(size);
    for (int row = 0; row < size; ++row) {
        solver.fill(row, 0);
        for (int column = 0; column < size; ++column)
            solver.set(row, column, costs[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)]);
    }
    solver.solve();
    std::vector<std::uint8_t> column_of;
    for (int row = 0; row < size; ++row) column_of.push_back(static_cast<std::uint8_t>(solver.column_of(row)));
    return column_of;
}

/// Few different costs, many ties, and some that are excluded.
AssignmentCosts random_costs(std::size_t size, std::mt19937& random) {
    const std::int32_t range = random() % 2 != 0 ? 5 : 50'000;
    AssignmentCosts costs(size, std::vector<std::int32_t>(size));
    for (auto& row : costs) {
        for (auto& cost : row) {
            cost = static_cast<std::int32_t>(random() % static_cast<std::uint32_t>(range));
            if (random() % 3 == 0) cost = CheapestAssignment::excluded;
        }
    }
    for (std::size_t k = 0; k < size; ++k) costs[k][k] = 100;  // there is a way without excluded ones
    return costs;
}

std::int64_t sum_of(const AssignmentCosts& costs, const std::vector<std::uint8_t>& column_of) {
    std::int64_t sum = 0;
    for (std::size_t row = 0; row < costs.size(); ++row) sum += costs[row][column_of[row]];
    return sum;
}

TEST(AssignmentSolver, FindsTheCheapestOfAllPermutations) {
    std::mt19937 random(1);
    for (int trial = 0; trial < 400; ++trial) {
        const AssignmentCosts costs = random_costs(1 + random() % 6, random);
        std::vector<std::uint8_t> each(costs.size());
        std::iota(each.begin(), each.end(), std::uint8_t{0});
        std::int64_t least = sum_of(costs, each);
        while (std::next_permutation(each.begin(), each.end())) least = std::min(least, sum_of(costs, each));
        const std::vector<std::uint8_t> found = solved<16>(costs);
        EXPECT_TRUE(std::is_permutation(found.begin(), found.end(), each.begin()));
        EXPECT_EQ(sum_of(costs, found), least);
    }
}

/// An assignment is the cheapest exactly if no cycle of exchanges saves anything (Klein, 1967).
bool can_be_improved(const AssignmentCosts& costs, const std::vector<std::uint8_t>& column_of) {
    const std::size_t size = costs.size();
    std::vector<std::vector<std::int64_t>> saved(size, std::vector<std::int64_t>(size));
    for (std::size_t a = 0; a < size; ++a)
        for (std::size_t b = 0; b < size; ++b) saved[a][b] = costs[a][column_of[b]] - costs[a][column_of[a]];
    for (std::size_t via = 0; via < size; ++via) {
        for (std::size_t a = 0; a < size; ++a)
            for (std::size_t b = 0; b < size; ++b) saved[a][b] = std::min(saved[a][b], saved[a][via] + saved[via][b]);
        for (std::size_t a = 0; a < size; ++a)
            if (saved[a][a] < 0) return true;
    }
    return false;
}

TEST(AssignmentSolver, NoExchangeImprovesLargeOnes) {
    std::mt19937 random(2);
    for (int trial = 0; trial < 200; ++trial) {
        const AssignmentCosts costs = random_costs(7 + random() % 43, random);
        std::vector<std::uint8_t> found = solved<49>(costs), sorted = found;
        EXPECT_FALSE(can_be_improved(costs, found)) << trial;
        std::ranges::sort(sorted);
        for (std::size_t k = 0; k < sorted.size(); ++k) EXPECT_EQ(sorted[k], k);
        std::swap(found.front(), found.back());
        const bool worse = sum_of(costs, found) != sum_of(costs, solved<49>(costs));
        EXPECT_EQ(can_be_improved(costs, found), worse);
    }
}

/// The matrix of a box that is about to be redrawn, as the comment of CheapestAssignment states it. `draws`: a copy.
template <int order>
AssignmentCosts costs_of_box(LargeWalk<order>& walk, const LargePuzzle<order>& puzzle, int box,
                             std::uint32_t temperature, Draws draws) {
    const std::uint8_t free = puzzle.free_count[box];
    AssignmentCosts costs(free, std::vector<std::int32_t>(free, CheapestAssignment::excluded));
    walk.take_box(box);
    GumbelDraws<order * order, Alone> noise(Alone(), draws, temperature, puzzle.allowed[box], free);
    for (std::size_t k = 0; k < free; ++k)
        noise.each_own(puzzle.allowed[box][k], [&](int j, std::int32_t number) {
            const std::int32_t clashes = walk.count(puzzle.free_cell[box][k], puzzle.missing[box][j]);
            costs[k][static_cast<std::size_t>(j)] = clashes * 4096 + number;
        });
    walk.put_box(box);
    return costs;
}

/// Every box of a puzzle, redrawn once.
template <int order>
void expect_cheapest_boxes(std::uint32_t hundredths, PresolveLevel level, std::uint32_t temperature) {
    const Case<order> at(hundredths, 0, level);
    auto board = at.fresh(hundredths);
    Draws draws = at.draws(Purpose::mutate, hundredths);
    LargeWalk<order> walk(LargeBoard<order>::view(board), *at.puzzle);
    for (int box = 0; box < order * order; ++box) {
        const AssignmentCosts costs = costs_of_box<order>(walk, *at.puzzle, box, temperature, draws);
        CheapestAssignment::redraw(walk, *at.puzzle, box, temperature, draws);
        std::vector<std::uint8_t> column_of;
        const auto& missing = at.puzzle->missing[box];
        for (int k = 0; k < at.puzzle->free_count[box]; ++k) {
            const int digit = walk.digit(at.puzzle->free_cell[box][k]);
            const auto place = std::find(missing, missing + at.puzzle->free_count[box], digit) - missing;
            column_of.push_back(static_cast<std::uint8_t>(place));
        }
        EXPECT_FALSE(can_be_improved(costs, column_of)) << "order " << order << " box " << box;
    }
}

TEST(Assignment, RedrawsABoxByTheCheapestAssignment) {
    for (const std::uint32_t temperature : {150u, 300u}) {
        const auto check = [&]<int order>() {
            expect_cheapest_boxes<order>(0, PresolveLevel::none, temperature);
            expect_cheapest_boxes<order>(30, PresolveLevel::givens, temperature);
            expect_cheapest_boxes<order>(45, PresolveLevel::full, temperature);
        };
        check.template operator()<4>();
        check.template operator()<5>();
        check.template operator()<6>();
        check.template operator()<7>();
    }
}

/// The arrangements of a whole box of a blank 4 x 4 board, redrawn beside its neighbours: as often as arrangements that
/// are cheapest among all 24, each listed with its own random costs.
TEST(Assignment, ABoxIsDistributedAsByEnumeration) {
    constexpr int samples = 60'000;
    constexpr std::uint32_t temperature = 600;
    const Case<2> at(0);
    const auto board = at.fresh(3);
    std::map<std::vector<int>, std::pair<int, int>> times;  // arrangement -> redrawn, enumerated
    Draws draws = at.draws(Purpose::mutate, 0);
    std::mt19937 random(3);
    for (int k = 0; k < samples; ++k) {
        auto changed = board;
        LargeWalk<2> walk(LargeBoard<2>::view(changed), *at.puzzle);
        CheapestAssignment::redraw(walk, *at.puzzle, 0, temperature, draws);
        std::vector<int> arrangement;
        for (int cell = 0; cell < 4; ++cell) arrangement.push_back(walk.digit(at.puzzle->free_cell[0][cell]));
        ++times[arrangement].first;

        LargeWalk<2> others(LargeBoard<2>::view(changed), *at.puzzle);
        others.take_box(0);
        double cost[4][4];
        for (int cell = 0; cell < 4; ++cell) {
            for (int digit = 1; digit <= 4; ++digit) {
                const double u = (static_cast<double>(random() % 4096) + 0.5) / 4096;
                cost[cell][digit - 1] =
                    others.count(at.puzzle->free_cell[0][cell], digit) + temperature / 1000.0 * std::log(-std::log(u));
            }
        }
        std::vector<int> each = {1, 2, 3, 4}, best;
        double least = 1e9;
        do {
            double sum = 0;
            for (std::size_t cell = 0; cell < 4; ++cell) sum += cost[cell][each[cell] - 1];
            if (sum < least) least = sum, best = each;
        } while (std::next_permutation(each.begin(), each.end()));
        ++times[best].second;
    }
    ASSERT_EQ(times.size(), 24u);
    double chi_square = 0;
    for (const auto& [arrangement, counts] : times) {
        const double difference = counts.first - counts.second, sum = counts.first + counts.second;
        chi_square += difference * difference / sum;
    }
    EXPECT_LT(chi_square, 49.7) << "23 degrees of freedom: exceeded by chance once in a thousand";
}

}  // namespace
}  // namespace evodoku
