// Facts about devices as values.
#include "devices/facts.hpp"

#include <gtest/gtest.h>

#include <map>

#include "cuda_device.hpp"

namespace evodoku {
namespace {

TEST(Facts, OfAGpuAreValuesWithTheirUnits) {
    cuda::Probe found;
    found.driver = "13.0", found.runtime = "12.4";
    cuda::DeviceFacts gpu;
    gpu.name = "a GPU", gpu.compute_capability = "9.0", gpu.memory_bytes = 85'000'000'000;
    gpu.multiprocessors = 132, gpu.clock_mhz = 1980, gpu.memory_clock_mhz = 2619, gpu.ecc = true;
    found.devices = {gpu};
    const DeviceValues values = values_of_gpu(found);
    std::map<std::string, DeviceValue> by_name(values.begin(), values.end());
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
    EXPECT_EQ(values_of_gpu(found)[8].second, DeviceValue("580.65.06"));
}

}  // namespace
}  // namespace evodoku
