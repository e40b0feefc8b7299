// `evodoku bench` as people call it.
#include <gtest/gtest.h>

#include <csignal>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <regex>

#include "program.hpp"
#include "temporary_files.hpp"

namespace evodoku::test {
namespace {

Words quick_bench(const Words& more) {
    Words words = {"bench", "-d", "cpu", "-j", "2", "-a", "population=500", "--spread", "100%", "--limit", "0"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

TEST(Bench, PrintsATableAndWritesJson) {
    const TemporaryFiles files;
    const std::string file = files.folder() + "/bench.json";
    const Finished finished = run(quick_bench({"--json", file}));
    ASSERT_EQ(finished.code, 0) << finished.err;
    for (const std::string part :
         {"Hard puzzles solved per second", "Boards scored per second", "Children per second",
          "Time per child of each phase", "Trials per second", "Redraws per second", "Individuals ranked per second",
          "A whole run of the program with one generation", "cpu : cpu/1", "the same bytes on every device",
          "\nLoad: ", "Summary: no GPU was measured"}) {
        EXPECT_TRUE(contains(finished.out, part)) << part << "\n" << finished.out;
    }
    for (const std::string& line : lines_of(finished.err)) {  // one every ten seconds, if it takes as long
        const std::regex progress(
            R"(evodoku: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d bench: \[\d+/28\] cpu.* \(about \d+ (s|min) left\))");
        EXPECT_TRUE(!contains(line, "bench: [") || std::regex_match(line, progress)) << line;
    }
    std::ifstream in(file);
    const nlohmann::json json = nlohmann::json::parse(in);
    EXPECT_EQ(json["schema"], 1);
    for (const char* key : {"version", "commit", "compiler", "flags", "CUDA"}) EXPECT_NE(json["build"][key], "") << key;
    EXPECT_EQ(json["devices"].size(), 2u);
    EXPECT_EQ(json["fingerprints"].size(), 6u);
    EXPECT_EQ(json["stopped"], "");
    EXPECT_GE(json["load"]["processors"], 1);
    EXPECT_EQ(json["measurements"][0]["seconds"].size(), 5u);
    EXPECT_FALSE(json["devices"][0]["facts"]["clock"].get<std::string>().empty());

    const Finished same = run({"compare", file, file});
    EXPECT_EQ(same.code, 0);
    EXPECT_FALSE(contains(same.out, "SLOWER") || contains(same.out, "FASTER")) << same.out;
}

TEST(Bench, ABareAxisIsOfPopulations) {
    const Finished finished = run(
        {"bench", "-d", "cpu", "-j", "1", "-a", "400:500:x2", "--only", "score", "--limit", "0", "-q", "--csv", "-"});
    ASSERT_EQ(finished.code, 0) << finished.err;
    const std::vector<std::string> lines = lines_of(finished.out);
    ASSERT_EQ(lines.size(), 3u) << finished.out;
    EXPECT_TRUE(lines[1].starts_with("cpu,score,boards,400,")) << lines[1];
    EXPECT_TRUE(lines[2].starts_with("cpu,score,boards,500,")) << lines[2];
}

TEST(Bench, EveryDeviceIsMeasuredUnlessSomeAreNamed) {
    const Finished finished =
        run(Call{.arguments = {"bench", "-j", "1", "-a", "400", "--only", "score", "--limit", "0", "--csv", "-"},
                 .environment = {"CUDA_VISIBLE_DEVICES="}});
    ASSERT_EQ(finished.code, 0) << finished.err;
    EXPECT_TRUE(contains(finished.out, "cpu,score,boards,400,")) << finished.out;
    EXPECT_TRUE(contains(finished.err, "evodoku: no GPU: ")) << finished.err;
    const Finished twice = run(
        {"bench", "-d", "cpu,all,cpu", "-j", "1", "-a", "400", "--only", "score", "--limit", "0", "-q", "--csv", "-"});
    std::size_t rows = 0;
    for (const std::string& line : lines_of(twice.out)) rows += line.starts_with("cpu,");
    EXPECT_EQ(rows, 1u) << twice.out;
}

TEST(Bench, QuickMeasuresLessUnlessMoreIsNamed) {
    const Finished quick = run({"bench", "--quick", "-d", "cpu", "-j", "1", "--csv", "-", "--progress", "always"});
    ASSERT_EQ(quick.code, 0) << quick.err;  // on a slow machine out of time: then with fewer rows
    EXPECT_TRUE(contains(quick.err, "[1/7] cpu: peaks")) << quick.err;
    if (*EVODOKU_SANITIZE == '\0') {  // which is too slow for its 20 seconds
        EXPECT_TRUE(contains(quick.out, "cpu,puzzles/hardest,puzzles,64,")) << quick.out;
    }
    EXPECT_FALSE(contains(quick.out, "phase/")) << quick.out;
    const Finished named =
        run({"bench", "--quick", "-d", "cpu", "-j", "1", "-a", "400", "--only", "rank", "--csv", "-"});
    const std::vector<std::string> lines = lines_of(named.out);
    ASSERT_EQ(lines.size(), 2u) << named.out;
    EXPECT_TRUE(lines[1].starts_with("cpu,rank,individuals,400,")) << lines[1];
}

/// Verified, timed, written, and read back by compare and report.
TEST(Bench, LargerBoardsAreMeasuredByPopulation) {
    const TemporaryFiles files;
    const std::string file = files.folder() + "/bench.json";
    const Finished finished =
        run({"bench", "--order", "4",  "--filled", "40%",     "--holes", "balanced", "--count", "3",      "-d", "cpu",
             "-j",    "2",       "-a", "4:16:x4",  "--limit", "0",       "--spread", "100%",    "--json", file});
    ASSERT_EQ(finished.code, 0) << finished.err;
    EXPECT_TRUE(contains(finished.out, "Verified: 2 evolutions, the same bytes on every device")) << finished.out;
    EXPECT_TRUE(contains(finished.out, "Boards 16x16-40%-balanced: solved per second")) << finished.out;
    EXPECT_TRUE(contains(finished.out, "Summary: no GPU was measured")) << finished.out;
    std::ifstream in(file);
    const nlohmann::json json = nlohmann::json::parse(in);
    ASSERT_EQ(json["measurements"].size(), 8u) << "two populations, one thread and two, boards and redraws";
    for (const nlohmann::json& each : json["measurements"]) {
        const bool is_boards = each["what"] == "boards-16x16-40%-balanced";
        EXPECT_TRUE(is_boards || each["what"] == "redraws-16x16-40%-balanced") << each["what"];
        EXPECT_EQ(each["unit"], is_boards ? "boards" : "redraws");
        EXPECT_EQ(each["batch"].get<int>() % 3, 0);
        EXPECT_TRUE(!is_boards || each["items"] <= each["batch"]);
    }
    EXPECT_EQ(json["puzzle"].get<std::string>().size(), 256u);
    const Finished same = run({"compare", file, file});
    EXPECT_EQ(same.code, 0) << same.err;
    EXPECT_TRUE(contains(same.out, "cpu boards-16x16-40%-balanced")) << same.out;
    const std::string page = files.folder() + "/page.html";
    EXPECT_EQ(run({"report", file, "-o", page}).code, 0);
    std::ifstream read(page);
    const std::string text{std::istreambuf_iterator<char>(read), {}};
    EXPECT_TRUE(contains(text, "redraws-16x16-40%-balanced"));
}

TEST(Bench, LargerBoardsMayComeFromAFile) {
    const TemporaryFiles files;
    const std::string puzzles = files.write("own.txt", run({"generate", "--order", "4", "--count", "2"}).out);
    const Words call = {"bench", "-d", "cpu", "-j", "1", "-a", "8", "--limit", "0", "-q", "--csv", "-", "--puzzles"};
    const Finished finished = run(with(call, {puzzles}));
    ASSERT_EQ(finished.code, 0) << finished.err;
    EXPECT_TRUE(contains(finished.out, "cpu,boards-16x16-own.txt,boards,8,")) << finished.out;
    const std::string twice = files.write("bad.txt", "11" + std::string(254, '.') + "\n");
    const Finished refused = run(with(call, {twice}));
    EXPECT_EQ(refused.code, 3);
    EXPECT_TRUE(contains(refused.err, "bad.txt:1: givens conflict: digit 1 appears twice in row 1")) << refused.err;
}

TEST(Bench, HelpSaysHowLongItTakes) {
    const Finished finished = run({"bench", "--help"});
    EXPECT_EQ(finished.code, 0);
    EXPECT_TRUE(contains(finished.out, "The default takes about 4 minutes for a CPU and 2 more for each GPU"));
    EXPECT_TRUE(contains(finished.out, "--quick takes under 20 seconds"));
}

TEST(Bench, AnInterruptedFileSaysSo) {
    const TemporaryFiles files;
    const std::string file = files.folder() + "/bench.json";
    Call call{.arguments = {"bench", "-d", "cpu", "-j", "1", "-a", "400", "--only", "score,rank,heat-bath", "--json",
                            file, "--progress", "always", "--spread", "0%"}};  // the step lasts to its limit
    call.signal_after = "cpu: heat-bath, population";
    call.signal = SIGINT;
    const Finished finished = run(call);
    EXPECT_EQ(finished.code, 130) << finished.err;
    EXPECT_TRUE(contains(finished.out, "STOPPED: interrupted after 4 of 5 steps")) << finished.out;
    std::ifstream in(file);
    EXPECT_EQ(nlohmann::json::parse(in)["stopped"], "interrupted after 4 of 5 steps");
    const Finished compared = run({"compare", file, file});
    EXPECT_TRUE(contains(compared.err, "bench.json is not complete: interrupted after 4 of 5 steps")) << compared.err;
}

TEST(Bench, CsvTakesThePlaceOfTheTable) {
    const Finished finished = run(quick_bench({"--only", "score", "--csv", "-", "-q"}));
    ASSERT_EQ(finished.code, 0) << finished.err;
    EXPECT_EQ(finished.err, "");
    const std::vector<std::string> lines = lines_of(finished.out);
    ASSERT_EQ(lines.size(), 3u);
    EXPECT_TRUE(lines[1].starts_with("cpu,score,boards,500,")) << lines[1];
    EXPECT_TRUE(lines[2].starts_with("cpu/1,score,boards,500,")) << lines[2];
}

TEST(Bench, AFileIsWrittenWhereItIs) {
    const TemporaryFiles files;
    const std::string csv = files.write("real.csv", "old"), link = files.folder() + "/link.csv";
    std::filesystem::create_symlink(csv, link);
    const Finished finished = run(quick_bench({"--only", "score", "--csv", link, "-q"}));
    ASSERT_EQ(finished.code, 0) << finished.err;
    EXPECT_TRUE(std::filesystem::is_symlink(link));
    EXPECT_GT(std::filesystem::file_size(csv), 3u);

    const std::string ahead = files.folder() + "/ahead.csv";
    std::filesystem::create_symlink("not-there-yet.csv", ahead);
    ASSERT_EQ(run(quick_bench({"--only", "score", "--csv", ahead, "-q"})).code, 0);
    EXPECT_TRUE(std::filesystem::is_symlink(ahead));
    EXPECT_GT(std::filesystem::file_size(files.folder() + "/not-there-yet.csv"), 3u);

    const std::string loop = files.folder() + "/loop";
    std::filesystem::create_symlink("loop", loop);
    EXPECT_EQ(run(quick_bench({"--only", "score", "--csv", loop})).code, 5);

    // Better to know before than after.
    std::filesystem::create_directory(files.folder() + "/b.json");
    const Finished refused = run(quick_bench({"--only", "score", "--json", files.folder() + "/b.json"}));
    EXPECT_EQ(refused.code, 5);
    EXPECT_EQ(refused.out, "");
    EXPECT_EQ(refused.err, "evodoku: cannot write " + files.folder() + "/b.json: Is a directory\n");
}

TEST(Bench, WhatTheProgramStartedAnewSaysAtItsEndIsToldOn) {
    if (std::string(EVODOKU_SANITIZE) != "") GTEST_SKIP() << "sanitizers need address space without end";
    Call call{{"bench", "-j", "1", "-a", "population=16M", "--only", "start", "-q"}};
    call.memory = std::uint64_t{1} << 30;
    const Finished finished = run(call);
    EXPECT_EQ(finished.code, 2);
    EXPECT_TRUE(contains(finished.err,
                         "evodoku: the program, started for one generation on cpu with population 16000000, ended with "
                         "exit code 2: evodoku: cpu (1 thread): the population needs "))
        << finished.err;
}

TEST(Bench, WrongArgumentsAreNamed) {
    const auto refused = [](const Words& options, const std::string& message, int code = 2) {
        Words words = {"bench"};
        words.insert(words.end(), options.begin(), options.end());
        const Finished finished = run(words);
        EXPECT_EQ(finished.code, code) << message;
        EXPECT_EQ(finished.out, "");
        EXPECT_TRUE(contains(finished.err, message)) << finished.err;
    };
    refused({"-a", "islands=3"}, "--axis: 'islands=3' is not understood");
    refused({"-a", "population=4k:4M"}, "--axis: '4k:4M': not a range");
    refused({"-a", "4k:4M"}, "--axis: '4k:4M': not a range");
    refused({"--only", "scores"}, "--only: 'scores' is none of puzzles, score, generations");
    refused({"--only", "scores"}, "did you mean 'score'?");
    refused({"-d", "cpu,gnu"}, "--device is 'gnu'");
    refused({"-d", "cuda:999"}, "--device cuda:999: ", 4);
    refused({"--spread", "wide"}, "--spread: 'wide' is not a share");
    refused({"--limit", "soon"}, "--limit: 'soon' is not a time");
    refused({"--order", "5", "--only", "score"}, "--only names measurements of 9 x 9, and these boards are larger");
    refused({"--holes", "balanced"}, "--holes is for generated boards; give --order, and no --puzzles");
    refused({"--order", "4", "-a", "0"}, "--axis: '0': out of range; allowed: N, a list N,N or a range");
    refused({"--order", "8"}, "--order is 8; allowed: 2..7");
    refused({"now"}, "bench: unexpected 'now'");
    refused({"--fast"}, "unknown option '--fast'");
    refused({"--json", "/no/such/folder/a.json"}, "cannot write /no/such/folder/a.json", 5);
}

TEST(Bench, AFileThatIsThereIsKeptUntilThereIsAnother) {
    const TemporaryFiles files;
    const std::string old = files.write("old.json", "old");
    EXPECT_EQ(run(quick_bench({"--only", "score", "--json", old, "--csv", "/no/such/folder/a.csv"})).code, 5);
    std::ifstream in(old);
    std::string text;
    EXPECT_TRUE(in >> text && text == "old");
}

}  // namespace
}  // namespace evodoku::test
