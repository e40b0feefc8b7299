// A program that was built without CUDA lists no GPU and makes nothing on one. Facts about devices as values.
#include <exception>
#include <map>

#include "cuda_device.hpp"
#include "devices/internal.hpp"
#include "engine/executor.hpp"
#include "evodoku/devices/devices.hpp"
#include "support/refusal.hpp"

namespace evodoku {
namespace {

constexpr const char* why = "this program was built without CUDA";
constexpr Device gpu{Device::Kind::cuda, 0};

TEST(WithoutCuda, NothingIsMadeOnAGpu) {
    EXPECT_EQ(test::refusal<DeviceError>([] { make_backend(gpu, Config{}); }), why);
    EXPECT_EQ(test::refusal<DeviceError>([] { make_puzzle_evolution(gpu, Config{}, SavedPuzzle{}); }), why);
    EXPECT_EQ(test::refusal<DeviceError>([] { make_executor(gpu); }), why);
    EXPECT_EQ(test::refusal<DeviceError>([] { make_peaks(gpu); }), why);
    EXPECT_EQ(test::refusal<DeviceError>([] { facts_of(gpu); }), "cuda:0: " + std::string(why));
}

TEST(WithoutCuda, TheListSaysWhyThereIsNoGpu) {
    const DeviceList list = describe_devices();
    EXPECT_TRUE(list.all_usable);
    ASSERT_EQ(list.lines.size(), 2u);
    EXPECT_EQ(list.lines[1], "cuda: " + std::string(why));
    const UsableDevices usable = usable_devices();
    EXPECT_EQ(usable.devices.size(), 1u);
    EXPECT_EQ(usable.notes, std::vector{"no GPU: " + std::string(why)});
    EXPECT_EQ(choose_device("auto").note, "") << "it has nothing to find";
}

TEST(FallBack, TheCpuTakesThePlaceOfAGpuThatFailsOrHasTooLittleMemory) {
    std::string told;
    const auto open = [&](DeviceChoice& choice, const std::exception_ptr& error) {
        told.clear();
        const auto tell = [&](const std::string& note) { told += note + '\n'; };
        return open_or_fall_back(choice, tell, [&](const Device& device) {
            if (device == gpu) std::rethrow_exception(error);
            return device;
        });
    };
    const auto failed =
        std::make_exception_ptr(DeviceError("cuda:0: it failed; and it says why", "use another device"));
    const auto full = std::make_exception_ptr(MemoryError("cuda:0 (Small)", {2u << 30, 0, 1u << 30}, 0, 0, 1));
    DeviceChoice first{gpu, "a slow start", true}, second{gpu, "", true}, wanted{gpu, "", false};
    EXPECT_EQ(open(first, failed), Device{});
    EXPECT_EQ(told, "a slow start\nno GPU: cuda:0: it failed; and it says why; using the CPU\n");
    EXPECT_EQ(open(first, failed), Device{});
    EXPECT_EQ(told, "") << "the choice has been made";
    EXPECT_EQ(open(second, full), Device{});
    EXPECT_EQ(told,
              "no GPU: cuda:0 (Small): the population needs 2.00 GiB of memory and 1.00 GiB are free; using the CPU\n");
    EXPECT_EQ(test::refusal<DeviceError>([&] { open(wanted, failed); }),
              "cuda:0: it failed; and it says why; use another device");
    EXPECT_THROW(open(wanted, full), MemoryError);
}

TEST(Facts, OfAGpuAreValuesWithTheirUnits) {
    cuda::Probe found;
    found.driver = "13.0", found.runtime = "12.4";
    cuda::DeviceFacts facts;
    facts.name = "a GPU", facts.compute_capability = "9.0", facts.memory_bytes = 85'000'000'000;
    facts.multiprocessors = 132, facts.clock_mhz = 1980, facts.memory_clock_mhz = 2619, facts.ecc = true;
    found.devices = {facts};
    std::map<std::string, DeviceValue> by_name;
    for (const DeviceFact& fact : facts_of_gpu(found)) by_name[fact.key] = fact.value;
    EXPECT_EQ(by_name["name"], DeviceValue("a GPU"));
    EXPECT_EQ(by_name["compute_capability"], DeviceValue("9.0"));
    EXPECT_EQ(by_name["memory_bytes"], DeviceValue(std::uint64_t{85'000'000'000}));
    EXPECT_EQ(by_name["multiprocessors"], DeviceValue(std::uint64_t{132}));
    EXPECT_EQ(by_name["clock_mhz"], DeviceValue(std::uint64_t{1980}));
    EXPECT_EQ(by_name["memory_clock_mhz"], DeviceValue(std::uint64_t{2619}));
    EXPECT_EQ(by_name["error_correction"], DeviceValue(true));
    EXPECT_EQ(by_name["cuda_driver"], DeviceValue("13.0"));
    EXPECT_EQ(by_name["cuda_runtime"], DeviceValue("12.4"));
    EXPECT_EQ(by_name["driver_release"], DeviceValue()) << "the system does not say it";
    found.driver_release = "580.65.06";
    EXPECT_EQ(facts_of_gpu(found)[8].value, DeviceValue("580.65.06"));
}

}  // namespace
}  // namespace evodoku
