// Results compared, crossings found, JSON written and read, and their tables: from made-up figures.
#include "bench/result.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>
#include <tuple>

#include "app/tables.hpp"

namespace evodoku::bench {
namespace {

using app::bench_tables;
using app::progress_text;

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
    Result result = made_up(
        {{"cpu", "score", "boards", 4000, timing(100, 0)}, {"cpu", "rank", "individuals", 4000, timing(100, 0.3)}});
    const auto expect = [&](const std::string& first, const std::string& second) {
        const std::string text = to_csv(result),
                          head =
                              "device,what,unit,population,rate,spread,median_seconds,items,repetitions,flag,"
                              "sm_mhz,throttled_by\n";
        EXPECT_TRUE(
            text.starts_with(head + "cpu,score,boards,4000,100,0.0000,0.01,1,5," + first + ",0,\"\"\ncpu,rank,") &&
            text.ends_with(",1,5," + second + ",0,\"\"\n"))
            << text;
    };
    expect("", "unsteady");
    result.load = {2, 0.1, 1.5};
    expect("overloaded", "overloaded");
}

Result with_a_gpu() {
    Result result;
    result.load = {.processors = 8, .before = 0.25, .others = 0.5};
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

TEST(BenchTables, BoardsOfTheCallerHaveTheirRedraws) {
    Result result = with_a_gpu();
    result.measurements = {{"cpu", "boards-25x25", "boards", 8, timing(2)},
                           {"cpu", "redraws-25x25", "redraws", 8, timing(2e6)},
                           {"cpu/1", "redraws-25x25", "redraws", 8, timing(1e6)}};
    for (Measurement& measurement : result.measurements) measurement.batch = 4;
    const std::string text = bench_tables(result);
    expect_lines(
        text,
        {"Boards 25x25: solved per second, and redraws per second, the default configuration",
         "population cpu: boards redraws spread batch solved cpu/1: boards redraws spread batch solved cuda:0: boards "
         "redraws spread batch solved cpu : cpu/1 cuda:0 : cpu cuda:0 : cpu/1",
         "8 2/s 2 M/s 1.0 % 4 25 % - 1 M/s 1.0 % 4 0 % - - - - - 2.00 - -"});
}

TEST(BenchTables, PhasesAndVariantsAreShares) {
    Result result = with_a_gpu();
    result.measurements = {{"cpu", "phase/plan", "children", 500, timing(1e9)},
                           {"cpu", "phase/cross", "children", 500, timing(0.25e9)},
                           {"cpu", "variant/box-board/plain", "children", 500, timing(100)},
                           {"cpu", "variant/box-board/pairs", "children", 500, timing(50), timing(100)}};
    result.subjects.resize(1);
    const std::string text = bench_tables(result);
    expect_lines(text, {"population device plan cross sum", "500 cpu 1 ns 20 % 4 ns 80 % 5 ns",
                        "box-board/plain 500 100/s - -", "pairs 500 50/s 0.50 0.0 %"});
}

TEST(BenchTables, TheNextMeasurementHasItsNumberAndTheTimeLeft) {
    EXPECT_EQ(progress_text({3, 28, "cpu: plain, population 4000", 0.2}),
              "bench: [3/28] cpu: plain, population 4000 (about 1 s left)");
    EXPECT_EQ(progress_text({3, 28, "cpu: start", -7}), "bench: [3/28] cpu: start (about 1 s left)");
    EXPECT_EQ(progress_text({1, 2, "cpu: start", 89}), "bench: [1/2] cpu: start (about 89 s left)");
    EXPECT_EQ(progress_text({1, 2, "cpu: start", 150}), "bench: [1/2] cpu: start (about 2 min left)");
}

TEST(BenchTables, SayWhereTheGpuWins) {
    const std::string text = bench_tables(with_a_gpu());
    expect_lines(text, {"Summary: GPU : CPU", "ratio at population ratio at population GPU wins from population",
                        "cuda:0 : cpu puzzles/hardest 8.00", "cuda:0 : cpu score 0.50 1000 2.00 16000 4 k",
                        "cuda:0 : cpu rank ~0.50 1000 never"});
}

TEST(BenchTables, CountSolvedPuzzlesAlone) {
    const std::string text = bench_tables(with_a_gpu());
    expect_lines(text, {"hardest 75 k/s 1.0 % 200 75 % - - - - 600 k/s 1.0 % 200 75 % - 8.00 -"});
}

TEST(BenchTables, MarkWhatSpreadsByMoreThanAQuarter) {
    const std::string text = bench_tables(with_a_gpu());
    expect_lines(text, {"~ spread over 25 %: measure again on a quiet machine"});
    EXPECT_NE(text.find("~100 M/s"), std::string::npos) << text;
    Result steady = with_a_gpu();
    steady.measurements.resize(6);
    EXPECT_EQ(bench_tables(steady).find('~'), std::string::npos);
}

TEST(BenchTables, ShowTheLoadAndAnEarlyEnd) {
    Result result = with_a_gpu();
    std::string text = bench_tables(result);
    expect_lines(text, {"Load: 0.5 of 8 processors busy with other programs during the benchmark; load 0.2 before it"});
    EXPECT_EQ(text.find("OVERLOADED"), std::string::npos);
    EXPECT_EQ(text.find("STOPPED"), std::string::npos);
    result.load.others = 2.1;
    result.stopped = "interrupted after 3 of 9 steps";
    text = bench_tables(result);
    EXPECT_NE(text.find("\nOVERLOADED: "), std::string::npos) << text;
    EXPECT_NE(text.find("\nSTOPPED: interrupted after 3 of 9 steps\n"), std::string::npos) << text;
}

TEST(BenchTables, WithoutAGpuTheSummaryIsOfThreads) {
    Result result = with_a_gpu();
    result.subjects.pop_back();
    result.measurements = {{"cpu", "score", "boards", 1000, timing(300)},
                           {"cpu/1", "score", "boards", 1000, timing(100)}};
    const std::string text = bench_tables(result);
    expect_lines(text, {"Summary: no GPU was measured; all threads : one"});
    expect_lines(text, {"cpu : cpu/1 score 3.00 1000"});
}

TEST(BenchTables, TheSummaryHasOneRowPerGpuAndWork) {
    Result result = with_a_gpu();
    result.measurements.push_back({"cpu/1", "rank", "individuals", 1000, timing(10e6)});
    const std::string text = bench_tables(result);
    EXPECT_FALSE(has_line(text, "cuda:0 : cpu/1 rank 5.00 1000 1 k")) << text;
    result.subjects.erase(result.subjects.begin());  // the CPU was measured with one thread alone
    EXPECT_TRUE(has_line(bench_tables(result), "cuda:0 : cpu/1 rank 5.00 1000 1 k")) << bench_tables(result);
}

}  // namespace
}  // namespace evodoku::bench
