// `evodoku compare` as people call it.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "program.hpp"
#include "temporary_files.hpp"

namespace evodoku::test {
namespace {

/// A result with one measurement of 1,000 boards in each of these times.
std::string result_with(const std::vector<double>& seconds) {
    const nlohmann::json timing = {{"items", 1000}, {"seconds", std::vector<double>(5, 1.0)}};
    nlohmann::json measurement = {{"device", "cpu"},    {"what", "score"}, {"unit", "boards"},
                                  {"population", 4000}, {"items", 1000},   {"seconds", seconds}};
    return nlohmann::json{{"schema", 1},
                          {"program", "evodoku bench"},
                          {"build", nlohmann::json::object()},
                          {"date", ""},
                          {"seed", 1},
                          {"puzzle", ""},
                          {"devices",
                           {{{"id", "cpu"},
                             {"name", "cpu"},
                             {"facts", nlohmann::json::object()},
                             {"copy_bytes", timing},
                             {"integer_operations", timing}}}},
                          {"fingerprints", nlohmann::json::array()},
                          {"measurements", {measurement}}}
        .dump();
}

TEST(Compare, TheExitCodeTellsARealLoss) {
    const TemporaryFiles files;
    const std::string base = files.write("base.json", result_with({1, 1, 1}));
    const struct {
        std::vector<double> seconds;
        int code;
        const char* verdict;
    } cases[] = {{{1.01, 1, 1.02}, 0, "SAME"},
                 {{0.5, 0.5, 0.51}, 0, "FASTER"},
                 {{2, 2, 2.01}, 1, "SLOWER"},
                 {{0.8, 1.1, 1.6}, 0, "UNCLEAR"}};
    for (const auto& [seconds, code, verdict] : cases) {
        const std::string other = files.write("other.json", result_with(seconds));
        const Finished finished = run({"compare", base, other});
        EXPECT_EQ(finished.code, code) << verdict;
        EXPECT_TRUE(contains(finished.out, verdict)) << finished.out;
    }
    const std::string slower = files.write("slower.json", result_with({1.2, 1.2, 1.2}));
    EXPECT_EQ(run({"compare", base, slower}).code, 1);
    EXPECT_EQ(run({"compare", base, slower, "--tolerance", "30%"}).code, 0);
}

TEST(Compare, FilesOfAnOverloadedMachineGiveNoVerdict) {
    const TemporaryFiles files;
    const std::string base = files.write("base.json", result_with({1, 1, 1}));
    nlohmann::json busy = nlohmann::json::parse(result_with({2, 2, 2.01}));
    busy["load"] = {{"processors", 2}, {"before", 0.1}, {"others", 1.2}};
    const Finished finished = run({"compare", base, files.write("busy.json", busy.dump())});
    EXPECT_EQ(finished.code, 0);
    EXPECT_TRUE(contains(finished.out, "UNCLEAR") && !contains(finished.out, "SLOWER")) << finished.out;
    EXPECT_TRUE(contains(finished.err, "busy.json comes from an overloaded machine (1.2 of 2 processors busy with"))
        << finished.err;
}

TEST(Compare, WhatOnlyOneHasIsTold) {
    const TemporaryFiles files;
    const std::string all = result_with({1, 1, 1});
    nlohmann::json less = nlohmann::json::parse(all);
    less["measurements"] = nlohmann::json::array();
    less["devices"][0]["name"] = "cpu (64 threads)";
    const Finished finished = run({"compare", files.write("all.json", all), files.write("less.json", less.dump())});
    EXPECT_EQ(finished.code, 0);
    EXPECT_TRUE(contains(finished.err, "less.json lacks cpu score, population 4000")) << finished.err;
    EXPECT_TRUE(contains(finished.err, "cpu is cpu in A, cpu (64 threads) in B")) << finished.err;
}

TEST(Compare, FilesThatAreNoResultsAreRefused) {
    const TemporaryFiles files;
    const std::string good = files.write("good.json", result_with({1, 1, 1})), bad = files.write("bad.json", "{}");
    EXPECT_EQ(run({"compare", good}).code, 2);
    EXPECT_EQ(run({"compare", good, good, "--quickly"}).code, 2);
    const std::string expected = "; expected: a file that evodoku bench --json FILE wrote\n";
    const auto expect_refused = [&](const std::string& file, const std::string& message) {
        const Finished finished = run({"compare", good, file});
        EXPECT_EQ(finished.code, 5);
        EXPECT_EQ(finished.out, "");
        EXPECT_EQ(finished.err, "evodoku: " + message);
    };
    expect_refused("/no/such/file", "cannot open /no/such/file: No such file or directory\n");
    expect_refused(files.folder(), "cannot read " + files.folder() + ": it is a folder\n");
    expect_refused(bad, bad + ": not the result of evodoku bench" + expected);
    const std::string text = files.write("puzzle.txt", "1..4 and so on\n");
    expect_refused(text, text + ": it is not JSON, from byte 3 on" + expected);
    const std::string cut = files.write("cut.json", R"({"program": "evodoku bench", "schema": 1})");
    const Finished finished = run({"compare", good, cut});
    EXPECT_FALSE(contains(finished.err, "exception")) << finished.err;
    EXPECT_TRUE(finished.err.ends_with(expected)) << finished.err;
    EXPECT_EQ(run({"compare", "--help"}).code, 0);
}

}  // namespace
}  // namespace evodoku::test
