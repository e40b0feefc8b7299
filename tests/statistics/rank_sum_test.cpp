// The rank-sum test and A12 against published examples, and against counting all pairs and all arrangements.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "statistics/statistics.hpp"

namespace evodoku::statistics {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

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
        for (const double a : x) {
            for (const double b : y) pairs += a > b;
        }
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
        for (const int a : x) {
            for (const int b : y) pairs += a > b ? 1 : a == b ? 0.5 : 0;
        }
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

}  // namespace
}  // namespace evodoku::statistics
