// Command lines: helps, the reference, what is corrected, how numbers are read; `info`; words of messages.
#include <gtest/gtest.h>

#include <set>
#include <thread>

#include "output.hpp"
#include "program.hpp"

namespace evodoku::test {
namespace {

/// `solve` with these options is refused as a wrong command line.
void expect_wrong(const Words& options, const std::string& message) {
    expect_refused(with({"solve", "--device", "cpu", "--puzzle", easy}, options), 2, message);
}

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

TEST(Usage, HelpIsFoundWhereverItIsLookedFor) {
    const std::string help = run({"solve", "--help"}).out, overview = run({"--help"}).out;
    for (const Words& words : {Words{"solve", "-h"}, Words{"help", "solve"}, Words{"solve", "--nonsense", "--help"}}) {
        EXPECT_EQ(run(words).out, help);
    }
    for (const char* word : {"-h", "help"}) EXPECT_EQ(run({word}).out, overview);
    EXPECT_TRUE(contains(overview, "evodoku solve [FILE ...] [-]"));
    EXPECT_TRUE(contains(run({"operators", "--help"}).out, "evodoku operators [NAME] [OPTION ...] - "));
    EXPECT_TRUE(contains(run({"info", "--help"}).out, "evodoku info [OPTION ...] - "));
    const std::string version = run({"--version"}).out;
    EXPECT_TRUE(version.starts_with("evodoku ")) << version;
    EXPECT_EQ(run({"solve", "--version"}).out, version);
    EXPECT_TRUE(run({"info"}).out.starts_with(version));
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

TEST(Usage, WordsAreCorrected) {
    const std::pair<Words, std::string> cases[] = {
        {{},
         "a command is missing: solve, check, convert, count, generate, evaluate, experiment, presets, operators, "
         "check-operator, bench, compare, "
         "report, info or help"},
        {{"slove"}, "unknown command 'slove' (did you mean 'solve'?)"},
        {{"--verson"}, "unknown command '--verson' (did you mean '--version'?)"},
        {{"/dev/null"}, "unknown command '/dev/null' (did you mean evodoku solve /dev/null?)"},
        {{"help", "slove"}, "unknown command 'slove' (did you mean 'solve'?)"},
        {{"help", "--nonsense"}, "unknown option '--nonsense'"},
        {{"help", "--completion", "bsh"},
         "help --completion is 'bsh'; allowed: bash, zsh, fish (did you mean 'bash'?)"},
        {{"operators", "heatbath"},
         "operators: 'heatbath' is neither an operator nor a kind of operators (did you mean 'heat-bath'?); evodoku "
         "operators lists all"},
        {{"operators", "swap", "units"}, "operators: unexpected 'units'; it takes one name"},
        {{"presets", "show", "plane"}, "presets show: unknown preset 'plane' (did you mean 'plain'?)"},
        {{"presets", "all"}, "presets: unexpected 'all'; presets show all prints one"},
        {{"bench", "--spred", "2%"}, "unknown option '--spred' (did you mean '--spread'?); see evodoku bench --help"},
        {{"info", "--hepl"}, "unknown option '--hepl' (did you mean '--help'?); see evodoku info --help"},
        {{"bench", "--fast"}, "unknown option '--fast'; see"},
        {{"bench", "---"}, "unknown option '---'; see"}};
    for (const auto& [words, message] : cases) expect_refused(words, 2, message);
    expect_wrong({"--poplation", "5"}, "unknown option '--poplation' (did you mean '--population'?)");
    expect_wrong({"--crossver=none"}, "unknown option '--crossver' (did you mean '--crossover'?)");
    for (const std::string word : {"-x", "-5"}) expect_wrong({word}, "unknown option '" + word + "'; see");
    expect_wrong({"--mutation-rate", "0.5"}, "unknown option '--mutation-rate' (write --mutation NAME:rate=...); see");
    expect_wrong({"--preset"}, "option 'preset' needs a value; see");
    for (const std::string option : {"--checkpoint", "--resume", "--history", "--output", "--config"}) {
        expect_wrong({option, ""}, option + " is empty; give it a name, or leave it out");
    }
}

TEST(Usage, WrongValuesAreNamedWithWhatIsAllowed) {
    for (const std::string wrong : {"many", "", "-5", "1.5", "0x10", "1e6x", "5 k", "k", "1e99", "nan"}) {
        expect_wrong({"--population", wrong}, "--population: '" + wrong + "' is not a whole number 1..16777216");
    }
    const std::pair<Words, std::string> cases[] = {
        {{"--seed", "18446744073709551616"},
         "--seed: '18446744073709551616' is not a whole number 0..18446744073709551615"},
        {{"--timeout", "soon"}, "--timeout: 'soon' is not a time (as in 30s, 5m, 200ms)"},
        {{"--elite", "some"}, "--elite: 'some' is neither a count (20) nor a share from 0 to 1 (5%, 0.05)"},
        {{"-p", "20M"}, "--population is 20M; allowed: 1..16777216"},
        {{"-j", "5000"}, "--threads is 5000; allowed: 0..1024"},
        {{"-p", "100", "--elite", "60", "--immigrants", "50%"}, "elite (60) and immigrants (50)"},
        {{"-p", "100", "--elite", "101"}, "elite is 101; allowed: 0..100"},
        {{"-p", "100", "--islands", "7"},
         "population is 100, which 7 islands do not share evenly; nearest possible: 98 (from --population, --islands)"},
        {{"-p", "100", "--islands", "7", "--print-config"}, "population is 100, which 7 islands do not share evenly"},
        {{"--format", "json"}, "--format is 'json'; allowed: auto, grid, line, jsonl, csv (did you mean 'jsonl'?)"},
        {{"--presolve", "single"},
         "--presolve is 'single'; allowed: none, givens, single-pass, single-pass-keep, singles, full (did you mean "
         "'singles'?)"},
        {{"--device", "cud"}, "--device is 'cud'; allowed: auto, cpu, cuda or gpu, cuda:N, cuda:all, or several (did"}};
    for (const auto& [options, message] : cases) expect_wrong(options, message);
}

/// The command that replays a call spells its numbers out.
std::string replay_of(const Words& options) { return run(small_solve(with({"--puzzle", easy, "-v"}, options))).err; }

TEST(Usage, NumbersAreReadInEveryForm) {
    const std::pair<Words, std::string> cases[] = {
        {{"-p", "2500"}, "population 2500"},
        {{"--population=2.5k"}, "population 2500"},
        {{"-p2500"}, "population 2500"},
        {{"--population", "25e2"}, "population 2500"},
        {{"-p", "0.0025M"}, "population 2500"},
        {{"-g", "300k"}, "generations 300000"},
        {{"-g", "1e6"}, "generations 1000000"},
        {{"-s", "18446744073709551615"}, "seed 18446744073709551615"},
        {{"--elite", "7"}, "elite 7"},
        {{"--elite", "10%"}, "elite 0.1"},
        {{"--islands", "3", "--migrate-every", "7", "--migrants", "2"},
         "islands 3 --migrate-every 7 --migrants 2 --sync-every 7"}};  // --sync-every adjusts itself
    for (const auto& [options, text] : cases) EXPECT_TRUE(contains(replay_of(options), " --" + text + " ")) << text;
}

TEST(Usage, APopulationThatIslandsMultiplyIsPrinted) {
    const Words islands = solve({"--puzzle", easy, "--islands", "4"});
    const std::string note = "evodoku: population 256: 64 for each of 4 islands; --population sets it\n";
    EXPECT_TRUE(contains(run(islands).err, note));
    EXPECT_FALSE(contains(run(with(islands, {"-q"})).err, note));
    EXPECT_FALSE(contains(run(with(islands, {"-p", "256"})).err, "for each of"));
}

TEST(Usage, WhereLogicIsEnoughAnEvolutionIsOffered) {
    const Words one = solve({"--puzzle", easy});
    EXPECT_TRUE(run(one).err.ends_with("evodoku: solved by logic alone; --preset plain evolves it\n"));
    EXPECT_TRUE(run(with(one, {"--puzzle", easy})).err.ends_with("--preset plain evolves them\n"));
    for (const Words& more :
         {Words{"-q"}, Words{"--presolve", "full"}, Words{"--preset", "plain", "--presolve", "full"},
          Words{"--puzzle", std::string(81, '.')}}) {
        EXPECT_FALSE(contains(run(with(one, more)).err, "by logic alone; ")) << more.back();
    }
    EXPECT_FALSE(contains(run(solve({"--puzzle", easy_answer})).err, "by logic alone")) << "nothing was left to fill";
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
    EXPECT_TRUE(info["ranks"].is_array() && info["ranks"].empty()) << "one process";
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
