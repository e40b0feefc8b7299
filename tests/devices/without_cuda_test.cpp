// A program that was built without CUDA: it lists no GPU, and makes nothing on one.
#include <gtest/gtest.h>

#include "devices/executors.hpp"
#include "devices/measured_devices.hpp"
#include "engine/executor.hpp"
#include "evodoku/devices/devices.hpp"
#include "support/refusal.hpp"

namespace evodoku {
namespace {

constexpr const char* why = "this program was built without CUDA";
constexpr Device gpu{Device::Kind::cuda, 0};

TEST(WithoutCuda, NothingIsMadeOnAGpu) {
    EXPECT_EQ(test::refusal<DeviceError>([] { make_backend(gpu, Config{}); }), why);
    EXPECT_EQ(test::refusal<DeviceError>([] { make_backend(gpu, Config{}); }), why);
    EXPECT_EQ(test::refusal<DeviceError>([] { make_puzzle_evolution(gpu, Config{}, SavedPuzzle{}); }), why);
    EXPECT_EQ(test::refusal<DeviceError>([] { make_puzzle_evolution(gpu, Config{}, SavedPuzzle{}); }), why);
    EXPECT_EQ(test::refusal<DeviceError>([] { make_executor(gpu); }), why);
    EXPECT_EQ(test::refusal<DeviceError>([] { make_workbench(gpu, Config{}, PuzzleJob{}); }), why);
    EXPECT_EQ(test::refusal<DeviceError>([] { make_peaks(gpu); }), why);
    EXPECT_EQ(test::refusal<DeviceError>([] { facts_of(gpu); }), "cuda:0: " + std::string(why));
    EXPECT_EQ(test::refusal<DeviceError>([] { values_of(gpu); }), "cuda:0: " + std::string(why));
    EXPECT_NO_THROW(release(gpu));
}

TEST(WithoutCuda, TheListSaysWhyThereIsNoGpu) {
    const DeviceList list = describe_devices();
    EXPECT_TRUE(list.all_usable);
    ASSERT_EQ(list.lines.size(), 2u);
    EXPECT_EQ(list.lines[1], "cuda: " + std::string(why));
    const UsableDevices usable = usable_devices();
    EXPECT_EQ(usable.devices.size(), 1u);
    EXPECT_EQ(usable.notes, std::vector{"no GPU: " + std::string(why)});
    EXPECT_EQ(choose_device("auto").note, "no GPU: " + std::string(why) + "; using the CPU");
}

}  // namespace
}  // namespace evodoku
