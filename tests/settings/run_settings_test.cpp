// Settings of a program without a command line: read by name, completed, rejected with the text of the command line.
#include "settings/run_settings.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "support/refusal.hpp"

namespace evodoku {
namespace {

using test::expect_all;
using test::refusal;

RunSettings read(const std::vector<std::pair<std::string, std::string>>& options) {
    std::vector<Assignment> assignments;
    for (const auto& [name, text] : options) assignments.push_back({name, text, "--" + name});
    return read_run_settings(assignments, [](const std::string&) { return std::string("elite = 3"); });
}

void complete(RunSettings& settings, std::uint32_t suitable) {
    derive_defaults(settings, settings.named, suitable);
    check_combinations(settings, settings.given);
}

TEST(RunSettings, OptionsOverrideTheFileAndThePreset) {
    RunSettings settings = read({{"preset", "plain"}, {"population", "2000"}, {"config", "any"}, {"seed", "5"}});
    complete(settings, 64);
    EXPECT_EQ(settings.config.population, 2'000u);
    EXPECT_EQ(settings.config.elite.value, 3u);
    EXPECT_EQ(settings.config.generations, 3'000u) << "of the preset";
    EXPECT_EQ(settings.seed, 5u);
    EXPECT_EQ(settings.label_of("population"), "--population");
}

TEST(RunSettings, TheEnvironmentHasNoEffect) {
    setenv("EVODOKU_POPULATION", "nonsense", 1);
    EXPECT_EQ(read({}).config.population, Config{}.population);
    unsetenv("EVODOKU_POPULATION");
}

TEST(RunSettings, AnAutomaticPopulationIsChosenForTheDevice) {
    RunSettings settings = read({{"population", "auto"}, {"islands", "7"}});
    complete(settings, 100);
    EXPECT_EQ(settings.config.population, 98u);
}

TEST(RunSettings, MistakesAreNamed) {
    expect_all(refusal([] { read({{"popuation", "5"}}); }), {"unknown option '--popuation'", "--population"});
    expect_all(refusal([] { read({{"population", "0"}}); }), {"--population", "0", "1"});
    expect_all(refusal([] { read({{"timeout", "soon"}}); }), {"--timeout", "soon"});
    expect_all(refusal([] {
                   RunSettings settings = read({{"elite", "100"}});
                   complete(settings, 64);
               }),
               {"elite", "--elite"});
}

}  // namespace
}  // namespace evodoku
