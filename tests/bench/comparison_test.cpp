// Results compared, crossovers found, JSON written and read: from made-up figures.
#include "bench/comparison.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "bench/arithmetic.hpp"
#include "bench/ratios.hpp"

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
    ASSERT_EQ(all.size(), 4u);  // two peaks, two measurements
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

TEST(Compare, NoVerdictOfAnOverloadedMachineIsClear) {
    const Result quiet = result_of({{"cpu", "score", "boards", 4000, timing(100)}});
    Result other = result_of({{"cpu", "score", "boards", 4000, timing(25)}});
    other.load = {.processors = 4, .before = 9, .others = 0.9};
    EXPECT_FALSE(is_overloaded(other.load));  // what was before does not count where what was during is known
    EXPECT_EQ(compare(quiet, other, 0.05).back().verdict, Verdict::slower);
    other.load.others = 1.1;
    EXPECT_TRUE(is_overloaded(other.load));
    for (const Comparison& one : compare(quiet, other, 0.05)) EXPECT_EQ(one.verdict, Verdict::unclear) << one.what;
    for (const Comparison& one : compare(other, quiet, 0.05)) EXPECT_EQ(one.verdict, Verdict::unclear) << one.what;
    EXPECT_TRUE(is_overloaded({.processors = 2, .before = 0.9}));
    EXPECT_FALSE(is_overloaded({.processors = 2}));
    EXPECT_FALSE(is_overloaded({}));
}

TEST(Compare, SpreadsBeyondAQuarterAreMarked) {
    const Result steady = result_of({{"cpu", "score", "boards", 4000, timing(100, 0.24)}});
    const Result unsteady = result_of({{"cpu", "score", "boards", 4000, timing(100, 0.26)}});
    EXPECT_FALSE(compare(steady, steady, 0.05).back().unsteady);
    EXPECT_TRUE(compare(steady, unsteady, 0.05).back().unsteady);
    EXPECT_TRUE(compare(unsteady, steady, 0.05).back().unsteady);
}

TEST(Headlines, SayHowManyTimesAsFastAndFromWhereOn) {
    std::vector<Measurement> measurements;
    const auto add = [&](const char* subject, const char* what, std::uint32_t population, double rate, double spread) {
        measurements.push_back({subject, what, "boards", population, timing(rate, spread)});
    };
    for (const auto& [population, rate] : {std::pair(1000u, 50.0), std::pair(16000u, 200.0), std::pair(64000u, 900.0)})
        add("cuda:0", "score", population, rate, 0.01);
    add("cpu", "score", 1000, 100, 0.01);
    add("cpu", "score", 16000, 100, 0.3);
    add("cpu", "score", 64000, 100, 0.01);
    add("cuda:0", "phase/plan", 1000, 100, 0.01);
    add("cpu", "phase/plan", 1000, 100, 0.01);
    add("cuda:0", "rank", 1000, 50, 0.01);
    add("cpu", "rank", 1000, 100, 0.01);
    Result result = result_of(measurements);
    result.subjects.push_back({"cuda:0", "cuda:0 (made up)", {}, timing(1e12), timing(1e13)});
    const std::vector<Headline> all = headlines(result);
    ASSERT_EQ(all.size(), 2u);
    EXPECT_EQ(all[0].smallest.population, 1000u);
    EXPECT_DOUBLE_EQ(all[0].smallest.ratio, 0.5);
    EXPECT_FALSE(all[0].smallest.unsteady);
    EXPECT_EQ(all[0].largest.population, 64000u);
    EXPECT_DOUBLE_EQ(all[0].largest.ratio, 9);
    EXPECT_EQ(all[0].wins_from, 4000u);
    EXPECT_TRUE(all[0].wins_unsteadily);  // the ratio at 16,000 is
    EXPECT_EQ(all[1].largest.what, "rank");
    EXPECT_EQ(all[1].wins_from, 0u);

    const std::string json = to_json(result);
    EXPECT_NE(json.find("\"wins_from\": ["), std::string::npos);
    EXPECT_NE(json.find("\"ratio\": 9.0"), std::string::npos) << json;
    EXPECT_NE(json.find("\"population\": null"), std::string::npos);  // the rank is never won
    std::size_t marks = 0;
    for (std::size_t at = 0; (at = json.find("\"unsteady\": true", at)) != std::string::npos; ++at) ++marks;
    EXPECT_EQ(marks, 3u);  // the measurement, its ratio, and where the GPU wins
    EXPECT_EQ(to_json(from_json(json)), json);
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

TEST(Peak, TheNearerOneCounts) {
    const Share memory = share_of_peak({100, 10}, 1e9, 4e11, 1e12);
    EXPECT_DOUBLE_EQ(memory.of_peak, 0.25);
    EXPECT_TRUE(memory.by_memory);
    const Share integers = share_of_peak({100, 500}, 1e9, 4e11, 1e12);
    EXPECT_DOUBLE_EQ(integers.of_peak, 0.5);
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

TEST(Json, LoadAndStopComeBack) {
    Result result = result_of({{"cpu", "puzzles/hardest", "puzzles", 64, timing(100)}});
    result.measurements[0].batch = 200;
    result.load = {.processors = 8, .before = 0.5, .others = 3.25};
    result.stopped = "interrupted after 3 of 9 steps";
    const std::string text = to_json(result);
    EXPECT_NE(text.find("\"overloaded\": true"), std::string::npos) << text;
    const Result back = from_json(text);
    EXPECT_EQ(back.load.processors, 8u);
    EXPECT_EQ(back.load.others, 3.25);
    EXPECT_EQ(back.stopped, result.stopped);
    EXPECT_EQ(back.measurements[0].batch, 200u);
}

TEST(Json, OlderFilesHaveTheLoadAmongTheFactsOfTheirCpu) {
    Result result = result_of({});
    result.subjects[0].facts = {{"threads", "4"}, {"load", "1.5"}};
    std::string text = to_json(result);
    const std::size_t begin = text.find(" \"load\": {"), end = text.find(" \"seed\"");
    text.erase(begin, end - begin);
    const MachineLoad load = from_json(text).load;
    EXPECT_EQ(load.processors, 4u);
    EXPECT_EQ(load.before, 1.5);
    EXPECT_LT(load.others, 0);
    EXPECT_TRUE(is_overloaded(load));
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
    variant.plain.reset();  // as in older files
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
