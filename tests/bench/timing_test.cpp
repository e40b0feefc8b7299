// Repetitions and medians with made-up times.
#include "bench/benchmark.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace evodoku::bench {
namespace {

/// Gives the times one by one, the last for ever.
std::function<double()> scripted(std::vector<double> times, unsigned& calls) {
    return [times, &calls] { return times[std::min<std::size_t>(calls++, times.size() - 1)]; };
}

TEST(Timing, MedianAndQuartilesAreThoseOfTheSortedTimes) {
    const Timing timing{100, {5, 1, 4, 2, 3}};
    EXPECT_DOUBLE_EQ(timing.median_seconds(), 3);
    EXPECT_DOUBLE_EQ(timing.spread(), 2.0 / 3);
    EXPECT_DOUBLE_EQ(timing.rate(), 100.0 / 3);
    EXPECT_DOUBLE_EQ((Timing{1, {1, 2}}.median_seconds()), 1.5);
    EXPECT_DOUBLE_EQ((Timing{1, {7}}.spread()), 0);
    EXPECT_DOUBLE_EQ((Timing{1, {}}.rate()), 0);
}

TEST(Timing, TheFirstRepetitionWarmsUp) {
    unsigned calls = 0;
    const Timing timing = repeat({.min_repetitions = 3, .max_repetitions = 10}, 1, scripted({9, 1, 1, 1}, calls));
    EXPECT_EQ(timing.seconds, (std::vector<double>{1, 1, 1}));
    EXPECT_EQ(calls, 4u);
}

TEST(Timing, RepeatsUntilTheSpreadIsSmall) {
    unsigned calls = 0;
    const Patience patience{.spread = 0.1, .min_repetitions = 3, .max_repetitions = 100, .limit_seconds = 1e9};
    const Timing timing = repeat(patience, 1, scripted({1, 1, 2, 3, 1}, calls));
    EXPECT_LE(timing.spread(), 0.1);
    EXPECT_EQ(timing.seconds.size(), 9u);  // six of nine alike: the quartiles meet
}

TEST(Timing, GivesUpAtTheLimitOfTimeOrNumber) {
    std::vector<double> wild;
    for (int k = 0; k < 200; ++k) wild.push_back(k % 2 + 1);
    const auto repetitions = [&](unsigned least, unsigned most, double limit_seconds) {
        unsigned calls = 0;
        return repeat({0, least, most, limit_seconds}, 1, scripted(wild, calls)).seconds.size();
    };
    EXPECT_EQ(repetitions(2, 7, 1e9), 7u);
    EXPECT_EQ(repetitions(2, 100, 6), 4u);
    EXPECT_EQ(repetitions(6, 100, 1), 6u);
}

TEST(Timing, EndsBetweenRepetitionsWhenAsked) {
    unsigned calls = 0, stop_after = 0;
    Patience patience{.spread = 0, .min_repetitions = 3, .max_repetitions = 100, .limit_seconds = 1e9};
    patience.should_stop = [&] { return calls >= stop_after; };
    const auto measure = [&](unsigned stop) {
        calls = 0, stop_after = stop;
        return repeat(patience, 1, scripted({1, 2, 1, 2, 1, 2, 1, 2, 1, 2}, calls)).seconds.size();
    };
    EXPECT_EQ(measure(6), 5u) << "what was repeated often enough is kept";
    EXPECT_THROW(measure(2), Stopped) << "what was not is no figure";
    EXPECT_EQ(calls, 2u);
    EXPECT_THROW(measure(0), Stopped);
    EXPECT_EQ(calls, 0u);
}

TEST(Timing, ShortWorkIsDoneOftenEnoughForTheClock) {
    EXPECT_EQ(times_to_fill(0.02, [](std::uint32_t times) { return 0.003 * times; }), 8u);
    EXPECT_EQ(times_to_fill(0.02, [](std::uint32_t) { return 1.0; }), 1u);
    EXPECT_EQ(times_to_fill(0.02, [](std::uint32_t) { return 0.0; }), 1u << 20);
}

}  // namespace
}  // namespace evodoku::bench
