// The progress of a benchmark, and the time it expects.
#include <gtest/gtest.h>

#include <vector>

#include "bench/schedule.hpp"
#include "quick.hpp"

namespace evodoku::bench {
namespace {

TEST(Progress, CountsStepsAndCorrectsItsEstimate) {
    Options options = quick();
    options.only = {"score"};
    std::vector<Progress> reported;
    options.on_progress = [&](const Progress& progress) { reported.push_back(progress); };
    result_of(options);
    ASSERT_EQ(reported.size(), 6u);
    for (std::size_t k = 0; k < reported.size(); ++k) {
        EXPECT_EQ(reported[k].step, k + 1);
        EXPECT_EQ(reported[k].steps, 6u);
    }
    Estimate estimate(10);
    EXPECT_DOUBLE_EQ(estimate.seconds_left(), 10);
    estimate.finish(2, 4);  // twice as long as expected
    EXPECT_DOUBLE_EQ(estimate.seconds_left(), 16);
    estimate.finish(4, 2);  // 6 s for what was expected to take 6
    EXPECT_DOUBLE_EQ(estimate.seconds_left(), 4);
    estimate.finish(4, 4);
    EXPECT_DOUBLE_EQ(estimate.seconds_left(), 0);
}

/// The expected time of the first step, before any time is measured.
double expected_seconds(Options options) {
    options.patience = {};
    options.sets.clear();
    options.populations = {4'000, 16'000, 64'000, 256'000, 1'000'000};
    options.should_stop = [] { return true; };
    double seconds = 0;
    options.on_progress = [&](const Progress& progress) { seconds = progress.seconds_left; };
    result_of(options);
    return seconds;
}

TEST(Progress, ExpectsOfTheDefaultWhatItsHelpSays) {
    const double alone = expected_seconds(quick()), both = expected_seconds(with_a_stand_in());
    EXPECT_NEAR(alone / 60, 4, 0.6);  // the CPU on all threads and on one
    EXPECT_NEAR(both, alone, 1);      // here one thread, and the stand-in: as much for each subject
}

}  // namespace
}  // namespace evodoku::bench
