// Quantiles, intervals, the rank-sum test and its adjustments, against published and worked examples and brute force.
#include "statistics/statistics.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <stdexcept>
#include <tuple>

namespace evodoku::statistics {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(Quantile, InterpolatesAsRAndNumPyDo) {
    // NumPy: np.quantile([15, 20, 35, 40, 50], [0.25, 0.4, 0.5, 0.75]); also the "linear" example of the percentile
    // article of Wikipedia (40 % of that list is 29).
    const std::vector<double> values = {50, 15, 40, 20, 35};
    EXPECT_DOUBLE_EQ(*quantile(values, 0.4), 29);
    EXPECT_DOUBLE_EQ(*quantile(values, 0.25), 20);
    EXPECT_DOUBLE_EQ(*quantile(values, 0), 15);
    EXPECT_DOUBLE_EQ(*quantile(values, 1), 50);
    EXPECT_DOUBLE_EQ(*quantile({1, 2, 3, 4}, 0.25), 1.75);  // R: quantile(1:4)
    EXPECT_DOUBLE_EQ(*quantile({1, 2, 3, 4}, 0.5), 2.5);
    EXPECT_DOUBLE_EQ(*quantile({1, 2, 3, 4}, 0.75), 3.25);
}

TEST(Quantile, OfOneValueIsThatAndOfNoneIsNone) {
    EXPECT_EQ(*quantile({7}, 0.25), 7);
    EXPECT_FALSE(quantile({}, 0.5));
}

TEST(Quantile, TakesInfinities) {
    EXPECT_EQ(*quantile({infinity, infinity, 1}, 0.75), infinity);
    EXPECT_EQ(*quantile({infinity, 2, 1}, 0.5), 2);
}

TEST(ExpectedRunningTime, CountsTheRunsThatFailed) {
    EXPECT_DOUBLE_EQ(*expected_running_time({{100, true}, {200, true}, {1000, false}, {1000, false}}), 1150);
    EXPECT_DOUBLE_EQ(*expected_running_time({{100, true}, {300, true}}), 200);  // all succeed: the mean
    EXPECT_FALSE(expected_running_time({{1000, false}, {1000, false}}));
}

// R. G. Newcombe, Two-sided confidence intervals for the single proportion: comparison of seven methods, Statistics in
// Medicine 17 (1998), 857-872, Table I, method 3 (score, no continuity correction), 95 %.
TEST(WilsonInterval, AgreesWithNewcombe) {
    const std::tuple<double, unsigned, double, double> published[] = {
        {81, 263, 0.2553, 0.3662}, {15, 148, 0.0624, 0.1605}, {0, 20, 0.0000, 0.1611}, {1, 29, 0.0061, 0.1718}};
    for (const auto& [successes, trials, low, high] : published) {
        const Interval interval = wilson_interval(successes / trials, trials);
        EXPECT_NEAR(interval.low, low, 0.00005) << successes;
        EXPECT_NEAR(interval.high, high, 0.00005) << successes;
    }
}

TEST(WilsonInterval, ItsEndsAreTheProportionsThatTheDataAreZAwayFrom) {
    for (const std::uint64_t trials : {1, 7, 30, 1000}) {
        for (std::uint64_t successes = 0; successes <= trials; successes += 1 + trials / 9) {
            const auto n = static_cast<double>(trials);
            const double p = static_cast<double>(successes) / n;
            const Interval interval = wilson_interval(p, trials);
            for (const double end : {interval.low, interval.high}) {
                if (end == 0 || end == 1) continue;
                EXPECT_NEAR(std::abs(p - end) / std::sqrt(end * (1 - end) / n), z_95, 1e-9);
            }
            EXPECT_LE(interval.low, p);
            EXPECT_GE(interval.high, p);
        }
    }
}

TEST(WilsonInterval, MirrorsFailures) {
    const Interval few = wilson_interval(3.0 / 40, 40), many = wilson_interval(37.0 / 40, 40);
    EXPECT_NEAR(few.low, 1 - many.high, 1e-12);
    EXPECT_NEAR(few.high, 1 - many.low, 1e-12);
}

TEST(WilsonInterval, OfNothingIsEverything) {
    EXPECT_EQ(wilson_interval(0, 0).low, 0);
    EXPECT_EQ(wilson_interval(0, 0).high, 1);
    EXPECT_EQ(wilson_interval(0, 9).low, 0);
    EXPECT_EQ(wilson_interval(1, 9).high, 1);
}

// M. Hollander and D. A. Wolfe, Nonparametric Statistical Methods (1973), p. 69 f.: permeability constants of the human
// chorioamnion at term and between 12 and 26 weeks. U = 35, one-sided p = 0.1272 (also R's example of wilcox.test).
TEST(RankSum, AgreesWithHollanderAndWolfe) {
    const std::vector<double> term = {0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46};
    const std::vector<double> early = {1.15, 0.88, 0.90, 0.74, 1.21};
    const RankSum result = rank_sum(term, early);
    EXPECT_EQ(result.u, 35);
    EXPECT_TRUE(result.exact);
    EXPECT_NEAR(result.p / 2, 0.1272, 0.00005);
    // A12 = (R1 / m - (m + 1) / 2) / n (Vargha and Delaney, 2000, formula 14; Arcuri and Briand, 2014): R1 = 90.
    EXPECT_DOUBLE_EQ(result.a12, (90.0 / 10 - 11.0 / 2) / 5);
    EXPECT_DOUBLE_EQ(rank_sum(early, term).a12, 1 - result.a12);
    EXPECT_DOUBLE_EQ(rank_sum(early, term).p, result.p);
}

// SciPy's example of mannwhitneyu: age at diagnosis of type II diabetes of young men and women; U = 17, p = 1/9, exact.
TEST(RankSum, AgreesWithTheExampleOfSciPy) {
    const RankSum result = rank_sum({19, 22, 16, 29, 24}, {20, 11, 17, 12});
    EXPECT_EQ(result.u, 17);
    EXPECT_NEAR(result.p, 0.1111111111111111, 1e-12);
    EXPECT_DOUBLE_EQ(result.a12, 0.85);
}

// R's other example of wilcox.test: ozone in New York in May and in August 1973 (data set airquality: Chambers,
// Cleveland, Kleiner and Tukey, 1983). With ties: W = 127.5, p = 0.0001208, normal, continuity corrected.
TEST(RankSum, AgreesWithTheOzoneExampleOfR) {
    const std::vector<double> may = {41, 36, 12, 18, 28, 23, 19, 8, 7,  16, 11, 14,  18,
                                     14, 34, 6,  30, 11, 1,  11, 4, 32, 23, 45, 115, 37};
    const std::vector<double> august = {39, 9,  16, 78, 35, 66, 122, 89,  110, 44, 28,  65, 22,
                                        59, 23, 31, 44, 21, 9,  45,  168, 73,  76, 118, 84, 85};
    const RankSum result = rank_sum(may, august);
    EXPECT_EQ(result.u, 127.5);
    EXPECT_FALSE(result.exact);
    EXPECT_NEAR(result.p, 0.0001208, 0.00000005);
}

// Computed apart from this program, by an own script in another language.
TEST(RankSum, AgreesWithAnIndependentComputation) {
    const RankSum exact =
        rank_sum({1, 5, 9, 13, 17, 21, 25, 29, 33, 37, 41, 45}, {2, 3, 6, 7, 10, 50, 51, 52, 54, 56, 58, 60, 61});
    EXPECT_EQ(exact.u, 51);
    EXPECT_NEAR(exact.p, 0.15187239197738592, 1e-12);
    const RankSum tied = rank_sum({10, 20, 30, infinity, infinity}, {15, infinity, infinity, infinity, 40, 12});
    EXPECT_EQ(tied.u, 13);
    EXPECT_NEAR(tied.p, 0.7739376469563977, 1e-12);
}

/// p by trying every way to choose which of the values are x.
double brute_force_p(const std::vector<double>& x, const std::vector<double>& y) {
    std::vector<double> all = x;
    all.insert(all.end(), y.begin(), y.end());
    std::sort(all.begin(), all.end());
    std::vector<int> is_x(all.size(), 0);
    std::fill(is_x.end() - static_cast<std::ptrdiff_t>(x.size()), is_x.end(), 1);
    const double u = rank_sum(x, y).u;
    double ways = 0, at_most = 0, at_least = 0;
    do {
        double here = 0, ys = 0;
        for (const int mine : is_x) mine == 1 ? here += ys : ys += 1;
        ways += 1, at_most += here <= u, at_least += here >= u;
    } while (std::next_permutation(is_x.begin(), is_x.end()));
    return std::min(1.0, 2 * std::min(at_most, at_least) / ways);
}

TEST(RankSum, CountsPairsAndArrangements) {
    EXPECT_TRUE(rc::check([] {
        const auto values = *rc::gen::unique<std::vector<int>>(rc::gen::inRange(0, 1000)).as("all different");
        RC_PRE(values.size() >= 2u);
        const auto m = *rc::gen::inRange<std::size_t>(1, std::min<std::size_t>(values.size(), 12));
        const std::size_t n = std::min<std::size_t>(values.size(), 14) - m;
        RC_PRE(n >= 1u);
        const std::vector<double> x(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(m));
        const std::vector<double> y(values.begin() + static_cast<std::ptrdiff_t>(m),
                                    values.begin() + static_cast<std::ptrdiff_t>(m + n));
        double pairs = 0;
        for (const double a : x)
            for (const double b : y) pairs += a > b;
        const RankSum result = rank_sum(x, y);
        RC_ASSERT(result.exact);
        RC_ASSERT(result.u == pairs);
        RC_ASSERT(std::abs(result.p - brute_force_p(x, y)) < 1e-12);
    }));
}

TEST(RankSum, TiesCountAHalf) {
    EXPECT_TRUE(rc::check([] {
        const auto small = rc::gen::inRange(0, 5);
        const auto x = *rc::gen::nonEmpty(rc::gen::container<std::vector<int>>(small));
        const auto y = *rc::gen::nonEmpty(rc::gen::container<std::vector<int>>(small));
        double pairs = 0;
        for (const int a : x)
            for (const int b : y) pairs += a > b ? 1 : a == b ? 0.5 : 0;
        const RankSum result = rank_sum({x.begin(), x.end()}, {y.begin(), y.end()});
        RC_ASSERT(result.u == pairs);
        RC_ASSERT(result.p > 0 && result.p <= 1);
    }));
}

TEST(RankSum, ExactAndApproximateMeet) {
    std::vector<double> x, y;
    for (int k = 0; k < 49; ++k) x.push_back(3 * k), y.push_back(3.5 * k + 1.25);
    const RankSum exact = rank_sum(x, y);
    x.push_back(147), y.push_back(172.75);
    const RankSum approximate = rank_sum(x, y);
    EXPECT_TRUE(exact.exact);
    EXPECT_FALSE(approximate.exact);
    EXPECT_NEAR(exact.p, approximate.p, 0.01);
}

TEST(RankSum, AllEqualIsNoDifference) {
    const RankSum result = rank_sum({infinity, infinity, infinity}, {infinity, infinity});
    EXPECT_EQ(result.a12, 0.5);
    EXPECT_EQ(result.p, 1);
    EXPECT_THROW(rank_sum({}, {1}), std::invalid_argument);
}

TEST(Stratified, OfOnePuzzleIsTheRankSumTest) {
    const std::vector<double> x = {1.1, 2.2, 3.3, 4.4}, y = {2.5, 3.5, 4.5, 5.5, 6.5};
    const RankSum one = rank_sum(x, y), same = stratified_rank_sum({{x, y}});
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
    double a = 0.04, b = 0.01, c = 0.03, d = 0.02, low = 0.4, high = 0.9, one = 0.9, other = 0.9;
    holm({&a, &b, &c, &d}), holm({&low, &high}), holm({&one, &other}), holm({});
    EXPECT_NEAR(b, 0.04, 1e-15);
    EXPECT_NEAR(d, 0.06, 1e-15);
    EXPECT_NEAR(c, 0.06, 1e-15);
    EXPECT_NEAR(a, 0.06, 1e-15);
    EXPECT_EQ(high, 0.9);
    EXPECT_EQ(one, 1);
}

TEST(A12Interval, SolvesItsEquation) {
    for (const double a12 : {0.0, 0.1, 0.5, 0.77, 1.0}) {
        for (const std::uint64_t n : {5u, 30u, 100u}) {
            const std::vector<Stratum> strata = {{std::vector<double>(n), std::vector<double>(2 * n)}};
            const Interval interval = a12_interval(a12, strata);
            EXPECT_LE(interval.low, a12);
            EXPECT_GE(interval.high, a12);
            const double k = static_cast<double>(3 * n) / 2 - 1;
            for (const double a : {interval.low, interval.high}) {
                if (a == a12) continue;
                const double variance = a * (1 - a) * (1 + k * ((1 - a) / (2 - a) + a / (1 + a))) /
                                        (static_cast<double>(n) * 2 * static_cast<double>(n));
                EXPECT_NEAR(std::abs(a - a12), z_95 * std::sqrt(variance), 1e-9) << a12 << " " << n;
            }
            EXPECT_EQ(a12_interval(1 - a12, strata).low < 1 - a12, a12 != 1);
        }
    }
    EXPECT_THROW(a12_interval(0.5, {{{}, {1, 2, 3}}}), std::invalid_argument);
}

TEST(A12Interval, HoldsTheTruthAboutNineteenTimesInTwenty) {
    std::mt19937_64 random;
    constexpr int samples = 400;
    const auto held = [&](int puzzles, std::uint64_t runs, double shift) {
        const double truth =
            shift > 0 ? 1 - (1 - shift) * (1 - shift) / 2 : 0.5;  // x uniform on 0..1, y on -shift..1-shift
        int count = 0;
        for (int k = 0; k < samples; ++k) {
            std::vector<Stratum> strata(static_cast<std::size_t>(puzzles));
            for (Stratum& each : strata) {
                for (std::uint64_t i = 0; i < runs; ++i) {
                    each.x.push_back(std::ldexp(double(random() >> 11), -53));
                    each.y.push_back(std::ldexp(double(random() >> 11), -53) - shift);
                }
            }
            const Interval interval = a12_interval(stratified_rank_sum(strata).a12, strata);
            count += interval.low <= truth && truth <= interval.high;
        }
        return count;
    };
    EXPECT_NEAR(held(1, 30, 0), 380, 13);
    // Several puzzles with one run of each: as one pair of samples of 20 it would be 351.
    EXPECT_NEAR(held(20, 1, 0), 380, 13);
    EXPECT_NEAR(held(20, 1, 0.3), 380, 13);
    EXPECT_NEAR(held(100, 1, 0.3), 380, 13);
    EXPECT_NEAR(held(20, 5, 0.3), 380, 13);
}

// Admissions to Berkeley by sex in six departments: mantelhaen.test(UCBAdmissions) of R has chi^2 = 1.4269, p = 0.2323
// and the common odds ratio 0.9046968 in 0.7719074 to 1.0603298.
TEST(MantelHaenszel, AgreesWithRAboutAdmissionsToBerkeley) {
    const std::vector<Successes> departments = {{89, 512, 108, 825},  {17, 353, 25, 560}, {202, 120, 593, 325},
                                                {131, 138, 375, 417}, {94, 53, 393, 191}, {24, 22, 341, 373}};
    const SuccessTest test = mantel_haenszel(departments);
    EXPECT_NEAR(*test.odds_ratio, 0.9046968, 5e-8);
    EXPECT_NEAR(test.range->low, 0.7719074, 5e-8);
    EXPECT_NEAR(test.range->high, 1.0603298, 5e-8);
    EXPECT_NEAR(test.p, 0.2323, 5e-5);
    EXPECT_NEAR(test.p, std::erfc(std::sqrt(1.4269 / 2)), 1e-5);
}

TEST(MantelHaenszel, KnowsWhatIsNotKnown) {
    const SuccessTest never = mantel_haenszel({{0, 0, 5, 5}, {5, 5, 5, 5}, {0, 0, 0, 3}});
    EXPECT_EQ(never.p, 1);
    EXPECT_FALSE(never.odds_ratio || never.range);
    const SuccessTest always = mantel_haenszel({{0, 9, 9, 9}});
    EXPECT_TRUE(std::isinf(*always.odds_ratio));
    EXPECT_FALSE(always.range);
    EXPECT_LT(always.p, 0.001);
    EXPECT_EQ(*mantel_haenszel({{9, 0, 9, 9}}).odds_ratio, 0);
    // One run per puzzle: McNemar's test, (|9 - 1| - 1)^2 / 10.
    std::vector<Successes> pairs(9, {0, 1, 1, 1});
    pairs.push_back({1, 0, 1, 1});
    pairs.push_back({1, 1, 1, 1});
    EXPECT_NEAR(mantel_haenszel(pairs).p, std::erfc(std::sqrt(4.9 / 2)), 1e-12);
    EXPECT_EQ(*mantel_haenszel(pairs).odds_ratio, 9);
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
    EXPECT_FALSE(expected_running_time_interval(std::vector<Spent>(6, {5, false})));
    EXPECT_FALSE(expected_running_time_interval(std::vector<Spent>(5, {5, true}))) << "it would have no width";
    std::vector<Spent> one(30, {100, false});
    one[0].solved = true;
    EXPECT_TRUE(std::isinf(expected_running_time_interval(one)->high));
}

/// The work of a run is exponential, cut off by a budget. docs/how-to/experiments.md has these shares.
TEST(ExpectedRunningTimeInterval, HoldsTheTruthAsOftenAsThePageSays) {
    std::mt19937_64 random;
    const auto held = [&](int runs, double success) {
        const double budget = -std::log(1 - success);
        int count = 0, experiments = 0;
        while (experiments < 800) {
            std::vector<Spent> spent;
            for (int k = 0; k < runs; ++k) {
                const double work = -std::log1p(-std::ldexp(double(random() >> 11), -53));
                spent.push_back({std::min(work, budget), work < budget});
            }
            const auto interval = expected_running_time_interval(spent);
            if (!interval) continue;
            ++experiments, count += interval->low <= 1 && 1 <= interval->high;
        }
        return count / 8.0;
    };
    EXPECT_NEAR(held(10, 0.95), 88, 2);
    EXPECT_NEAR(held(30, 0.95), 93, 2);
    EXPECT_NEAR(held(30, 0.3), 95, 2);
    EXPECT_NEAR(held(30, 0.1), 97.5, 2);
}

}  // namespace
}  // namespace evodoku::statistics
