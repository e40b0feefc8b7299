// Numbers and ratings in words.
#include <gtest/gtest.h>

#include <limits>
#include <utility>

#include "io/json.hpp"
#include "output.hpp"
#include "settings/puzzle_settings.hpp"

namespace evodoku {
namespace {

TEST(Rate, SaysWhichRunsAreUnsolvedAndWhereAnIntervalNeedsMore) {
    const double none = std::numeric_limits<double>::infinity();
    const RedrawsOfRuns rated{
        .runs = 8, .solved = 5, .q25 = 200, .median = 900.4, .q75 = none, .median_low = 150, .median_high = none};
    EXPECT_EQ(to_text(rated),
              "redraws of 8 runs: median 900 (95 %: 150 to unsolved), quartiles 200 and unsolved, 3 unsolved");
    EXPECT_EQ(io::json_of(rated),
              "{\"runs\":8,\"solved_runs\":5,\"redraws_q25\":200.0,\"redraws_median\":900.4,"
              "\"redraws_q75\":null,\"median_low\":150.0,\"median_high\":null}");
    EXPECT_EQ(to_text(RedrawsOfRuns{.runs = 1, .solved = 1, .q25 = 7, .median = 7, .q75 = 7}),
              "redraws of 1 run: median 7 (an interval needs 6 runs), quartiles 7 and 7");
}

TEST(Wording, NumbersHaveThreeDigitsAndAPrefixWithHalvesRoundedAwayFromZero) {
    const std::pair<double, const char*> cases[] = {
        {0, "0"},         {0.5, "1"},           {2.5, "3"},         {2.4999, "2"},      {998.5, "999"},
        {999, "999"},     {999.5, "1 k"},       {1125, "1.13 k"},   {2675, "2.68 k"},   {9'994, "9.99 k"},
        {9'995, "10 k"},  {10'250, "10.3 k"},   {104'500, "105 k"}, {999'499, "999 k"}, {999'500, "1 M"},
        {1.5e13, "15 T"}, {1'005'000, "1.01 M"}};
    for (const auto& [number, text] : cases) EXPECT_EQ(rounded(number), text) << number;
}

}  // namespace
}  // namespace evodoku
