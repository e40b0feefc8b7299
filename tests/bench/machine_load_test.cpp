// How busy the machine is: from a text, and on this machine.
#include "bench/machine_load.hpp"

#include <gtest/gtest.h>

#include "bench/timing.hpp"

namespace evodoku::bench {
namespace {

TEST(MachineLoad, IdleAndWaitingProcessorsAreNotBusy) {
    const char* stat = "cpu  100 20 30 4000 500 6 7 80 9 10\ncpu0 1 1 1 1 1 1 1 1 1 1\n";
    EXPECT_DOUBLE_EQ(busy_seconds(stat, 100).value(), 2.43);  // guests are users already
    EXPECT_FALSE(busy_seconds("", 100));
    EXPECT_FALSE(busy_seconds("cpu0 1 2 3 4 5 6 7 8\n", 100));
    EXPECT_FALSE(busy_seconds("cpu 1 2 3\n", 100));
}

TEST(MachineLoad, OurOwnWorkIsNotThatOfOthers) {
    const LoadMeter meter;
    volatile std::uint64_t sum = 0;
    const double seconds = seconds_of([&] {
        for (std::uint64_t k = 0; k < 300'000'000; ++k) sum = sum + k;
    });
    const MachineLoad load = meter.load();
    EXPECT_GE(load.processors, 1u);
    EXPECT_GE(load.before, 0);
    EXPECT_GE(load.others, 0);
    // One processor is ours wholly or in part, the rest may be busy; ticks of a hundredth of a second are the error.
    EXPECT_LE(load.others, load.processors + 0.1 + 0.05 * load.processors / seconds);
}

}  // namespace
}  // namespace evodoku::bench
