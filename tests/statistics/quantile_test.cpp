// Quantiles and the expected running time against worked examples.
#include <gtest/gtest.h>

#include <limits>

#include "statistics/statistics.hpp"

namespace evodoku::statistics {
namespace {

TEST(Quantile, InterpolatesAsRAndNumPyDo) {
    // NumPy: np.quantile([15, 20, 35, 40, 50], [0.25, 0.4, 0.5, 0.75]); also the "linear" example of the percentile
    // article of Wikipedia (40 % of that list is 29).
    const std::vector<double> values = {50, 15, 40, 20, 35};
    EXPECT_DOUBLE_EQ(*quantile(values, 0.4), 29);
    EXPECT_DOUBLE_EQ(*quantile(values, 0.25), 20);
    EXPECT_DOUBLE_EQ(*quantile(values, 0), 15);
    EXPECT_DOUBLE_EQ(*quantile(values, 1), 50);
    const Quartiles even = *quartiles({1, 2, 3, 4});  // R: quantile(1:4)
    EXPECT_DOUBLE_EQ(even.first, 1.75);
    EXPECT_DOUBLE_EQ(even.median, 2.5);
    EXPECT_DOUBLE_EQ(even.third, 3.25);
}

TEST(Quantile, OfOneValueIsThatAndOfNoneIsNone) {
    EXPECT_EQ(*quantile({7}, 0.25), 7);
    EXPECT_FALSE(quantile({}, 0.5));
    EXPECT_FALSE(quartiles({}));
}

TEST(Quantile, TakesInfinities) {
    const double infinity = std::numeric_limits<double>::infinity();
    EXPECT_EQ(*quantile({infinity, infinity, 1}, 0.75), infinity);
    EXPECT_EQ(*quantile({infinity, 2, 1}, 0.5), 2);
}

TEST(ExpectedRunningTime, CountsTheRunsThatFailed) {
    EXPECT_DOUBLE_EQ(*expected_running_time({100, 200, 1000, 1000}, 2), 1150);  // (100 + 200 + 1000 + 1000) / 2
    EXPECT_DOUBLE_EQ(*expected_running_time({100, 300}, 2), 200);               // all succeed: the mean
    EXPECT_FALSE(expected_running_time({1000, 1000}, 0));
}

}  // namespace
}  // namespace evodoku::statistics
