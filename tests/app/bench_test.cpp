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

/// One measurement on one thread, as CSV: the lines of standard output.
Words measured(const Words& more) {
    const Finished finished = expect_ends(
        run(with({"bench", "-d", "cpu", "-j", "1", "--only", "score", "--limit", "0", "-q", "--csv", "-"}, more)), 0);
    return lines_of(finished.out);
}

TEST(Bench, PrintsATableAndWritesJson) {
    const TemporaryFiles files;
    const std::string file = files.at("bench.json");
    const Finished finished = expect_ends(
        run(quick_bench({"--json", file})), 0,
        {"\npuzzles/hardest ", "\nscore ", "\ngenerations ", "\nphase/mutate ", "\nmetropolis-swap ", "\nheat-bath ",
         "\nrank ", "\nstart ", "cpu : cpu/1", "the same bytes on every device", "Summary: no GPU was measured"});
    for (const std::string& line : lines_of(finished.err)) {  // one every ten seconds, if it takes as long
        const std::regex progress(
            R"(evodoku: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d bench: \[\d+/28\] cpu.* \(about \d+ (s|min) left\))");
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

TEST(Bench, AnAxisIsOfPopulationsAndADeviceIsMeasuredOnce) {
    const Words axis = measured({"-a", "400:500:x2"});
    ASSERT_EQ(axis.size(), 3u);
    EXPECT_TRUE(axis[1].starts_with("cpu,score,boards,400,")) << axis[1];
    EXPECT_TRUE(axis[2].starts_with("cpu,score,boards,500,")) << axis[2];
    const Words twice = measured({"-d", "cpu,all,cpu", "-a", "400"});
    EXPECT_EQ(std::ranges::count_if(twice, [](const std::string& line) { return line.starts_with("cpu,"); }), 1);
    expect_ends(run(Call{.arguments = split("bench -j 1 -a 400 --only score --limit 0 --csv -"),
                         .environment = {"CUDA_VISIBLE_DEVICES="}}),
                0, {"cpu,score,boards,400,"}, {"evodoku: no GPU: "});
    const Finished threads = run(quick_bench({"--only", "score", "--csv", "-", "-q"}));
    EXPECT_EQ(threads.err, "");
    EXPECT_TRUE(contains(threads.out, "\ncpu,score,boards,500,")) << threads.out;
    EXPECT_TRUE(contains(threads.out, "\ncpu/1,score,boards,500,")) << threads.out;
}

TEST(Bench, QuickMeasuresLessUnlessMoreIsNamed) {
    const Finished quick = run({"bench", "--quick", "-d", "cpu", "-j", "1", "--csv", "-", "--progress", "always"});
    ASSERT_EQ(quick.code, 0) << quick.err;  // on a slow machine out of time: then with fewer rows
    EXPECT_TRUE(contains(quick.err, "[1/7] cpu: peaks")) << quick.err;
    if (!EVODOKU_SANITIZED) {  // which is too slow for its 20 seconds
        EXPECT_TRUE(contains(quick.out, "cpu,puzzles/hardest,puzzles,64,")) << quick.out;
    }
    EXPECT_FALSE(contains(quick.out, "phase/")) << quick.out;
    const Words lines = measured({"--quick", "-a", "400", "--only", "rank"});
    ASSERT_EQ(lines.size(), 2u);
    EXPECT_TRUE(lines[1].starts_with("cpu,rank,individuals,400,")) << lines[1];
}

/// Verified, timed, written, and read back by compare and report.
TEST(Bench, LargerBoardsAreMeasuredByPopulation) {
    const TemporaryFiles files;
    const std::string file = files.at("bench.json");
    const std::string boards =
        files.write("boards.txt", run(split("generate --order 4 --filled 40% --holes balanced --count 3 -s 1")).out);
    expect_ends(run({"bench", "--puzzles", boards, "-d", "cpu", "-j", "2", "-a", "4:16:x4", "--limit", "0", "--spread",
                     "100%", "--json", file}),
                0,
                {"Verified: 2 evolutions, the same bytes on every device", "\nboards-16x16-boards.txt ",
                 "Summary: no GPU was measured"});
    const nlohmann::json json = nlohmann::json::parse(text_of_file(file));
    ASSERT_EQ(json["measurements"].size(), 8u) << "two populations, one thread and two, boards and redraws";
    for (const nlohmann::json& each : json["measurements"]) {
        const bool is_boards = each["what"] == "boards-16x16-boards.txt";
        EXPECT_TRUE(is_boards || each["what"] == "redraws-16x16-boards.txt") << each["what"];
        EXPECT_EQ(each["unit"], is_boards ? "boards" : "redraws");
        EXPECT_EQ(each["batch"].get<int>() % 3, 0);
        EXPECT_TRUE(!is_boards || each["items"] <= each["batch"]);
    }
    EXPECT_EQ(json["puzzle"].get<std::string>().size(), 256u);
    expect_ends(run({"compare", file, file}), 0, {"cpu boards-16x16-boards.txt"});
    EXPECT_EQ(run({"report", file, "-o", files.at("page.html")}).code, 0);
    EXPECT_TRUE(contains(files.read("page.html"), "redraws-16x16-boards.txt"));
}

TEST(Bench, BoardsOfAFileHaveTheOrderThatItShows) {
    const TemporaryFiles files;
    const Words call = {"bench", "-d", "cpu", "-j", "1", "-a", "16", "--limit", "0", "-q", "--csv", "-", "--puzzles"};
    const std::string larger = run({"generate", "--order", "4", "-s", "1", "--count", "2"}).out;
    for (const auto& [puzzles, name] : {std::pair(larger, "16x16"), std::pair(easy + "\n", "9x9")}) {
        expect_ends(run(with(call, {files.write("own.txt", puzzles)})), 0,
                    {"cpu,boards-" + std::string(name) + "-own.txt,boards,16,"});
    }
    expect_refused(with(call, {files.at("own.txt"), "--only", "score"}), 2,
                   "--only names measurements of the program's own");
    const std::string twice = files.write("bad.txt", "11" + std::string(254, '.') + "\n");
    expect_refused(with(call, {twice}), 3, "bad.txt:1: givens conflict: digit 1 appears twice in row 1");
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

TEST(Bench, AFileIsWrittenWhereItIs) {
    const TemporaryFiles files;
    const std::string csv = files.write("real.csv", "old"), link = files.at("link.csv");
    std::filesystem::create_symlink(csv, link);
    expect_ends(run(quick_bench({"--only", "score", "--csv", link, "-q"})), 0);
    EXPECT_TRUE(std::filesystem::is_symlink(link));
    EXPECT_GT(std::filesystem::file_size(csv), 3u);

    const std::string ahead = files.at("ahead.csv");
    std::filesystem::create_symlink("not-there-yet.csv", ahead);
    ASSERT_EQ(run(quick_bench({"--only", "score", "--csv", ahead, "-q"})).code, 0);
    EXPECT_TRUE(std::filesystem::is_symlink(ahead));
    EXPECT_GT(std::filesystem::file_size(files.at("not-there-yet.csv")), 3u);

    const std::string loop = files.at("loop");
    std::filesystem::create_symlink("loop", loop);
    EXPECT_EQ(run(quick_bench({"--only", "score", "--csv", loop})).code, 5);

    std::filesystem::create_directory(files.at("b.json"));  // better to know before than after
    expect_refused(quick_bench({"--only", "score", "--json", files.at("b.json")}), 5,
                   "cannot write " + files.at("b.json") + ": Is a directory\n");
}

#if !EVODOKU_SANITIZED  // sanitizers reserve more address space than any limit
TEST(Bench, WhatTheProgramStartedAnewSaysAtItsEndIsToldOn) {
    expect_ends(run({.arguments = split("bench -j 1 -a 16M --only start -q"), .memory = 1u << 30}), 2, {},
                {"evodoku: the program, started for one generation on cpu with population 16000000, ended with "
                 "exit code 2: evodoku: cpu (1 thread): the population needs "});
}
#endif

TEST(Bench, WrongArgumentsAreNamed) {
    const std::tuple<Words, std::string, int> cases[] = {
        {{"-a", "4k:4M"}, "--axis: '4k:4M': not a range", 2},
        {{"--only", "scores"}, "did you mean 'score'?", 2},
        {{"-d", "cpu,gnu"}, "--device is 'gnu'", 2},
        {{"-d", "cuda:999"}, "--device cuda:999: ", 4},
        {{"--limit", "soon"}, "--limit: 'soon' is not a time", 2},
        {{"-a", "0"}, "--axis: '0': out of range; allowed: N, a list N,N or a range", 2},
        {{"now"}, "bench: unexpected 'now'", 2},
        {{"-d", "cpu", "-q", "--json", "/no/such/folder/a.json"}, "cannot write /no/such/folder/a.json", 5}};
    for (const auto& [options, message, code] : cases) expect_refused(with({"bench"}, options), code, message);
    const TemporaryFiles files;
    const std::string old = files.write("old.json", "old");
    EXPECT_EQ(run(quick_bench({"--only", "score", "--json", old, "--csv", "/no/such/folder/a.csv"})).code, 5);
    EXPECT_EQ(text_of_file(old), "old") << "kept until there is another";
}

/// A result with one measurement of 1,000 boards in each of these times.
std::string result_with(const std::vector<double>& seconds) {
    nlohmann::json result = nlohmann::json::parse(R"({"schema": 1, "program": "evodoku bench", "build": {}, "date": "",
        "seed": 1, "puzzle": "", "fingerprints": [],
        "devices": [{"id": "cpu", "name": "cpu", "facts": {}, "copy_bytes": {"items": 1000, "seconds": [1, 1, 1]},
                     "integer_operations": {"items": 1000, "seconds": [1, 1, 1]}}],
        "measurements": [{"device": "cpu", "what": "score", "unit": "boards", "population": 4000, "items": 1000}]})");
    result["measurements"][0]["seconds"] = seconds;
    return result.dump();
}

TEST(Compare, TheExitCodeReportsARealLoss) {
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

TEST(Compare, ReportsWhatOnlyOneHas) {
    const TemporaryFiles files;
    const std::string all = result_with({1, 1, 1});
    nlohmann::json less = nlohmann::json::parse(all);
    less["measurements"] = nlohmann::json::array();
    less["devices"][0]["name"] = "cpu (64 threads)";
    expect_ends(run({"compare", files.write("all.json", all), files.write("less.json", less.dump())}), 0, {},
                {"less.json lacks cpu score, population 4000", "cpu is cpu in A, cpu (64 threads) in B"});
}

TEST(Compare, FilesThatAreNoResultsAreRefused) {
    const TemporaryFiles files;
    const std::string good = files.write("good.json", result_with({1, 1, 1})), bad = files.write("bad.json", "{}"),
                      text = files.write("puzzle.txt", "1..4 and so on\n"),
                      cut = files.write("cut.json", R"({"program": "evodoku bench", "schema": 1})");
    const std::string expected = "; expected: a file that evodoku bench --json FILE wrote\n";
    const std::pair<std::string, std::string> cases[] = {
        {"/no/such/file", "cannot open /no/such/file: No such file or directory\n"},
        {bad, bad + ": not the result of evodoku bench" + expected},
        {text, text + ": it is not JSON, from byte 3 on" + expected},
        {files.write("none.json", ""), "none.json: the file is empty; repeat evodoku bench --json FILE\n"},
        {cut, expected}};
    for (const auto& [file, message] : cases) expect_refused({"compare", good, file}, 5, message);
    EXPECT_FALSE(contains(run({"compare", good, cut}).err, "exception"));
}

}  // namespace
}  // namespace evodoku::test
