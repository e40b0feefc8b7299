// What the program says of errors of a GPU: one line with device, call, cause and remedy; and what a build and a driver
// support. Needs no device.
#include "cuda_error.hpp"

#include <regex>

#include "cuda_device.hpp"
#include "rank.cuh"
#include "support/refusal.hpp"

namespace evodoku::cuda {
namespace {

using test::refusal;

struct Expected {
    cudaError_t code;
    const char* cause;
    const char* remedy;
};

TEST(CudaErrors, EachKindHasItsCauseAndRemedy) {
    const std::vector<Expected> all = {
        {cudaErrorMemoryAllocation, "out of memory", "smaller --population"},
        {cudaErrorNoKernelImageForDevice, "no code for this device", "CMAKE_CUDA_ARCHITECTURES"},
        {cudaErrorInvalidDeviceFunction, "no code for this device", "CMAKE_CUDA_ARCHITECTURES"},
        {cudaErrorInsufficientDriver, "older than this build", "update the NVIDIA driver"},
        {cudaErrorUnsupportedPtxVersion, "too old to compile", "CMAKE_CUDA_ARCHITECTURES"},
        {cudaErrorNoDevice, "no such device", "--gpus all"},
        {cudaErrorDevicesUnavailable, "another process", "nvidia-smi"},
        {cudaErrorUnknown, "lost", "another device"},
        {cudaErrorECCUncorrectable, "ECC", "another device"},
        {cudaErrorInvalidConfiguration, "could not be launched", "--device cpu"},
        {cudaErrorLaunchOutOfResources, "could not be launched", "--device cpu"},
        {cudaErrorIllegalAddress, "failed on the device", "compute-sanitizer"},
        {cudaErrorLaunchFailure, "failed on the device", "compute-sanitizer"},
        {cudaErrorLaunchTimeout, "exceeded the system's time limit", "without a display"},
        {cudaErrorSystemNotReady, "not set up", "fabric manager"},
        {cudaErrorCudartUnloading, "no better reason", "report this line"},
    };
    for (const auto& [code, cause, remedy] : all) {
        EXPECT_NE(std::string(diagnose(code).cause).find(cause), std::string::npos) << cudaGetErrorName(code);
        EXPECT_NE(std::string(diagnose(code).remedy).find(remedy), std::string::npos) << cudaGetErrorName(code);
    }
}

TEST(CudaErrors, TheMessageIsOneLineWithEverything) {
    const std::string text = refusal<DeviceError>([] { check(cudaErrorECCUncorrectable, "launch of cross"); });
    EXPECT_TRUE(std::regex_match(
        text, std::regex("cuda(:[0-9]+)?: launch of cross failed: the device's memory .* "
                         "\\(cudaErrorECCUncorrectable: .+\\) \\[cuda_error_test.cpp:[0-9]+\\]; use another device.*")))
        << text;
    EXPECT_EQ(text.find('\n'), std::string::npos);
}

TEST(CudaErrors, PinnedMemoryThatIsUsedUpIsTheHosts) {
    const std::string text =
        refusal<DeviceError>([] { check_host_memory(cudaErrorMemoryAllocation, "allocating pinned host memory"); });
    EXPECT_NE(text.find("failed: the host is out of memory that can be pinned"), std::string::npos) << text;
    EXPECT_EQ(text.find("the device is out of memory"), std::string::npos) << text;
    EXPECT_THROW(check_host_memory(cudaErrorUnknown, "allocating pinned host memory"), DeviceError);
    EXPECT_NO_THROW(check_host_memory(cudaSuccess, "nothing"));
    EXPECT_NO_THROW(check(cudaSuccess, "nothing"));
}

TEST(CudaErrors, ADeviceThatCanNotBeChosenIsTheOneNamed) {
    const std::string text = refusal<DeviceError>([] { choose_device(1'000); });  // no machine has as many
    EXPECT_TRUE(text.starts_with("cuda:1000: choosing the device failed: ")) << text;
}

// Thrust throws errors of its own: without a device its first call does.
TEST(CudaErrors, AFailureInsideThrustIsADeviceError) {
    if (probe(0).why_not.empty()) GTEST_SKIP() << "there is a GPU, on which it works";
    test::expect_all(refusal<DeviceError>([] { DeviceScanner(nullptr, 1'000); }), {"the scan failed: "});
}

Probe found_with(const std::vector<DeviceFacts>& devices) {
    Probe found;
    found.count = static_cast<int>(devices.size());
    found.devices = devices;
    return found;
}

TEST(CudaProbe, TheReasonIsTheDevicesOwn) {
    DeviceFacts good, busy, gone;
    good.name = "NVIDIA H200";
    busy = good, busy.why_not = describe(cudaErrorDevicesUnavailable, "looking up a kernel");
    gone.number = 1, gone.why_not = describe(cudaErrorUnknown, "querying its properties");
    EXPECT_EQ(why_none(found_with({busy, good}), all_devices), "");
    EXPECT_EQ(why_none(found_with({}), all_devices), "no NVIDIA device");
    EXPECT_EQ(why_none(found_with({good}), 0), "");
    const std::string in_use = why_none(found_with({busy, gone}), all_devices);
    EXPECT_TRUE(std::regex_match(in_use, std::regex("NVIDIA H200: looking up a kernel failed: another process holds "
                                                    "the device, or its mode forbids sharing "
                                                    "\\(cudaErrorDevicesUnavailable: .+\\); wait for that .*")))
        << in_use;
    Probe lost = found_with({gone});
    lost.count = 2;
    EXPECT_TRUE(std::regex_match(why_none(lost, 1),
                                 std::regex("cuda:1: querying its properties failed: the device was lost: .* "
                                            "\\(cudaErrorUnknown: .+\\); start again on another device.*")))
        << why_none(lost, 1);
    lost.devices.clear();
    EXPECT_EQ(why_none(lost, 2), "there is no device 2; this machine has 2");
}

TEST(Driver, VersionsAreReadable) {
    EXPECT_EQ(version_text(13'000), "13.0");
    EXPECT_EQ(version_text(12'090), "12.9");
}

TEST(Driver, AMajorVersionOfCudaHasOneOldestDriver) {
    EXPECT_EQ(needed_driver(12'000), "525.60.13");
    EXPECT_EQ(needed_driver(12'090), "525.60.13");
    EXPECT_EQ(needed_driver(13'000), "580");
    EXPECT_EQ(needed_driver(14'000), "");
    EXPECT_NE(probe(0).needed_driver, "") << "a runtime that this program knows nothing of";
}

TEST(Driver, TheReleaseIsReadFromTheSystem) {
    EXPECT_EQ(
        driver_release("NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.104.05  Sat Aug 19 01:15:15 UTC 2023\n"
                       "GCC version:  gcc version 11.4.0 (Ubuntu 11.4.0-1ubuntu1~22.04)\n"),
        "535.104.05");
    EXPECT_EQ(
        driver_release("NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  580.65.06  Release Build  (root@a)"),
        "580.65.06");
    EXPECT_EQ(driver_release("NVRM version: NVIDIA UNIX x86_64 Kernel Module  570.26  Wed"), "570.26");
    EXPECT_EQ(driver_release(""), "");
    EXPECT_EQ(driver_release("no version 5 at all"), "");
}

TEST(Driver, OneThatIsTooOldIsNamedWithItsRemedies) {
    EXPECT_EQ(
        too_old(12'020, 13'000, "535.104.05"),
        "the NVIDIA driver is too old: 535.104.05 supports CUDA 12.2, this build needs 13.0 (driver 580 or newer); use "
        "a bundle built with CUDA 12, or install cuda-compat-13-0 (data-centre GPUs only)");
    // There is no older toolkit to build with.
    EXPECT_EQ(
        too_old(11'040, 12'090, ""),
        "the NVIDIA driver is too old: it supports CUDA 11.4, this build needs 12.9 (driver 525.60.13 or newer); use a "
        "newer driver, or install cuda-compat-12-9 (data-centre GPUs only)");
    EXPECT_EQ(too_old(13'000, 14'010, "580.65.06"),
              "the NVIDIA driver is too old: 580.65.06 supports CUDA 13.0, this build needs 14.1; use a bundle "
              "built with CUDA 12, or install cuda-compat-14-1 (data-centre GPUs only)");
}

TEST(Architectures, CodeForADevice) {
    struct Case {
        const char* list;
        int major, minor;
        Code code;
    };
    const Case cases[] = {
        // Machine code runs within its major number.
        {"80-real", 8, 0, Code::machine},
        {"80-real", 8, 9, Code::machine},
        {"86-real", 8, 0, Code::none},
        {"80-real", 9, 0, Code::none},
        {"100-real", 10, 3, Code::machine},
        {"100-real", 12, 0, Code::none},
        // PTX is compiled for all that is not older.
        {"75-virtual", 7, 5, Code::ptx},
        {"75-virtual", 12, 0, Code::ptx},
        {"75-virtual", 7, 0, Code::none},
        {"75-virtual,90-real", 9, 0, Code::machine},
        {"75-virtual,90-real", 10, 0, Code::ptx},
        // Without an ending both kinds are meant.
        {"75-real,120", 12, 1, Code::machine},
        {"75-real,120", 13, 0, Code::ptx},
        {"75-real,120", 8, 0, Code::none},
        // A letter means this one alone.
        {"90a-real", 9, 0, Code::machine},
        {"90a", 10, 0, Code::none},
        // A text without a number is unknown.
        {"all-major", 9, 0, Code::unknown},
        {"native", 9, 0, Code::unknown},
        {"", 9, 0, Code::none},
    };
    for (const auto& [list, major, minor, code] : cases)
        EXPECT_EQ(code_for(list, major, minor), code) << list << " on " << major << '.' << minor;
    EXPECT_NE(architectures_of_build(), "");
}

}  // namespace
}  // namespace evodoku::cuda
