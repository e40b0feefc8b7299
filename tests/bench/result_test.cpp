// Results compared, crossings found, JSON written and read, and their tables: from made-up figures.
#include "bench/result.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>
#include <tuple>

namespace evodoku::bench {
namespace {

/// A timing of that rate and spread.
Timing timing(double rate, double spread = 0.01) {
    const double median = 1 / rate, off = median * spread / 2;
    return {1, {median - off, median - off, median, median + off, median + off}};
}

/// A result of the CPU.
Result made_up(const std::vector<Measurement>& measurements) {
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
    const std::tuple<double, double, double, const char*> cases[] = {
        {1.00, 0.02, 0.05, "SAME"},   {1.04, 0.02, 0.05, "SAME"},    {1.10, 0.02, 0.05, "FASTER"},
        {0.90, 0.02, 0.05, "SLOWER"}, {0.90, 0.20, 0.05, "UNCLEAR"}, {1.00, 0.20, 0.05, "UNCLEAR"},
        {2.00, 0.20, 0.05, "FASTER"}, {0.50, 0.90, 0.05, "SLOWER"},  {0.90, 0.02, 0.20, "SAME"}};
    for (const auto& [ratio, spread, tolerance, verdict] : cases)
        EXPECT_EQ(resolve(ratio, spread, tolerance), verdict) << ratio << " " << spread;
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
    Result both[] = {made_up({}), made_up({})};
    const std::vector<std::string> names = {"a.json", "b.json"};
    EXPECT_TRUE(differences(both, names).empty());
    both[1].agreements[0].fingerprint ^= 1;
    EXPECT_EQ(differences(both, names).size(), 1u);
    both[1].seed = 2;  // another evolution altogether
    EXPECT_TRUE(differences(both, names).empty());
}

TEST(Compare, NoVerdictOfAThrottledGpuIsClear) {
    const auto with_reasons = [](unsigned long long reasons) {
        Measurement score{"cpu", "score", "boards", 4000, timing(100)};
        score.clocks = Clocks{{1980, 2619, 40, 300'000, 0, ""}, {1980, 2619, 50, 700'000, reasons, ""}};
        return made_up({score});
    };
    EXPECT_EQ(compare(with_reasons(0x103), with_reasons(1), 0.05).back().verdict, "SAME");  // idle, or as it was set
    const Comparison one = compare(with_reasons(0x24), with_reasons(0x80), 0.05).back();
    EXPECT_EQ(one.verdict, "UNCLEAR");
    EXPECT_EQ(one.throttled, "power cap, heat in A, power brake in B");
    const std::string json = to_json(with_reasons(0x44));
    EXPECT_EQ(to_json(from_json(json)), json);
    EXPECT_NE(to_csv(with_reasons(0x44)).find(",1980,\"power cap, heat, by hardware\"\n"), std::string::npos);
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

TEST(Json, ComesBackAsItWent) {
    Result result = made_up(
        {{"cpu", "puzzles/hardest", "puzzles", 64, timing(100)}, {"cpu", "generations", "children", 4000, timing(50)}});
    result.measurements[0].batch = 200;
    result.stopped = "interrupted after 3 of 9 steps";
    const std::string text = to_json(result);
    const Result back = from_json(text);
    EXPECT_EQ(to_json(back), text);
    EXPECT_EQ(back.seed, result.seed);
    EXPECT_EQ(back.agreements[0].fingerprint, result.agreements[0].fingerprint);
    EXPECT_EQ(back.subjects[0].facts, result.subjects[0].facts);
    EXPECT_EQ(back.stopped, result.stopped);
    EXPECT_EQ(back.find("cpu", "puzzles/hardest", 64)->timing.seconds, result.measurements[0].timing.seconds);
    EXPECT_EQ(back.measurements[0].batch, 200u);
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
          with("\"population\": 4000", "\"population\": \"many\""), with("\"devices\"", "\"machines\"")})
        EXPECT_THROW(from_json(wrong), std::invalid_argument) << wrong.substr(0, 60);
}

TEST(Csv, HasALineAMeasurement) {
    EXPECT_EQ(to_csv(made_up({{"cpu", "score", "boards", 4000, timing(100, 0)},
                              {"cpu", "rank", "individuals", 4000, timing(100, 0.3)}})),
              "device,what,unit,population,rate,spread,median_seconds,items,repetitions,flag,sm_mhz,throttled_by\n"
              "cpu,score,boards,4000,100,0.0000,0.01,1,5,,0,\"\"\n"
              "cpu,rank,individuals,4000,100,0.3000,0.01,1,5,unsteady,0,\"\"\n");
}

Result with_a_gpu() {
    Result result;
    result.subjects = {{"cpu", "cpu (8 threads)", {}, timing(1e10), timing(1e11)},
                       {"cpu/1", "cpu (1 thread)", {}, timing(1e10), timing(1e11)},
                       {"cuda:0", "cuda:0 (made up)", {}, timing(1e12), timing(1e13)}};
    const auto add = [&](const char* subject, const char* what, std::uint32_t population, const Timing& time) {
        result.measurements.push_back({subject, what, "boards", population, time});
    };
    add("cpu", "puzzles/hardest", 64, timing(500));
    add("cuda:0", "puzzles/hardest", 64, timing(4000));
    for (Measurement& measurement : result.measurements) measurement.batch = 200, measurement.timing.items = 150;
    add("cpu", "score", 1000, timing(100e6));
    add("cuda:0", "score", 1000, timing(50e6));
    add("cpu", "score", 16000, timing(100e6));
    add("cuda:0", "score", 16000, timing(200e6));
    add("cpu", "rank", 1000, timing(100e6, 0.4));
    add("cuda:0", "rank", 1000, timing(50e6));
    return result;
}

bool has_line(const std::string& text, const std::string& words) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream parts(line);
        std::string joined;
        for (std::string word; parts >> word;) joined += (joined.empty() ? "" : " ") + word;
        if (joined == words) return true;
    }
    return false;
}

