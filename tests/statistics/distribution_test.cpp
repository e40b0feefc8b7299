// Steps counted by hand.
#include "statistics/distribution.hpp"

#include <gtest/gtest.h>

namespace evodoku::statistics {
namespace {

TEST(Distribution, CountsFailedRunsAndEqualValues) {
    const std::vector<ShareAt> steps = distribution({30, 10, 20, 20}, 5);
    ASSERT_EQ(steps.size(), 3u);
    EXPECT_EQ(steps[0].cost, 10);
    EXPECT_DOUBLE_EQ(steps[0].share, 0.2);
    EXPECT_EQ(steps[1].cost, 20);
    EXPECT_DOUBLE_EQ(steps[1].share, 0.6);
    EXPECT_EQ(steps[2].cost, 30);
    EXPECT_DOUBLE_EQ(steps[2].share, 0.8);  // one of five had no success
    EXPECT_TRUE(distribution({}, 3).empty());
}

}  // namespace
}  // namespace evodoku::statistics
