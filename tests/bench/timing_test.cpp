// Repetitions and medians with made-up times; and how busy the machine is, from a text and on this machine.
#include "bench/timing.hpp"

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
    const Timing timing = repeat({.min_repetitions = 3, .max_repetitions = 10}, {1, scripted({9, 1, 1, 1}, calls)});
    EXPECT_EQ(timing.seconds, (std::vector<double>{1, 1, 1}));
    EXPECT_EQ(calls, 4u);
}

TEST(Timing, RepeatsUntilTheSpreadIsSmall) {
    unsigned calls = 0;
    const Patience patience{.spread = 0.1, .min_repetitions = 3, .max_repetitions = 100, .limit_seconds = 1e9};
    const Timing timing = repeat(patience, {1, scripted({1, 1, 2, 3, 1}, calls)});
    EXPECT_LE(timing.spread(), 0.1);
    EXPECT_EQ(timing.seconds.size(), 9u);  // six of nine alike: the quartiles meet
}

TEST(Timing, GivesUpAtTheLimitOfTimeOrNumber) {
    std::vector<double> wild;
    for (int k = 0; k < 200; ++k) wild.push_back(k % 2 + 1);
    const auto repetitions = [&](unsigned least, unsigned most, double limit_seconds) {
        unsigned calls = 0;
        return repeat({0, least, most, limit_seconds}, {1, scripted(wild, calls)}).seconds.size();
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
        return repeat(patience, {1, scripted({1, 2, 1, 2, 1, 2, 1, 2, 1, 2}, calls)}).seconds.size();
    };
    EXPECT_EQ(measure(6), 5u) << "what was repeated often enough is kept";
    EXPECT_THROW(measure(2), Stopped) << "what was not is no figure";
    EXPECT_EQ(calls, 2u);
    EXPECT_THROW(measure(0), Stopped);
    EXPECT_EQ(calls, 0u);
}

TEST(Pair, TakesTurns) {
    std::string turns;
    const auto turn = [&](char letter) { return [&turns, letter] { return turns += letter, 1.0; }; };
    const Pair pair = repeat_in_turn({.min_repetitions = 2, .max_repetitions = 2}, {6, turn('b')}, {3, turn('a')});
    EXPECT_EQ(turns, "ababab");  // the first two warm up
    EXPECT_EQ(pair.work.seconds.size(), 2u);
    EXPECT_EQ(pair.reference.seconds.size(), 2u);
    EXPECT_DOUBLE_EQ(pair.share(), 2);
}

TEST(Pair, AMachineThatChangesItsSpeedChangesNoShare) {
    // Twice the work of the reference, on a machine that becomes slower and slower.
    unsigned work_calls = 0, reference_calls = 0;
    const Patience patience{.spread = 0.02, .min_repetitions = 4, .max_repetitions = 100, .limit_seconds = 1e9};
    const Pair pair = repeat_in_turn(patience, {10, scripted({2, 2, 4, 8, 16}, work_calls)},
                                     {10, scripted({1, 1, 2, 4, 8}, reference_calls)});
    EXPECT_EQ(pair.work.seconds.size(), 4u);
    EXPECT_DOUBLE_EQ(pair.share(), 0.5);
    EXPECT_DOUBLE_EQ(pair.spread(), 0);
    EXPECT_GT(pair.work.spread(), 1);
}

TEST(Timing, ShortWorkIsDoneOftenEnoughForTheClock) {
    EXPECT_EQ(times_to_fill(0.02, [](std::uint32_t times) { return 0.003 * times; }), 8u);
    EXPECT_EQ(times_to_fill(0.02, [](std::uint32_t) { return 1.0; }), 1u);
    EXPECT_EQ(times_to_fill(0.02, [](std::uint32_t) { return 0.0; }), 1u << 20);
}

TEST(MachineLoad, IdleAndWaitingProcessorsAreNotBusy) {
    const char* stat = "cpu  100 20 30 4000 500 6 7 80 9 10\ncpu0 1 1 1 1 1 1 1 1 1 1\n";
    EXPECT_DOUBLE_EQ(busy_seconds(stat, 100).value(), 2.43);  // guests are users already
    EXPECT_FALSE(busy_seconds("", 100));
    EXPECT_FALSE(busy_seconds("cpu0 1 2 3 4 5 6 7 8\n", 100));
    EXPECT_FALSE(busy_seconds("cpu 1 2 3\n", 100));
}

TEST(MachineLoad, OurOwnWorkIsNotThatOfOthers) {
    const auto load_so_far = measured_load();
    volatile std::uint64_t sum = 0;
    const double seconds = seconds_of([&] {
        for (std::uint64_t k = 0; k < 300'000'000; ++k) sum = sum + k;
    });
    const MachineLoad load = load_so_far();
    EXPECT_GE(load.processors, 1u);
    EXPECT_GE(load.before, 0);
    EXPECT_GE(load.others, 0);
    // One processor is ours wholly or in part, the rest may be busy; ticks of a hundredth of a second are the error.
    EXPECT_LE(load.others, load.processors + 0.1 + 0.05 * load.processors / seconds);
}

}  // namespace
}  // namespace evodoku::bench
