// Wilson's interval against published values, and against its definition.
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "statistics/statistics.hpp"

namespace evodoku::statistics {
namespace {

struct Published {
    std::uint64_t successes, trials;
    double low, high;
};

class Wilson : public testing::TestWithParam<Published> {};

TEST_P(Wilson, AgreesWithNewcombe) {
    const Interval interval = wilson_interval(GetParam().successes, GetParam().trials);
    EXPECT_NEAR(interval.low, GetParam().low, 0.00005);
    EXPECT_NEAR(interval.high, GetParam().high, 0.00005);
}

// R. G. Newcombe, Two-sided confidence intervals for the single proportion: comparison of seven methods, Statistics in
// Medicine 17 (1998), 857-872, Table I, method 3 (score, no continuity correction), 95 %.
INSTANTIATE_TEST_SUITE_P(TableI, Wilson,
                         testing::Values(Published{81, 263, 0.2553, 0.3662}, Published{15, 148, 0.0624, 0.1605},
                                         Published{0, 20, 0.0000, 0.1611}, Published{1, 29, 0.0061, 0.1718}));

TEST(WilsonInterval, ItsEndsAreTheProportionsThatTheDataAreZAwayFrom) {
    for (const std::uint64_t trials : {1, 7, 30, 1000}) {
        for (std::uint64_t successes = 0; successes <= trials; successes += 1 + trials / 9) {
            const auto n = static_cast<double>(trials);
            const double p = static_cast<double>(successes) / n;
            const Interval interval = wilson_interval(successes, trials);
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
    const Interval few = wilson_interval(3, 40), many = wilson_interval(37, 40);
    EXPECT_NEAR(few.low, 1 - many.high, 1e-12);
    EXPECT_NEAR(few.high, 1 - many.low, 1e-12);
}

TEST(WilsonInterval, OfNothingIsEverything) {
    EXPECT_EQ(wilson_interval(0, 0).low, 0);
    EXPECT_EQ(wilson_interval(0, 0).high, 1);
    EXPECT_EQ(wilson_interval(0, 9).low, 0);
    EXPECT_EQ(wilson_interval(9, 9).high, 1);
    EXPECT_THROW(wilson_interval(2, 1), std::invalid_argument);
}

}  // namespace
}  // namespace evodoku::statistics
