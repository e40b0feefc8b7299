// Helps and the reference, `info`, words of messages; and that puzzles side by side share the time of a run.
#include <gtest/gtest.h>

#include <set>
#include <thread>

#include "output.hpp"
#include "program.hpp"

namespace evodoku::test {
namespace {

/// The options that a help lists: "population".
Words options_in(const std::string& help) {
    Words names;
    for (const std::string& line : lines_of(help)) {
        if (!line.starts_with("  ") || line.find("--") != 6 || (line[2] != '-' && line[2] != ' ')) continue;
        names.push_back(line.substr(8, line.find(' ', 8) - 8));
    }
    return names;
}

TEST(Usage, HelpComesInTwoTiers) {
    const std::string brief = run({"solve", "--help"}).out, all = run({"solve", "--help-all"}).out;
    EXPECT_GE(options_in(brief).size(), 13u);
    EXPECT_LE(options_in(brief).size(), 18u) << brief;
    EXPECT_TRUE(contains(all, "all " + std::to_string(options_in(all).size()) + " options")) << all;
    for (const std::string option : {"--puzzle", "-d, --device", "-p, --population", "-s, --seed", "--preset"})
        EXPECT_TRUE(contains(brief, " " + option + " ")) << option;
    for (const std::string option : {"--sync-every", "--replacement", "-h, --help"}) {
        EXPECT_EQ(contains(brief, option), option == "-h, --help") << option;
        EXPECT_TRUE(contains(all, " " + option + " ")) << option;
    }
    for (const std::string& line : lines_of(all)) EXPECT_LE(line.size(), 116u) << line;
    for (const std::string command : {"experiment", "presets", "operators", "bench", "compare", "info"}) {
        const Finished help = expect_ends(run({command, "--help"}), 0);
        EXPECT_TRUE(help.out.starts_with("evodoku " + command)) << help.out;
        EXPECT_FALSE(contains(help.out, "--help-all")) << help.out;
        for (const std::string& line : lines_of(help.out)) EXPECT_LE(line.size(), 120u) << line;
    }
}

TEST(Usage, TheReferenceHasEveryOptionOfEveryCommand) {
    const nlohmann::json listing = nlohmann::json::parse(run({"help", "--json"}).out);
    std::size_t options = 0;
    for (const std::string command :
         {"solve", "check", "convert", "evaluate", "experiment", "presets", "operators", "bench", "compare", "info"}) {
        std::set<std::string> listed = {"help", "help-all"};
        for (const nlohmann::json& each : listing) {
            if (each["name"] != command) continue;
            for (const nlohmann::json& option : each["options"]) listed.insert(option["name"]);
        }
        const std::string words = run({"--complete", command, "-"}).out;
        for (const std::string& name : options_in(run({command, "--help-all"}).out)) {
            EXPECT_TRUE(contains(words, "--" + name + "\t")) << command << name;
            EXPECT_TRUE(listed.contains(name)) << command << name;
            ++options;
        }
    }
    EXPECT_GE(options, 60u);
}

TEST(Info, ShowsTheBuildAndTheDevices) {
    const Finished finished = expect_ends(run({"info"}), 0, {"\nbuilt: ", "\nCUDA: ", "\ncpu: "});
    EXPECT_NE(contains(finished.out, "\nCUDA: no\n"), contains(finished.out, "never yet on a GPU")) << finished.out;
}

TEST(Info, AsJson) {
    const Finished finished = expect_ends(run({"info", "--json"}), 0);
    EXPECT_EQ(finished.err, "");
    const nlohmann::json info = nlohmann::json::parse(finished.out);
    for (const std::string name : {"version", "commit", "compiler", "build_type", "instruction_set", "sanitizers"}) {
        EXPECT_TRUE(info[name].is_string()) << name;
    }
    for (const auto& [part, text] : {std::pair("cuda", "cuda_build"), std::pair("mpi", "mpi_version")}) {
        ASSERT_TRUE(info[part].is_boolean()) << part;
        ASSERT_TRUE(info.contains(text)) << text;
        EXPECT_TRUE(info[part] == true ? info[text].is_string() : info[text].is_null()) << text;
    }
    EXPECT_EQ("evodoku " + info["version"].get<std::string>() + "\n", run({"--version"}).out);
    const nlohmann::json& cpu = info["devices"][0];
    EXPECT_EQ(cpu["device"], "cpu");
    EXPECT_TRUE(cpu["name"].is_string());
    EXPECT_EQ(cpu["threads"], std::max(1u, std::thread::hardware_concurrency()));
    EXPECT_TRUE(cpu["memory_free_bytes"].is_number_unsigned() && cpu["memory_free_bytes"] > 1'000'000) << cpu;
    for (const std::string name : {"clock_mhz", "cache_bytes", "load"}) {  // where the system says them
        EXPECT_TRUE(cpu.contains(name) && (cpu[name].is_null() || (cpu[name].is_number() && cpu[name] >= 0))) << name;
    }
}

TEST(Output, PuzzlesSideBySideDivideTheTimeOfTheRun) {
    std::string input;
    for (int copy = 0; copy < 6; ++copy) input += hard + "\n";
    const Finished finished = run(small_solve({"--format", "jsonl", "-"}), input);
    double work = 0;
    for (const nlohmann::json& line : json_lines(finished.out)) work += line.at("work_seconds").get<double>();
    const std::size_t end = finished.err.find(" s, "), begin = finished.err.rfind(' ', end - 1);
    const double run_seconds = std::stod(finished.err.substr(begin));
    EXPECT_GT(work, 0);
    EXPECT_LE(work, run_seconds + 0.001);  // which is rounded to that
}

TEST(Wording, NumbersHaveThreeDigitsAndAPrefixWithHalvesRoundedAwayFromZero) {
    const std::pair<double, const char*> cases[] = {
        {0, "0"},         {0.5, "1"},           {2.5, "3"},         {2.4999, "2"},      {998.5, "999"},
        {999, "999"},     {999.5, "1 k"},       {1125, "1.13 k"},   {2675, "2.68 k"},   {9'994, "9.99 k"},
        {9'995, "10 k"},  {10'250, "10.3 k"},   {104'500, "105 k"}, {999'499, "999 k"}, {999'500, "1 M"},
        {1.5e13, "15 T"}, {1'005'000, "1.01 M"}};
    for (const auto& [number, text] : cases) EXPECT_EQ(evodoku::rounded(number), text) << number;
}

}  // namespace
}  // namespace evodoku::test
