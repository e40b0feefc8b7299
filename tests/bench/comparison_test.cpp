// Results compared, crossovers found, JSON written and read: from made-up figures.
#include "evodoku/bench/comparison.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "evodoku/bench/arithmetic.hpp"

namespace evodoku::bench {
namespace {

/// A timing of that rate and spread.
Timing timing(double rate, double spread = 0.01) {
    const double median = 1 / rate;
    return {1,
            {median * (1 - spread / 2), median * (1 - spread / 2), median, median * (1 + spread / 2),
             median * (1 + spread / 2)}};
}

Result result_of(const std::vector<Measurement>& measurements) {
    Result result;
    result.build = {{"version", "1"}, {"commit", "abc"}};
    result.date = "2026-01-01T00:00:00Z";
    result.seed = ~std::uint64_t{0};
    result.puzzle = "123";
    result.subjects = {{"cpu", "cpu (2 threads)", {{"name", "x"}}, timing(1e10), timing(1e11)}};
    result.agreements = {{"plain", 4000, 0xfedcba9876543210u}};
    result.measurements = measurements;
    return result;
}

TEST(Compare, VerdictsFollowTheSpread) {
    EXPECT_EQ(judge(1.00, 0.02, 0.05), Verdict::same);
    EXPECT_EQ(judge(1.04, 0.02, 0.05), Verdict::same);
    EXPECT_EQ(judge(1.10, 0.02, 0.05), Verdict::faster);
    EXPECT_EQ(judge(0.90, 0.02, 0.05), Verdict::slower);
    EXPECT_EQ(judge(0.90, 0.20, 0.05), Verdict::unclear);
    EXPECT_EQ(judge(1.00, 0.20, 0.05), Verdict::unclear);
    EXPECT_EQ(judge(2.00, 0.20, 0.05), Verdict::faster);
    EXPECT_EQ(judge(0.50, 0.90, 0.05), Verdict::slower);
    EXPECT_EQ(judge(0.90, 0.02, 0.20), Verdict::same);
}

TEST(Compare, PairsWhatBothHaveMeasured) {
    const Result first = result_of({{"cpu", "score", "boards", 4000, timing(100)},
                                    {"cpu", "rank", "individuals", 4000, timing(50)},
                                    {"cuda:0", "score", "boards", 4000, timing(5000)}});
    const Result second =
        result_of({{"cpu", "rank", "individuals", 4000, timing(25)}, {"cpu", "score", "boards", 4000, timing(200)}});
    const std::vector<Comparison> all = compare(first, second, 0.05);
    ASSERT_EQ(all.size(), 4u);  // two ceilings, two measurements
    EXPECT_EQ(all[0].verdict, Verdict::same);
    EXPECT_EQ(all[2].what, "score");
    EXPECT_NEAR(all[2].ratio, 2, 1e-12);
    EXPECT_NEAR(all[2].spread, std::hypot(0.01, 0.01), 1e-9);
    EXPECT_EQ(all[2].verdict, Verdict::faster);
    EXPECT_EQ(all[3].verdict, Verdict::slower);
}

TEST(Compare, OtherFingerprintsAreTold) {
    const Result first = result_of({});
    Result second = result_of({});
    EXPECT_TRUE(disagreements(first, second).empty());
    second.agreements[0].fingerprint ^= 1;
    EXPECT_EQ(disagreements(first, second).size(), 1u);
    second.seed = 2;  // another evolution altogether
    EXPECT_TRUE(disagreements(first, second).empty());
}

TEST(Crossover, LiesBetweenTheMeasuredPopulations) {
    std::vector<Measurement> measurements;
    const auto add = [&](std::uint32_t population, double fast, double slow) {
        measurements.push_back({"cuda:0", "score", "boards", population, timing(fast)});
        measurements.push_back({"cpu", "score", "boards", population, timing(slow)});
    };
    add(1000, 50, 100);
    add(16000, 200, 100);
    EXPECT_EQ(overtakes_at(result_of(measurements), "cuda:0", "cpu", "score"), 4000u);
    EXPECT_EQ(overtakes_at(result_of(measurements), "cpu", "cuda:0", "score"), 0u);
    EXPECT_EQ(overtakes_at(result_of(measurements), "cuda:0", "cpu", "rank"), 0u);
    measurements.erase(measurements.begin(), measurements.begin() + 2);
    EXPECT_EQ(overtakes_at(result_of(measurements), "cuda:0", "cpu", "score"), 16000u);
}

TEST(Ceiling, TheNearerOneCounts) {
    const Share memory = share_of_ceiling({100, 10}, 1e9, 4e11, 1e12);
    EXPECT_DOUBLE_EQ(memory.of_ceiling, 0.25);
    EXPECT_TRUE(memory.by_memory);
    const Share integers = share_of_ceiling({100, 500}, 1e9, 4e11, 1e12);
    EXPECT_DOUBLE_EQ(integers.of_ceiling, 0.5);
    EXPECT_FALSE(integers.by_memory);
}

TEST(Json, ComesBackAsItWent) {
    const Result result = result_of({{"cpu", "score", "boards", 4000, timing(100)}});
    const std::string text = to_json(result);
    const Result back = from_json(text);
    EXPECT_EQ(to_json(back), text);
    EXPECT_EQ(back.seed, result.seed);
    EXPECT_EQ(back.agreements[0].fingerprint, result.agreements[0].fingerprint);
    EXPECT_EQ(back.subjects[0].facts, result.subjects[0].facts);
    EXPECT_EQ(back.find("cpu", "score", 4000)->timing.seconds, result.measurements[0].timing.seconds);
}

TEST(Json, AVariantComesBackWithThePlainOneBesideIt) {
    Measurement variant{"cpu", "variant/box-board/pairs", "children", 4000, timing(50)};
    variant.plain = timing(100);
    const std::string text = to_json(result_of({variant}));
    EXPECT_NE(text.find("\"share_of_plain\": 0.5"), std::string::npos) << text;
    const Result back = from_json(text);
    EXPECT_EQ(to_json(back), text);
    ASSERT_TRUE(back.measurements[0].plain.has_value());
    EXPECT_EQ(back.measurements[0].plain->seconds, variant.plain->seconds);
    variant.plain.reset();  // as in files of old
    EXPECT_FALSE(from_json(to_json(result_of({variant}))).measurements[0].plain.has_value());
}

TEST(Json, WhatIsNoResultIsRefused) {
    const std::string text = to_json(result_of({{"cpu", "score", "boards", 4000, timing(100)}}));
    const auto with = [&](const std::string& part, const std::string& other) {
        std::string changed = text;
        changed.replace(changed.find(part), part.size(), other);
        return changed;
    };
    EXPECT_NO_THROW(from_json(text));
    for (const std::string& wrong :
         {std::string(), std::string("{}"), std::string("[]"), std::string("\xff"), text.substr(0, text.size() / 2),
          with("\"schema\": 1", "\"schema\": 2"), with("evodoku bench", "another"), with("fedcba", "fedxba"),
          with("\"population\": 4000", "\"population\": \"many\""), with("\"devices\"", "\"machines\"")}) {
        EXPECT_THROW(from_json(wrong), std::invalid_argument) << wrong.substr(0, 60);
    }
}

TEST(Csv, HasALineAMeasurement) {
    const std::string text = to_csv(result_of({{"cpu", "score", "boards", 4000, timing(100, 0)}}));
    EXPECT_EQ(text,
              "device,what,unit,population,rate,spread,median_seconds,items,repetitions\n"
              "cpu,score,boards,4000,100,0.0000,0.01,1,5\n");
}

}  // namespace
}  // namespace evodoku::bench
