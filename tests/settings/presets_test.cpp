// The presets: the files of their folder, what they hold, and that each can run.
#include "settings/config_file.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <map>
#include <set>

#include "engine/numbers.hpp"
#include "engine/operator_text.hpp"
#include "settings/search_settings.hpp"
#include "support/refusal.hpp"

namespace evodoku {
namespace {

using test::expect_all;
using test::refusal;

const std::vector<std::string> all_names = names_of(search_settings());

std::string as_toml(const SearchSettings& settings) { return to_toml(values_of(settings, search_settings())); }

std::string text_of_file(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Presets, AreTheFilesOfTheFolder) {
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(EVODOKU_SOURCE_DIR "/presets")) {
        if (entry.path().extension() != ".toml") continue;
        ++files;
        EXPECT_EQ(find_preset("test", entry.path().stem().string()).text, text_of_file(entry.path())) << entry.path();
    }
    EXPECT_EQ(presets().size(), files);
    EXPECT_TRUE(std::ranges::is_sorted(presets(), {}, &Preset::name));
    EXPECT_GE(files, 1u);
}

TEST(Presets, CanRunAndSpellOutEverySetting) {
    for (const Preset& preset : presets()) {
        SearchSettings settings;
        const std::vector<Assignment> assignments = settings_of(preset);
        EXPECT_NO_THROW(assign(settings, search_settings(), assignments)) << preset.name;
        EXPECT_NO_THROW(validate(settings.config)) << preset.name;
        EXPECT_FALSE(settings.automatic_population) << preset.name;
        EXPECT_FALSE(preset.summary().empty() || preset.summary().front() == '#') << preset.name;
        EXPECT_FALSE(preset.summary().starts_with(std::string(preset.name) + ":")) << "a list names it beside this";
        std::map<std::string, Assignment> set;  // the last of each name: a preset may change what it builds on
        for (const Assignment& assignment : assignments) set[assignment.name] = assignment;
        for (const Value& value : values_of(settings, search_settings())) {
            // An operator with all its parameters reads the same as it is written.
            EXPECT_EQ(set[value.name].text, value.text) << set[value.name].label;
        }
        EXPECT_EQ(set.size(), all_names.size()) << preset.name << " leaves settings to the defaults";
    }
}

TEST(Presets, ThePlainOneIsThePlainGeneticAlgorithm) {
    const Preset& plain = find_preset("test", "plain");
    SearchSettings settings;
    assign(settings, search_settings(), settings_of(plain));
    EXPECT_EQ(settings.config.population, 100'000u);
    EXPECT_EQ(settings.config.elite.of(100), 5u);
    EXPECT_EQ(to_text(settings.config.selection), "tournament:size=3");
    EXPECT_EQ(to_text(settings.config.crossover), "uniform:rate=0.8,segment=box");
    EXPECT_EQ(to_text(settings.config.mutation), "swap:rate=0.3,max-swaps=5");
    EXPECT_EQ(as_toml(settings), as_toml({plain_config(), PresolveLevel::none}));
}

TEST(Presets, AShareForAnEliteThatIsNeededIsAtLeastOneBoard) {
    SearchSettings settings;
    assign(settings, search_settings(), settings_of(find_preset("test", "row-candidates")));
    settings.config.population = 19;
    SearchSettings named = settings;
    derive_defaults(settings, {"population"}, 64);
    EXPECT_EQ(settings.config.elite.of(19), 1u);
    derive_defaults(named, {"population", "elite"}, 64);
    expect_all(refusal([&] { validate(named.config); }), {"elite is 0"});
    SearchSettings usual;
    assign(usual, search_settings(), settings_of(find_preset("test", "row-candidates")));
    usual.config.population = 20;
    derive_defaults(usual, {"population"}, 64);
    EXPECT_TRUE(usual.config.elite.is_share);
}

TEST(Presets, RunWithAnyPopulation) {
    for (const Preset& preset : presets()) {
        for (const std::uint32_t population :
             {64u, 1'000u, 6'000u, 49'999u, 50'000u, 50'001u, 60'000u, 500'000u, 2'000'000u, max_individuals}) {
            for (const std::uint32_t islands : {1u, 3u, 4u}) {
                if (population % islands != 0) continue;
                SearchSettings settings;
                assign(settings, search_settings(), settings_of(preset));
                settings.config.population = population;
                settings.config.islands = islands;
                derive_defaults(settings, {"population", "islands"}, 64);
                EXPECT_NO_THROW(validate(settings.config)) << preset.name << " with " << population;
                EXPECT_EQ(settings.config.population, population);
                if (!settings.config.stagnation.is("grow")) continue;
                EXPECT_GE(settings.config.largest, std::min(population + 40'000, max_individuals)) << "room to grow";
            }
        }
    }
}

TEST(Presets, LeaveRoomToGrowToAnyPopulation) {
    SearchSettings settings;
    assign(settings, search_settings(), settings_of(find_preset("test", "row-candidates")));
    settings.config.population = 500'000;
    SearchSettings named = settings;
    derive_defaults(settings, {"population"}, 64);
    EXPECT_EQ(settings.config.largest, 500'000u + (1'000 / 3 + 1) * 500) << "room for every stall";
    SearchSettings islands = named;
    islands.config.islands = 4;
    derive_defaults(islands, {"population", "islands"}, 64);
    EXPECT_EQ(islands.config.largest, 500'000u + (1'000 / 3 + 1) * 500 * 4) << "of every island";
    derive_defaults(named, {"population", "largest"}, 64);
    SearchSettings brief = named;
    brief.config.generations = 0;
    derive_defaults(brief, {"population", "generations"}, 64);
    EXPECT_NO_THROW(validate(brief.config));
    EXPECT_EQ(named.config.largest, 50'000u) << "as it was said";
    expect_all(refusal([&] { validate(named.config); }), {"largest is 50000", "500000..16777216"});
}

/// A preset with one named setting, which makes other settings of the preset ineffective.
Config fitted(const std::string& preset, const std::string& name, const std::string& text) {
    SearchSettings settings;
    assign(settings, search_settings(), settings_of(find_preset("test", preset)));
    assign(settings, search_settings(), {{name, text, "test"}});
    derive_defaults(settings, {name}, 64);
    return settings.config;
}

TEST(Presets, WhatANamedSettingLeavesNothingToDoGivesWay) {
    Config config = fitted("restart-roulette", "restart-after", "0");
    EXPECT_NO_THROW(validate(config));
    EXPECT_EQ(to_text(config.stagnation), "restart:limit=0,since=0");
    config = fitted("row-candidates", "restart-after", "0");
    EXPECT_NO_THROW(validate(config));
    EXPECT_EQ(config.largest, 0u);
    EXPECT_EQ(to_text(config.stagnation), "restart:limit=0,since=0");
    EXPECT_EQ(config.seen, 1'000'000u);
    config = fitted("lewis-2007", "mutation", "swap");
    EXPECT_NO_THROW(validate(config));
    EXPECT_EQ(to_text(config.stagnation), "restart:limit=0,since=0") << "nothing to heat";
    config = fitted("row-candidates", "stagnation", "restart");
    EXPECT_NO_THROW(validate(config));
    EXPECT_EQ(config.largest, 0u);
    config = fitted("row-candidates", "duplicates", "keep");
    EXPECT_NO_THROW(validate(config));
    EXPECT_EQ(config.seen, 0u);
    EXPECT_EQ(config.largest, 50'000u);
}

TEST(Presets, NamedSettingsThatContradictEachOtherAreRefused) {
    SearchSettings settings;
    assign(settings, search_settings(), settings_of(find_preset("test", "row-candidates")));
    const auto refused = [&](const std::vector<Assignment>& given) {
        SearchSettings changed = settings;
        assign(changed, search_settings(), given);
        std::set<std::string> named;
        for (const Assignment& each : given) named.insert(each.name);
        derive_defaults(changed, named, 64);
        return refusal([&] { validate(changed.config); });
    };
    expect_all(refused({{"restart-after", "0", "a"}, {"stagnation", "grow", "b"}}),
               {"stagnation is grow, but no island grows: restart-after is 0; set it above 0"});
    expect_all(refused({{"restart-after", "0", "a"}, {"stagnation", "restart:limit=3", "b"}}),
               {"no island restarts: restart-after is 0; set it above 0"});
    expect_all(refused({{"restart-after", "0", "a"}, {"largest", "60000", "b"}}),
               {"largest is 60000, but no island grows; set stagnation to grow and restart-after above 0"});
    expect_all(refused({{"duplicates", "keep", "a"}, {"seen", "60000", "b"}}),
               {"seen is 60000, but duplicates are kept; set duplicates to reject"});
}

TEST(Presets, OneMayBuildOnAnother) {
    const Preset& pmx = find_preset("test", "charles-pmx");
    EXPECT_LE(std::ranges::count(pmx.text, '\n'), 4) << "only what differs from charles";
    SearchSettings base, built, expected;
    assign(base, search_settings(), settings_of(find_preset("test", "charles")));
    assign(built, search_settings(), settings_of(pmx));
    expected = base;
    assign(expected, search_settings(), {{"crossover", "pmx-relabel:rate=0.6", "test"}});
    EXPECT_EQ(as_toml(built), as_toml(expected));
    EXPECT_NE(as_toml(built), as_toml(base));
    expect_all(refusal([] {
                   settings_of({"x", "preset = 'x'\n"});
               }),
               {"preset x:1:10: preset: a preset can't build on itself"});
    expect_all(refusal([] {
                   settings_of({"x", "preset = 'charls'\n"});
               }),
               {"preset x:1:10: preset: unknown preset 'charls' (did you mean 'charles'?)"});
}

TEST(Presets, UnknownOnesAreCorrected) {
    expect_all(refusal([] { find_preset("--preset", "plane"); }),
               {"--preset: unknown preset 'plane' (did you mean 'plain'?); there are: ", "plain"});
}

}  // namespace
}  // namespace evodoku
