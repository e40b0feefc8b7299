// Results compared, crossings found, JSON written and read: from made-up figures.
#include "bench/result.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "figures.hpp"

namespace evodoku::bench {
namespace {

TEST(Compare, VerdictsFollowTheSpread) {
    EXPECT_EQ(judge(1.00, 0.02, 0.05), "SAME");
    EXPECT_EQ(judge(1.04, 0.02, 0.05), "SAME");
    EXPECT_EQ(judge(1.10, 0.02, 0.05), "FASTER");
    EXPECT_EQ(judge(0.90, 0.02, 0.05), "SLOWER");
    EXPECT_EQ(judge(0.90, 0.20, 0.05), "UNCLEAR");
    EXPECT_EQ(judge(1.00, 0.20, 0.05), "UNCLEAR");
    EXPECT_EQ(judge(2.00, 0.20, 0.05), "FASTER");
    EXPECT_EQ(judge(0.50, 0.90, 0.05), "SLOWER");
    EXPECT_EQ(judge(0.90, 0.02, 0.20), "SAME");
}

TEST(Compare, PairsWhatBothHaveMeasured) {
    const Result first = made_up({{"cpu", "score", "boards", 4000, timing(100)},
                                  {"cpu", "rank", "individuals", 4000, timing(50)},
                                  {"cuda:0", "score", "boards", 4000, timing(5000)}});
    const Result second =
        made_up({{"cpu", "rank", "individuals", 4000, timing(25)}, {"cpu", "score", "boards", 4000, timing(200)}});
    const std::vector<Comparison> all = compare(first, second, 0.05);
    ASSERT_EQ(all.size(), 4u);  // two peaks, two measurements
    EXPECT_EQ(all[0].verdict, "SAME");
    EXPECT_EQ(all[2].what, "score");
    EXPECT_NEAR(all[2].ratio, 2, 1e-12);
    EXPECT_NEAR(all[2].spread, std::hypot(0.01, 0.01), 1e-9);
    EXPECT_EQ(all[2].verdict, "FASTER");
    EXPECT_EQ(all[3].verdict, "SLOWER");
}

TEST(Compare, OtherFingerprintsAreTold) {
    const Result first = made_up({});
    Result second = made_up({});
    EXPECT_TRUE(disagreements(first, second).empty());
    second.agreements[0].fingerprint ^= 1;
    EXPECT_EQ(disagreements(first, second).size(), 1u);
    second.seed = 2;  // another evolution altogether
    EXPECT_TRUE(disagreements(first, second).empty());
}

TEST(Compare, NoVerdictOfAnOverloadedMachineIsClear) {
    const Result quiet = made_up({{"cpu", "score", "boards", 4000, timing(100)}});
    Result other = made_up({{"cpu", "score", "boards", 4000, timing(25)}});
    other.load = {.processors = 4, .before = 9, .others = 0.9};
    EXPECT_FALSE(is_overloaded(other.load));  // what was before does not count where what was during is known
    EXPECT_EQ(compare(quiet, other, 0.05).back().verdict, "SLOWER");
    other.load.others = 1.1;
    EXPECT_TRUE(is_overloaded(other.load));
    for (const Comparison& one : compare(quiet, other, 0.05)) EXPECT_EQ(one.verdict, "UNCLEAR") << one.what;
    for (const Comparison& one : compare(other, quiet, 0.05)) EXPECT_EQ(one.verdict, "UNCLEAR") << one.what;
    EXPECT_TRUE(is_overloaded({.processors = 2, .before = 0.9}));
    EXPECT_FALSE(is_overloaded({.processors = 2}));
    EXPECT_FALSE(is_overloaded({}));
}

TEST(Compare, SpreadsBeyondAQuarterAreMarked) {
    const Result steady = made_up({{"cpu", "score", "boards", 4000, timing(100, 0.24)}});
    const Result unsteady = made_up({{"cpu", "score", "boards", 4000, timing(100, 0.26)}});
    EXPECT_FALSE(compare(steady, steady, 0.05).back().unsteady);
    EXPECT_TRUE(compare(steady, unsteady, 0.05).back().unsteady);
    EXPECT_TRUE(compare(unsteady, steady, 0.05).back().unsteady);
}

/// The ratios of a GPU and a CPU.
std::vector<Headline> headlines_of(const std::vector<Measurement>& measurements) {
    Result result = made_up(measurements);
    result.subjects.push_back({"cuda:0", "cuda:0 (made up)", {}, timing(1e12), timing(1e13)});
    const std::string json = to_json(result);
    EXPECT_EQ(to_json(from_json(json)), json);
    return headlines(result);
}

TEST(Headlines, SayHowManyTimesAsFastAndFromWhereOn) {
    const std::vector<Headline> all = headlines_of({{"cuda:0", "score", "boards", 64000, timing(900)},
                                                    {"cuda:0", "score", "boards", 1000, timing(50)},
                                                    {"cuda:0", "score", "boards", 16000, timing(200)},
                                                    {"cpu", "score", "boards", 1000, timing(100)},
                                                    {"cpu", "score", "boards", 16000, timing(100, 0.3)},
                                                    {"cpu", "score", "boards", 64000, timing(100)},
                                                    {"cuda:0", "phase/plan", "boards", 1000, timing(100)},
                                                    {"cpu", "phase/plan", "boards", 1000, timing(100)},
                                                    {"cuda:0", "rank", "boards", 1000, timing(50)},
                                                    {"cpu", "rank", "boards", 1000, timing(100)}});
    ASSERT_EQ(all.size(), 2u);
    ASSERT_EQ(all[0].ratios.size(), 3u);
    EXPECT_EQ(all[0].ratios[0].population, 1000u);
    EXPECT_DOUBLE_EQ(all[0].ratios[0].ratio, 0.5);
    EXPECT_FALSE(all[0].ratios[0].unsteady);
    EXPECT_TRUE(all[0].ratios[1].unsteady);
    EXPECT_EQ(all[0].ratios[2].population, 64000u);
    EXPECT_DOUBLE_EQ(all[0].ratios[2].ratio, 9);
    EXPECT_EQ(all[0].wins_from, 4000u) << "between the measured populations";
    EXPECT_TRUE(all[0].wins_unsteadily) << "the ratio at 16,000 is unsteady";
    EXPECT_EQ(all[1].ratios[0].what, "rank");
    EXPECT_EQ(all[1].wins_from, 0u);
    EXPECT_FALSE(all[1].wins_unsteadily);
}

TEST(Headlines, ADeviceMayWinEverywhereOrLoseAtTheEnd) {
    const auto wins_from = [](double small, double large) {
        return headlines_of({{"cuda:0", "score", "boards", 1000, timing(small)},
                             {"cuda:0", "score", "boards", 16000, timing(large)},
                             {"cpu", "score", "boards", 1000, timing(100)},
                             {"cpu", "score", "boards", 16000, timing(100)}})[0]
            .wins_from;
    };
    EXPECT_EQ(wins_from(101, 200), 1000u);
    EXPECT_EQ(wins_from(200, 50), 0u);
}

TEST(Peak, TheNearerOneCounts) {
    const Measurement score{"cpu", "score", "boards", 4000, timing(1e9, 0)};  // 68 bytes, 90 operations
    const Share memory = share_of_peak(score, {"cpu", "cpu", {}, timing(272e9, 0), timing(1e12, 0)});
    EXPECT_NEAR(memory.of_peak, 0.25, 1e-12);
    EXPECT_TRUE(memory.by_memory);
    const Share integers = share_of_peak(score, {"cpu", "cpu", {}, timing(272e9, 0), timing(180e9, 0)});
    EXPECT_NEAR(integers.of_peak, 0.5, 1e-12);
    EXPECT_FALSE(integers.by_memory);
    EXPECT_EQ(work_of("start").bytes, 0);
}

TEST(Json, ComesBackAsItWent) {
    Result result = made_up({{"cpu", "puzzles/hardest", "puzzles", 64, timing(100)},
                             {"cpu", "variant/box-board/pairs", "children", 4000, timing(50), timing(100)}});
    result.measurements[0].batch = 200;
    result.load = {.processors = 8, .before = 0.5, .others = 3.25};
    result.stopped = "interrupted after 3 of 9 steps";
    const std::string text = to_json(result);
    EXPECT_NE(text.find("\"overloaded\": true"), std::string::npos) << text;
    EXPECT_NE(text.find("\"share_of_plain\": 0.5"), std::string::npos) << text;
    const Result back = from_json(text);
    EXPECT_EQ(to_json(back), text);
    EXPECT_EQ(back.seed, result.seed);
    EXPECT_EQ(back.agreements[0].fingerprint, result.agreements[0].fingerprint);
    EXPECT_EQ(back.subjects[0].facts, result.subjects[0].facts);
    EXPECT_EQ(back.load.processors, 8u);
    EXPECT_EQ(back.load.others, 3.25);
    EXPECT_EQ(back.stopped, result.stopped);
    EXPECT_EQ(back.find("cpu", "puzzles/hardest", 64)->timing.seconds, result.measurements[0].timing.seconds);
    EXPECT_EQ(back.measurements[0].batch, 200u);
    EXPECT_FALSE(back.measurements[0].plain.has_value());
    ASSERT_TRUE(back.measurements[1].plain.has_value());
    EXPECT_EQ(back.measurements[1].plain->seconds, result.measurements[1].plain->seconds);
}

TEST(Json, CrossingsAndTheirMarksAreForOtherPrograms) {
    Result result = made_up({{"cuda:0", "score", "boards", 1000, timing(900)},
                             {"cpu", "score", "boards", 1000, timing(100, 0.3)},
                             {"cuda:0", "rank", "boards", 1000, timing(50)},
                             {"cpu", "rank", "boards", 1000, timing(100)}});
    result.subjects.push_back({"cuda:0", "cuda:0 (made up)", {}, timing(1e12), timing(1e13)});
    const std::string json = to_json(result);
    EXPECT_NE(json.find("\"wins_from\": ["), std::string::npos);
    EXPECT_NE(json.find("\"ratio\": 9.0"), std::string::npos) << json;
    EXPECT_NE(json.find("\"population\": null"), std::string::npos) << "the rank is never won";
    std::size_t marks = 0;
    for (std::size_t at = 0; (at = json.find("\"unsteady\": true", at)) != std::string::npos; ++at) ++marks;
    EXPECT_EQ(marks, 3u) << "the measurement, its ratio, and where the GPU wins";
}

TEST(Json, WhatIsNoResultIsRefused) {
    const std::string text = to_json(made_up({{"cpu", "score", "boards", 4000, timing(100)}}));
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
    const std::string text = to_csv(made_up({{"cpu", "score", "boards", 4000, timing(100, 0)}}));
    EXPECT_EQ(text,
              "device,what,unit,population,rate,spread,median_seconds,items,repetitions\n"
              "cpu,score,boards,4000,100,0.0000,0.01,1,5\n");
}

}  // namespace
}  // namespace evodoku::bench
