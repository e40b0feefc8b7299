// Which devices a list of architectures serves, and how.
#include "driver.hpp"

#include <gtest/gtest.h>

namespace evodoku::cuda {
namespace {

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
