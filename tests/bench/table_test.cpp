// Tables of the benchmark from made-up figures: a GPU beside a CPU, marks, load, an early end.
#include <gtest/gtest.h>

#include "app/bench.hpp"
#include "figures.hpp"

namespace evodoku::app {
namespace {

using bench::Measurement;
using bench::Timing;
using bench::timing;

bench::Result with_a_gpu() {
    bench::Result result;
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

TEST(BenchTables, BoardsOfTheCallerHaveTheirRedraws) {
    bench::Result result = with_a_gpu();
    result.measurements = {{"cpu", "boards-25x25", "boards", 8, timing(2)},
                           {"cpu", "redraws-25x25", "redraws", 8, timing(2e6)},
                           {"cpu/1", "redraws-25x25", "redraws", 8, timing(1e6)}};
    for (Measurement& measurement : result.measurements) measurement.batch = 4;
    const std::string text = bench_tables(result);
    for (const char* line :
         {"Boards 25x25: solved per second, and redraws per second, the default configuration",
          "population cpu: boards redraws spread batch solved cpu/1: boards redraws spread batch solved cuda:0: boards "
          "redraws spread batch solved cpu : cpu/1 cuda:0 : cpu cuda:0 : cpu/1",
          "8 2/s 2 M/s 1.0 % 4 25 % - 1 M/s 1.0 % 4 0 % - - - - - 2.00 - -"}) {
        EXPECT_TRUE(has_line(text, line)) << line << "\n" << text;
    }
}

TEST(BenchTables, PhasesAndVariantsAreShares) {
    bench::Result result = with_a_gpu();
    result.measurements = {{"cpu", "phase/plan", "children", 500, timing(1e9)},
                           {"cpu", "phase/cross", "children", 500, timing(0.25e9)},
                           {"cpu", "variant/box-board/plain", "children", 500, timing(100)},
                           {"cpu", "variant/box-board/pairs", "children", 500, timing(50), timing(100)}};
    result.subjects.resize(1);
    const std::string text = bench_tables(result);
    for (const char* line : {"population device plan cross sum", "500 cpu 1 ns 20 % 4 ns 80 % 5 ns",
                             "box-board/plain 500 100/s - -", "pairs 500 50/s 0.50 0.0 %"}) {
        EXPECT_TRUE(has_line(text, line)) << line << "\n" << text;
    }
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
    for (const char* line : {"Summary: GPU : CPU", "ratio at population ratio at population GPU wins from population",
                             "cuda:0 : cpu puzzles/hardest 8.00", "cuda:0 : cpu score 0.50 1000 2.00 16000 4 k",
                             "cuda:0 : cpu rank ~0.50 1000 never"}) {
        EXPECT_TRUE(has_line(text, line)) << line << "\n" << text;
    }
}

TEST(BenchTables, CountSolvedPuzzlesAlone) {
    const std::string text = bench_tables(with_a_gpu());
    EXPECT_TRUE(has_line(text, "hardest 75 k/s 1.0 % 200 75 % - - - - 600 k/s 1.0 % 200 75 % - 8.00 -")) << text;
}

TEST(BenchTables, MarkWhatSpreadsByMoreThanAQuarter) {
    const std::string text = bench_tables(with_a_gpu());
    EXPECT_TRUE(has_line(text, "~ spread over 25 %: measure again on a quiet machine")) << text;
    EXPECT_NE(text.find("~100 M/s"), std::string::npos) << text;
    bench::Result steady = with_a_gpu();
    steady.measurements.resize(6);
    EXPECT_EQ(bench_tables(steady).find('~'), std::string::npos);
}

TEST(BenchTables, ShowTheLoadAndAnEarlyEnd) {
    bench::Result result = with_a_gpu();
    std::string text = bench_tables(result);
    EXPECT_TRUE(
        has_line(text, "Load: 0.5 of 8 processors busy with other programs during the benchmark; load 0.2 before it"))
        << text;
    EXPECT_EQ(text.find("OVERLOADED"), std::string::npos);
    EXPECT_EQ(text.find("STOPPED"), std::string::npos);
    result.load.others = 2.1;
    result.stopped = "interrupted after 3 of 9 steps";
    text = bench_tables(result);
    EXPECT_NE(text.find("\nOVERLOADED: "), std::string::npos) << text;
    EXPECT_NE(text.find("\nSTOPPED: interrupted after 3 of 9 steps\n"), std::string::npos) << text;
}

TEST(BenchTables, WithoutAGpuTheSummaryIsOfThreads) {
    bench::Result result = with_a_gpu();
    result.subjects.pop_back();
    result.measurements = {{"cpu", "score", "boards", 1000, timing(300)},
                           {"cpu/1", "score", "boards", 1000, timing(100)}};
    const std::string text = bench_tables(result);
    EXPECT_TRUE(has_line(text, "Summary: no GPU was measured; all threads : one")) << text;
    EXPECT_TRUE(has_line(text, "cpu : cpu/1 score 3.00 1000")) << text;
}

TEST(BenchTables, TheSummaryHasOneRowPerGpuAndWork) {
    bench::Result result = with_a_gpu();
    result.measurements.push_back({"cpu/1", "rank", "individuals", 1000, timing(10e6)});
    const std::string text = bench_tables(result);
    EXPECT_FALSE(has_line(text, "cuda:0 : cpu/1 rank 5.00 1000 1 k")) << text;
    result.subjects.erase(result.subjects.begin());  // the CPU was measured with one thread alone
    EXPECT_TRUE(has_line(bench_tables(result), "cuda:0 : cpu/1 rank 5.00 1000 1 k")) << bench_tables(result);
}

}  // namespace
}  // namespace evodoku::app
