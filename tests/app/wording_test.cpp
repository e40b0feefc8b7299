// Numbers in sentences.
#include "output.hpp"

#include <gtest/gtest.h>

namespace evodoku::app {
namespace {

TEST(Wording, HalvesAreRoundedAwayFromZero) {
    EXPECT_EQ(rounded(0.5), "1");
    EXPECT_EQ(rounded(2.5), "3");
    EXPECT_EQ(rounded(2.4999), "2");
    EXPECT_EQ(rounded(998.5), "999");
    EXPECT_EQ(rounded(1125), "1.13 k");
    EXPECT_EQ(rounded(2675), "2.68 k");
    EXPECT_EQ(rounded(10'250), "10.3 k");
    EXPECT_EQ(rounded(104'500), "105 k");
    EXPECT_EQ(rounded(1'005'000), "1.01 M");
}

TEST(Wording, ThreeDigitsAndAPrefix) {
    EXPECT_EQ(rounded(0), "0");
    EXPECT_EQ(rounded(999), "999");
    EXPECT_EQ(rounded(999.5), "1 k");
    EXPECT_EQ(rounded(9'994), "9.99 k");
    EXPECT_EQ(rounded(9'995), "10 k");
    EXPECT_EQ(rounded(999'499), "999 k");
    EXPECT_EQ(rounded(999'500), "1 M");
    EXPECT_EQ(rounded(1.5e13), "15 T");
}

}  // namespace
}  // namespace evodoku::app
