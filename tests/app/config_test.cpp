// Configuration files, presets and the environment: which takes precedence, and files that replay a run.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>

#include "evodoku/engine/config.hpp"
#include "program.hpp"
#include "temporary_files.hpp"

namespace evodoku::test {
namespace {

/// The line "NAME = VALUE" of --print-config, without the name.
std::string printed(const std::string& name, const Call& call) {
    const Finished finished = run(call);
    EXPECT_EQ(finished.code, 0) << finished.err;
    for (const std::string& line : lines_of(finished.out)) {
        if (line.starts_with(name + " = ")) return line.substr(name.size() + 3);
    }
    ADD_FAILURE() << "no " << name << " in " << finished.out;
    return "";
}

Words print_config(const Words& more) {
    Words words = {"solve", "--device", "cpu", "--print-config"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

/// The fingerprint of every run, in order.
Words fingerprints(Words arguments) {
    arguments.insert(arguments.end(), {"--format", "jsonl"});
    Words found;
    for (const std::string& line : lines_of(run(arguments).out)) {
        found.push_back(nlohmann::json::parse(line).at("fingerprint"));
    }
    EXPECT_FALSE(found.empty());
    return found;
}

void expect_refused(const Words& more, int code, const std::string& message) {
    const Finished finished = run(solve(more));
    EXPECT_EQ(finished.code, code) << finished.err;
    EXPECT_EQ(finished.out, "");
    EXPECT_EQ(lines_of(finished.err).size(), 1u) << finished.err;
    EXPECT_TRUE(contains(finished.err, message)) << finished.err;
}

TEST(Config, OptionThenEnvironmentThenFileThenPresetThenDefault) {
    const TemporaryFiles files;
    const std::string file = files.write("c.toml", "restart-after = 44\n");
    const Words environment = {"EVODOKU_RESTART_AFTER=33"};
    EXPECT_EQ(printed("restart-after", {print_config({"--preset", "plain", "--config", file, "--restart-after", "22"}),
                                        "", environment}),
              "22");
    EXPECT_EQ(printed("restart-after", {print_config({"--preset", "plain", "--config", file}), "", environment}), "33");
    EXPECT_EQ(printed("restart-after", {print_config({"--preset", "plain", "--config", file})}), "44");
    EXPECT_EQ(printed("restart-after", {print_config({"--preset", "plain"})}), "25");
    EXPECT_EQ(printed("restart-after", {print_config({})}), std::to_string(Config{}.restart_after));
}

TEST(Config, APresetMayBeNamedByOptionEnvironmentOrFile) {
    const TemporaryFiles files;
    const std::string file = files.write("c.toml", "preset = \"plain\"\nrestart-after = 44\n");
    EXPECT_EQ(printed("population", {print_config({"--config", file})}), "100000");
    EXPECT_EQ(printed("restart-after", {print_config({"--config", file})}), "44");
    EXPECT_EQ(printed("restart-after", {print_config({}), "", {"EVODOKU_CONFIG=" + file}}), "44");
    EXPECT_EQ(printed("population", {print_config({}), "", {"EVODOKU_PRESET=plain"}}), "100000");
    const Finished wrong = run(Call{print_config({}), "", {"EVODOKU_PRESET=plane"}});
    EXPECT_EQ(wrong.code, 2);
    EXPECT_TRUE(contains(wrong.err, "EVODOKU_PRESET: unknown preset 'plane' (did you mean 'plain'?)")) << wrong.err;
}

TEST(Config, TheEnvironmentIsReadForEverySettingAndNamedInErrors) {
    EXPECT_EQ(printed("migrate-every", {print_config({}), "", {"EVODOKU_MIGRATE_EVERY=8"}}), "8");
    EXPECT_EQ(printed("migrate-every", {print_config({"--preset", "plain"}), "", {"EVODOKU_MIGRATE_EVERY="}}), "20");
    EXPECT_EQ(run(Call{solve({"--puzzle", hard, "-p", "300", "-g", "2"}), "", {"EVODOKU_QUIET=1"}}).err, "");
    const Finished wrong = run(Call{solve({"--puzzle", easy}), "", {"EVODOKU_ELITE=1.5"}});
    EXPECT_EQ(wrong.code, 2);
    EXPECT_TRUE(contains(wrong.err, "EVODOKU_ELITE: '1.5' is neither")) << wrong.err;
}

TEST(Config, APrintedConfigurationReplaysTheRun) {
    const TemporaryFiles files;
    const std::vector<Words> runs = {
        {"-p", "300", "-g", "12"},
        {"-p", "300", "-g", "9", "--runs", "2"},
        {"-p", "400", "-g", "20", "--islands", "4", "--migrate-every", "6", "--restart-after", "4", "--presolve",
         "none"},
        {"-p", "300", "-g", "12", "--elite", "3", "--immigrants", "5%", "--cost", "units", "--selection",
         "truncation:share=0.3", "--crossover", "one-point@1:rate=0.7,uniform@2", "--mutation", "none"},
        {"--preset", "plain", "-p", "500", "-g", "7", "--mutation", "metropolis-swap@2,swap"},
    };
    for (const Words& options : runs) {
        Words print = options;
        print.insert(print.end(), {"--print-config", "--seed", "18446744073709551615"});
        print.insert(print.begin(), {"solve", "--device", "cpu"});
        const Finished config = run(print);
        ASSERT_EQ(config.code, 0) << config.err;
        const std::string file = files.write("replay.toml", config.out);
        Words first = options;
        first.insert(first.begin(), {"solve", "--device", "cpu", "--seed", "18446744073709551615", "--puzzle", hard});
        EXPECT_EQ(fingerprints({"solve", "--device", "cpu", "--config", file, "--puzzle", hard}), fingerprints(first))
            << config.out;
        EXPECT_EQ(run({"solve", "--device", "cpu", "--config", file, "--print-config"}).out, config.out);
    }
}

TEST(Config, WhatMayEndARunIsPrintedToo) {
    EXPECT_EQ(printed("timeout", {print_config({"--timeout", "90s"})}), "\"90000ms\"");
    EXPECT_FALSE(contains(run(print_config({})).out, "timeout"));
    const TemporaryFiles files;
    const std::string file = files.write("c.toml", run(print_config({"--timeout", "50ms", "--seed", "3"})).out);
    EXPECT_EQ(printed("timeout", {print_config({"--config", file})}), "\"50ms\"");
}

TEST(Config, AVariableThatIsNearlyASettingIsPointedOut) {
    const Words words = {"solve", "--device", "cpu", "--puzzle", easy, "--seed", "1"};
    const std::string said = run(Call{words, "", {"EVODOKU_POPLUATION=3"}}).err;
    EXPECT_TRUE(contains(said, "EVODOKU_POPLUATION is not a setting (did you mean 'population'?)")) << said;
    EXPECT_FALSE(contains(run(Call{words, "", {"EVODOKU_TASKS=3"}}).err, "EVODOKU_TASKS")) << "of solve-shards";
    Words quiet = words;
    quiet.push_back("--quiet");
    EXPECT_EQ(run(Call{quiet, "", {"EVODOKU_POPLUATION=3"}}).err, "");
}

TEST(Config, AnotherSeedIsAnotherRun) {
    const TemporaryFiles files;
    const std::string file =
        files.write("c.toml", "preset = \"plain\"\npopulation = 300\ngenerations = 12\nseed = 5\n");
    const Words words = {"solve", "--device", "cpu", "--config", file, "--puzzle", hard};
    Words other = words;
    other.insert(other.end(), {"--seed", "6"});
    EXPECT_EQ(fingerprints(words), fingerprints(words));
    EXPECT_NE(fingerprints(words), fingerprints(other));
}

TEST(Config, MistakesAreNamedWithFileLineAndColumn) {
    const TemporaryFiles files;
    const auto refused = [&](const std::string& toml, const std::string& message) {
        const std::string file = files.write("c.toml", toml);
        expect_refused({"--puzzle", easy, "--config", file}, 2, "evodoku: " + file + message);
    };
    refused("restart-after = 3\nrestart-aftr = 4\n",
            ":2:1: unknown key 'restart-aftr' (did you mean 'restart-after'?)");
    refused("thread = 1\n", ":1:1: unknown key 'thread' (did you mean 'threads'?)");
    refused("config = 'x'\n", ":1:1: unknown key 'config'");
    refused("elite = 1.5\n", ":1:9: elite: '1.5' is neither a count (20) nor a share from 0 to 1");
    refused("restart-after = = 3\n", ":1:17: not a file of settings, which is TOML: ");
    refused("verbose = 2\n", ":1:11: verbose is '2'; allowed: true, false");
    refused("preset = 'plane'\n", ":1:10: preset: unknown preset 'plane' (did you mean 'plain'?)");
    expect_refused({"--puzzle", easy, "--config", "/no/such.toml"}, 5, "cannot open /no/such.toml: No such file");
    expect_refused({"--puzzle", easy, "--config", files.folder()}, 5, "it is a folder");
    expect_refused({"--puzzle", easy, "--preset", "plane"}, 2, "--preset: unknown preset 'plane' (did you mean");
}

TEST(Config, WhatDoesNotGoTogetherIsNamedWithWhereItStands) {
    const TemporaryFiles files;
    const std::string file = files.write("c.toml", "preset = 'row-candidates'\nlargest = 6000\n");
    expect_refused({"--puzzle", easy, "--config", file, "--population", "7000"}, 2,
                   "largest is 6000; allowed: 0, or 7000..16777216, from the population up (from --population, " +
                       file + ":2:11: largest)");
    expect_refused({"--puzzle", easy, "-p", "100", "--islands", "7"}, 2, "(from --population, --islands)");
    expect_refused({"--puzzle", easy, "--preset", "pyevolve", "--cost", "units"}, 2, "(from preset pyevolve:");
}

TEST(Config, APresetWithoutEffectIsTold) {
    const TemporaryFiles files;
    const std::string whole = files.write("whole.toml", run(print_config({"--preset", "pyevolve"})).out);
    const std::string note = "evodoku: --preset plain has no effect: ";
    EXPECT_TRUE(contains(run(print_config({"--config", whole, "--preset", "plain"})).err, note));
    const std::string part = files.write("part.toml", "population = 300\n");
    EXPECT_FALSE(contains(run(print_config({"--config", part, "--preset", "plain"})).err, note));
}

TEST(Config, PrintingOneTellsWhatCannotRun) {
    const Finished finished = run(print_config({"-p", "100", "--islands", "7"}));
    EXPECT_EQ(finished.code, 2);
    EXPECT_EQ(finished.out, "");
}

TEST(PresetsCommand, ListsAndShows) {
    const Finished list = run({"presets"});
    EXPECT_EQ(list.code, 0);
    EXPECT_TRUE(std::regex_search(list.out, std::regex("(^|\n)plain +The plain genetic algorithm"))) << list.out;
    const TemporaryFiles files;
    for (const std::string& line : lines_of(list.out)) {
        const std::string name = line.substr(0, line.find(' '));
        const Finished shown = run({"presets", "show", name});
        EXPECT_EQ(shown.code, 0);
        const std::string file = files.write("preset.toml", shown.out);
        EXPECT_EQ(run(print_config({"--config", file, "--seed", "1"})).out,
                  run(print_config({"--preset", name, "--seed", "1"})).out);
    }
    EXPECT_EQ(run({"presets", "show"}).code, 2);
    EXPECT_EQ(run({"presets", "show", "plane"}).code, 2);
    EXPECT_EQ(run({"presets", "all"}).code, 2);
    EXPECT_TRUE(contains(run({"presets", "--help"}).out, "evodoku presets show NAME"));
}

}  // namespace
}  // namespace evodoku::test