void expect_lines(const std::string& text, std::initializer_list<const char*> lines) {
    for (const char* line : lines) EXPECT_TRUE(has_line(text, line)) << line << "\n" << text;
}

TEST(BenchTables, SayWhereTheGpuWins) {
    const std::string text = to_text(with_a_gpu());
    expect_lines(text, {"Summary: GPU : CPU", "ratio at population ratio at population GPU wins from population",
                        "cuda:0 : cpu puzzles/hardest 8.00", "cuda:0 : cpu score 0.50 1000 2.00 16000 4 k",
                        "cuda:0 : cpu rank ~0.50 1000 never"});
}

TEST(BenchTables, EachMeasurementHasARowPerPopulation) {
    const std::string text = to_text(with_a_gpu());
    expect_lines(text, {"per second population unit cpu spread solved cpu/1 spread solved cuda:0 spread solved "
                        "cpu : cpu/1 cuda:0 : cpu cuda:0 : cpu/1",
                        "puzzles/hardest 64 boards 75 k 1.0 % 75 % - 600 k 1.0 % 75 % - 8.00 -",
                        "score 16000 boards 100 M 1.0 % - 200 M 1.0 % - 2.00 -"});
    EXPECT_LT(text.find("\nscore "), text.find("\nrank "));
    EXPECT_EQ(text.find("throttled"), std::string::npos);
}

TEST(BenchTables, WhatSlowedAGpuIsNamed) {
    Result result = with_a_gpu();
    result.measurements.back().clocks = Clocks{{1980, 2619, 40, 300'000, 0, ""}, {1200, 2619, 88, 700'000, 0x24, ""}};
    expect_lines(to_text(result), {"cuda:0 rank, population 1000: throttled by power cap, heat"});
}

TEST(BenchTables, MarkWhatSpreadsByMoreThanAQuarter) {
    const std::string text = to_text(with_a_gpu());
    expect_lines(text, {"~ spread over 25 %: measure again on a quiet machine"});
    EXPECT_NE(text.find("~100 M"), std::string::npos) << text;
    Result steady = with_a_gpu();
    steady.measurements.resize(6);
    EXPECT_EQ(to_text(steady).find('~'), std::string::npos);
}

TEST(BenchTables, SayThatTheyAreNotComplete) {
    Result result = with_a_gpu();
    EXPECT_EQ(to_text(result).find("STOPPED"), std::string::npos);
    result.stopped = "interrupted after 3 of 9 steps";
    expect_lines(to_text(result), {"STOPPED: interrupted after 3 of 9 steps"});
}

TEST(BenchTables, WithoutAGpuTheSummaryIsOfThreads) {
    Result result = with_a_gpu();
    result.subjects.pop_back();
    result.measurements = {{"cpu", "score", "boards", 1000, timing(300)},
                           {"cpu/1", "score", "boards", 1000, timing(100)}};
    const std::string text = to_text(result);
    expect_lines(text, {"Summary: no GPU was measured; all threads : one"});
    expect_lines(text, {"cpu : cpu/1 score 3.00 1000"});
}

TEST(BenchTables, TheSummaryHasOneRowPerGpuAndWork) {
    Result result = with_a_gpu();
    result.measurements.push_back({"cpu/1", "rank", "individuals", 1000, timing(10e6)});
    const std::string text = to_text(result);
    EXPECT_FALSE(has_line(text, "cuda:0 : cpu/1 rank 5.00 1000 1 k")) << text;
    result.subjects.erase(result.subjects.begin());  // the CPU was measured with one thread alone
    EXPECT_TRUE(has_line(to_text(result), "cuda:0 : cpu/1 rank 5.00 1000 1 k")) << to_text(result);
}

}  // namespace
}  // namespace evodoku::bench
