// `evodoku bench` and `evodoku compare` as people call them.
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <regex>

#include "program.hpp"

namespace evodoku::test {
namespace {

Words quick_bench(const Words& more) {
    return with({"bench", "-d", "cpu", "-j", "2", "-a", "500", "--spread", "100%", "--limit", "0"}, more);
}

TEST(Bench, PrintsATableAndWritesJson) {
    const TemporaryFiles files;
    const std::string file = files.at("bench.json");
    const Finished finished = expect_ends(
        run(quick_bench({"--json", file})), 0,
        {"\npuzzles/hardest ", "\nscore ", "\ngenerations ", "\nphase/mutate ", "\nmetropolis-swap ", "\nheat-bath ",
         "\nrank ", "cpu : cpu/1", "the same bytes on every device", "Summary: no GPU was measured"});
    for (const std::string& line : lines_of(finished.err)) {  // one every ten seconds, if it takes as long
        const std::regex progress(
            R"(evodoku: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d bench: \[\d+/26\] cpu.* \(about \d+ (s|min) left\))");
        EXPECT_TRUE(!contains(line, "bench: [") || std::regex_match(line, progress)) << line;
    }
    const nlohmann::json json = nlohmann::json::parse(text_of_file(file));
    EXPECT_EQ(json["schema"], 1);
    for (const char* key : {"version", "commit", "compiler", "flags", "CUDA"}) EXPECT_NE(json["build"][key], "") << key;
    EXPECT_EQ(json["devices"].size(), 2u);
    EXPECT_EQ(json["fingerprints"].size(), 6u);
    EXPECT_EQ(json["stopped"], "");
    EXPECT_EQ(json["measurements"][0]["seconds"].size(), 5u);
    EXPECT_FALSE(json["devices"][0]["facts"]["clock"].get<std::string>().empty());

    const Finished same = expect_ends(run({"compare", file, file}), 0);
    EXPECT_FALSE(contains(same.out, "SLOWER") || contains(same.out, "FASTER")) << same.out;
}

TEST(Bench, QuickMeasuresLessUnlessMoreIsNamed) {
    const Finished quick = run({"bench", "--quick", "-d", "cpu", "-j", "1", "--csv", "-", "--progress", "always"});
    ASSERT_EQ(quick.code, 0) << quick.err;  // on a slow machine out of time: then with fewer rows
    EXPECT_TRUE(contains(quick.err, "[1/7] cpu: peaks")) << quick.err;
    if (!EVODOKU_SANITIZED) {  // which is too slow for its 20 seconds
        EXPECT_TRUE(contains(quick.out, "cpu,puzzles/hardest,puzzles,64,")) << quick.out;
    }
    EXPECT_FALSE(contains(quick.out, "phase/")) << quick.out;
}

TEST(Bench, AnInterruptedFileSaysSo) {
    const TemporaryFiles files;
    const std::string file = files.at("bench.json");
    const Words words = with(split("bench -d cpu -j 1 -a 400 --only score,rank,heat-bath --json"),
                             {file, "--progress", "always", "--spread", "0%"});  // the step lasts to its limit
    expect_ends(run({.arguments = words, .signal_after = "cpu: heat-bath, population", .signal = SIGINT}), 130,
                {"STOPPED: interrupted after 4 of 5 steps"});
    EXPECT_EQ(nlohmann::json::parse(text_of_file(file))["stopped"], "interrupted after 4 of 5 steps");
    const Finished compared = run({"compare", file, file});
    EXPECT_TRUE(contains(compared.err, "bench.json is not complete: interrupted after 4 of 5 steps")) << compared.err;
}

}  // namespace
}  // namespace evodoku::test
