// Tests over several puzzles, Holm's adjustment and intervals, against worked examples.
#include "statistics/statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <random>
#include <stdexcept>

namespace evodoku::statistics {
namespace {

TEST(Stratified, OfOnePuzzleIsTheRankSumTest) {
    const std::vector<double> x = {1.1, 2.2, 3.3, 4.4}, y = {2.5, 3.5, 4.5, 5.5, 6.5};
    const RankSum one = rank_sum(x, y), same = stratified_rank_sum({{x, y}, {{}, y}, {x, {}}});
    EXPECT_EQ(one.p, same.p);
    EXPECT_EQ(one.a12, same.a12);
    EXPECT_EQ(one.exact, same.exact);
    EXPECT_THROW(stratified_rank_sum({{x, {}}}), std::invalid_argument);
}

TEST(Stratified, ComparesWithinPuzzlesAlone) {
    // On either puzzle x is lower; pooled, the hard puzzle hides it.
    const Stratum easy{{1, 2, 3, 4, 5, 6, 7, 8}, {11, 12, 13, 14, 15, 16, 17, 18}};
    Stratum hard = easy;
    for (double& value : hard.x) value += 1'000;
    for (double& value : hard.y) value += 1'000;
    const RankSum both = stratified_rank_sum({easy, hard});
    EXPECT_EQ(both.a12, 0);
    // Each puzzle: U = 0, E = 32, V = 64 * 17 / 12; so z = 2 * 32 / sqrt(2 V).
    const double z = 64 / std::sqrt(2 * 64.0 * 17 / 12);
    EXPECT_NEAR(both.p, std::erfc(z / std::sqrt(2.0)), 1e-12);
    std::vector<double> all_x = easy.x, all_y = easy.y;
    all_x.insert(all_x.end(), hard.x.begin(), hard.x.end());
    all_y.insert(all_y.end(), hard.y.begin(), hard.y.end());
    EXPECT_GT(rank_sum(all_x, all_y).p, 100 * both.p);
}

TEST(Holm, AdjustsAWorkedExample) {
    // Holm: 0.01 x 4, 0.02 x 3, 0.03 x 2, 0.04 x 1, never falling.
    const std::vector<double> adjusted = holm({0.04, 0.01, 0.03, 0.02});
    EXPECT_NEAR(adjusted[1], 0.04, 1e-15);
    EXPECT_NEAR(adjusted[3], 0.06, 1e-15);
    EXPECT_NEAR(adjusted[2], 0.06, 1e-15);
    EXPECT_NEAR(adjusted[0], 0.06, 1e-15);
    EXPECT_EQ(holm({0.4, 0.9}).back(), 0.9);
    EXPECT_EQ(holm({0.9, 0.9}).front(), 1);
    EXPECT_TRUE(holm({}).empty());
}

TEST(A12Interval, SolvesItsEquation) {
    for (const double a12 : {0.0, 0.1, 0.5, 0.77, 1.0}) {
        for (const std::uint64_t n : {5u, 30u, 100u}) {
            const Interval interval = a12_interval(a12, n, 2 * n);
            EXPECT_LE(interval.low, a12);
            EXPECT_GE(interval.high, a12);
            const double k = static_cast<double>(3 * n) / 2 - 1;
            for (const double a : {interval.low, interval.high}) {
                if (a == a12) continue;
                const double variance = a * (1 - a) * (1 + k * ((1 - a) / (2 - a) + a / (1 + a))) /
                                        (static_cast<double>(n) * 2 * static_cast<double>(n));
                EXPECT_NEAR(std::abs(a - a12), z_95 * std::sqrt(variance), 1e-9) << a12 << " " << n;
            }
            EXPECT_EQ(a12_interval(1 - a12, n, 2 * n).low < 1 - a12, a12 != 1);
        }
    }
    EXPECT_THROW(a12_interval(0.5, 0, 3), std::invalid_argument);
}

TEST(A12Interval, HoldsTheTruthAboutNineteenTimesInTwenty) {
    std::mt19937_64 random;
    int held = 0;
    constexpr int samples = 1'000;
    for (int k = 0; k < samples; ++k) {
        std::vector<double> x, y;
        for (int i = 0; i < 30; ++i) x.push_back(double(random() >> 11)), y.push_back(double(random() >> 11));
        const Interval interval = a12_interval(rank_sum(x, y).a12, 30, 30);
        held += interval.low <= 0.5 && 0.5 <= interval.high;
    }
    EXPECT_NEAR(held, 950, 30);
}

TEST(MedianInterval, HasTheRanksOfTheBinomialDistribution) {
    std::vector<double> values(30);
    std::iota(values.begin(), values.end(), 1.0);
    const auto interval = median_interval(values);  // tables: ranks 10 and 21 of 30 hold 95.7 %
    ASSERT_TRUE(interval);
    EXPECT_EQ(interval->low, 10);
    EXPECT_EQ(interval->high, 21);
    EXPECT_FALSE(median_interval({1, 2, 3, 4, 5}));
    EXPECT_TRUE(median_interval({1, 2, 3, 4, 5, 6}));
    EXPECT_FALSE(median_interval({}));
    std::vector<double> many(2'000);
    std::iota(many.begin(), many.end(), 1.0);
    EXPECT_NEAR(median_interval(many)->low, 1'000 - 44, 2);
}

TEST(ExpectedRunningTimeInterval, HoldsTheTimeAndKnowsFailures) {
    std::vector<Spent> runs;
    for (int k = 1; k <= 30; ++k) runs.push_back({100.0 * k, k <= 20});
    const auto interval = expected_running_time_interval(runs);
    ASSERT_TRUE(interval);
    const double time = 100.0 * 30 * 31 / 2 / 20;
    EXPECT_LT(interval->low, time);
    EXPECT_GT(interval->high, time);
    EXPECT_EQ(expected_running_time_interval(runs)->high, interval->high) << "the same every time";
    EXPECT_FALSE(expected_running_time_interval({{5, false}}));
    std::vector<Spent> one(30, {100, false});
    one[0].solved = true;
    EXPECT_TRUE(std::isinf(expected_running_time_interval(one)->high));
}

}  // namespace
}  // namespace evodoku::statistics
