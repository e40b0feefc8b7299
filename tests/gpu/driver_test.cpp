// What a build and a driver support.
#include <gtest/gtest.h>

#include "cuda_device.hpp"

namespace evodoku::cuda {
namespace {

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

TEST(Architectures, MachineCodeRunsWithinItsMajorNumber) {
    EXPECT_EQ(code_for("80-real", 8, 0), Code::machine);
    EXPECT_EQ(code_for("80-real", 8, 9), Code::machine);
    EXPECT_EQ(code_for("86-real", 8, 0), Code::none);
    EXPECT_EQ(code_for("80-real", 9, 0), Code::none);
    EXPECT_EQ(code_for("100-real", 10, 3), Code::machine);
    EXPECT_EQ(code_for("100-real", 12, 0), Code::none);
}

TEST(Architectures, PtxIsCompiledForAllThatIsNotOlder) {
    EXPECT_EQ(code_for("75-virtual", 7, 5), Code::ptx);
    EXPECT_EQ(code_for("75-virtual", 12, 0), Code::ptx);
    EXPECT_EQ(code_for("75-virtual", 7, 0), Code::none);
    EXPECT_EQ(code_for("75-virtual,90-real", 9, 0), Code::machine);
    EXPECT_EQ(code_for("75-virtual,90-real", 10, 0), Code::ptx);
}

TEST(Architectures, WithoutAnEndingBothKindsAreMeant) {
    EXPECT_EQ(code_for("75-real,120", 12, 1), Code::machine);
    EXPECT_EQ(code_for("75-real,120", 13, 0), Code::ptx);
    EXPECT_EQ(code_for("75-real,120", 8, 0), Code::none);
}

TEST(Architectures, ALetterMeansThisOneAlone) {
    EXPECT_EQ(code_for("90a-real", 9, 0), Code::machine);
    EXPECT_EQ(code_for("90a", 10, 0), Code::none);
}

TEST(Architectures, WhatIsNoNumberIsUnknown) {
    EXPECT_EQ(code_for("all-major", 9, 0), Code::unknown);
    EXPECT_EQ(code_for("native", 9, 0), Code::unknown);
    EXPECT_EQ(code_for("", 9, 0), Code::none);
    EXPECT_NE(architectures_of_build(), "");
}

}  // namespace
}  // namespace evodoku::cuda
