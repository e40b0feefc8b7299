// The presets: the files of their folder, what they hold, and that each can run. Presets of published systems have the
// values of their papers and programs.

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "engine/text.hpp"
#include "settings/search_settings.hpp"
#include "support/refusal.hpp"
#include "support/temporary_files.hpp"

namespace evodoku {
namespace {

using test::expect_all;
using test::refusal;
using test::text_of_file;

std::string as_toml(const SearchSettings& settings) { return to_toml(values_of(settings, search_settings())); }

SearchSettings settings_in(const std::string& preset) {
    SearchSettings settings;
    assign(settings, search_settings(), settings_of(find_preset("test", preset)));
    return settings;
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

/// A setting that came later has no effect at its default: see canonical_form(). So a preset need not name it.
TEST(Presets, CanRunAndSpellOutWhatThePlainOneDoes) {
    for (const Preset& preset : presets()) {
        SearchSettings settings;
        const std::vector<Assignment> assignments = settings_of(preset);
        EXPECT_NO_THROW(assign(settings, search_settings(), assignments)) << preset.name;
        EXPECT_NO_THROW(validate(settings.config)) << preset.name;
        EXPECT_NE(settings.config.population, 0u) << preset.name;
        EXPECT_FALSE(preset.summary().empty() || preset.summary().front() == '#') << preset.name;
        EXPECT_FALSE(preset.summary().starts_with(std::string(preset.name) + ":")) << "a list names it beside this";
        std::map<std::string, Assignment> set;  // the last of each name: a preset may change what it builds on
        for (const Assignment& assignment : assignments) set[assignment.name] = assignment;
        for (const Assignment& value : values_of(settings, search_settings())) {
            const auto named = set.find(value.name);  // an operator with all its parameters reads as it is written
            EXPECT_EQ(named == set.end() ? value.text : named->second.text, value.text) << preset.name;
        }
        for (const Assignment& assignment : settings_of(find_preset("test", "plain")))
            EXPECT_TRUE(set.contains(assignment.name)) << preset.name << " lacks " << assignment.name;
    }
}

TEST(Presets, ThePlainOneIsThePlainGeneticAlgorithm) {
    const SearchSettings settings = settings_in("plain");
    EXPECT_EQ(settings.config.population, 100'000u);
    EXPECT_EQ(settings.config.elite.of(100), 5u);
    EXPECT_EQ(to_text(settings.config.selection), "tournament:size=3");
    EXPECT_EQ(to_text(settings.config.crossover), "uniform:rate=0.8,segment=box");
    EXPECT_EQ(to_text(settings.config.mutation), "swap:rate=0.3,max-swaps=5");
    EXPECT_EQ(as_toml(settings), as_toml({plain_config(), PresolveLevel::none}));
}

TEST(Presets, AShareForAnEliteThatIsNeededIsAtLeastOneBoard) {
    SearchSettings settings = settings_in("row-candidates");
    settings.config.population = 19;
    SearchSettings named = settings;
    derive_defaults(settings, {"population"}, 64);
    EXPECT_EQ(settings.config.elite.of(19), 1u);
    derive_defaults(named, {"population", "elite"}, 64);
    expect_all(refusal([&] { validate(named.config); }), {"elite is 0"});
    SearchSettings usual = settings_in("row-candidates");
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
                EXPECT_GE(settings.config.max_population, std::min(population + 40'000, max_individuals))
                    << "room to grow";
            }
        }
    }
}

TEST(Presets, LeaveRoomToGrowToAnyPopulation) {
    SearchSettings settings = settings_in("row-candidates");
    settings.config.population = 500'000;
    SearchSettings named = settings;
    derive_defaults(settings, {"population"}, 64);
    EXPECT_EQ(settings.config.max_population, 500'000u + (1'000 / 3 + 1) * 500) << "room for every stall";
    SearchSettings islands = named;
    islands.config.islands = 4;
    derive_defaults(islands, {"population", "islands"}, 64);
    EXPECT_EQ(islands.config.max_population, 500'000u + (1'000 / 3 + 1) * 500 * 4) << "of every island";
    derive_defaults(named, {"population", "largest"}, 64);
    SearchSettings brief = named;
    brief.config.generations = 0;
    derive_defaults(brief, {"population", "generations"}, 64);
    EXPECT_NO_THROW(validate(brief.config));
    EXPECT_EQ(named.config.max_population, 50'000u) << "as it was said";
    expect_all(refusal([&] { validate(named.config); }), {"largest is 50000", "500000..16777216"});
}

/// A preset with one named setting, which makes other settings of the preset ineffective.
Config fitted(const std::string& preset, const std::string& name, const std::string& text) {
    SearchSettings settings = settings_in(preset);
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
    EXPECT_EQ(config.max_population, 0u);
    EXPECT_EQ(to_text(config.stagnation), "restart:limit=0,since=0");
    EXPECT_EQ(config.duplicate_memory, 1'000'000u);
    config = fitted("lewis-2007", "mutation", "swap");
    EXPECT_NO_THROW(validate(config));
    EXPECT_EQ(to_text(config.stagnation), "restart:limit=0,since=0") << "nothing to heat";
    config = fitted("row-candidates", "stagnation", "restart");
    EXPECT_NO_THROW(validate(config));
    EXPECT_EQ(config.max_population, 0u);
    config = fitted("row-candidates", "duplicates", "keep");
    EXPECT_NO_THROW(validate(config));
    EXPECT_EQ(config.duplicate_memory, 0u);
    EXPECT_EQ(config.max_population, 50'000u);
}

TEST(Presets, NamedSettingsThatContradictEachOtherAreRefused) {
    SearchSettings settings = settings_in("row-candidates");
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
    const SearchSettings base = settings_in("charles"), built = settings_in("charles-pmx");
    SearchSettings expected = base;
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

TEST(Presets, HaveThePublishedValues) {
    const std::map<std::string, std::string> published = {
        {"charles",
         "population=2000 generations=100 elite=1 crossover=one-point:rate=0.6,min-second=2,segment=cell "
         "replacement=elitist:ties=children mutation=swap-cells:rate=0.14,min-swaps=1,max-swaps=1 "
         "cost=duplicates:rows=1,columns=1,boxes=1,broken=0"},
        {"charles-ranking", "selection=linear-ranking:slope=1 elite=1 generations=100"},
        {"charles-inversion", "mutation=inversion:rate=0.14,open=1 elite=1 generations=100"},
        {"charles-pmx", "crossover=pmx-relabel:rate=0.6 elite=1 generations=100"},
        {"charles-pmx-inversion", "crossover=pmx-relabel:rate=0.6 mutation=inversion:rate=0.14,open=1 elite=1"},
        {"charles-arithmetic",
         "crossover=arithmetic:rate=0.6,rounding=carried mutation=sudoku:rate=0.14,tries=1,filter=shipped"},
        {"lewis-2007",
         "population=1 restart-after=20 "
         "mutation=annealed-swap:rate=1,trials=0,directed=0,start=3000,cooling=0.99,end=50 "
         "stagnation=reheat:fresh=0"},
        {"lsga",
         "population=200 elite=0.25 immigrants=0.005 selection=tournament-of-children:size=2 cost=units "
         "replacement=elite-learning crossover=exchange-each-row:rate=0.2,each=0.1 "
         "mutation=row-search:rate=1,swap=0.3,fresh=0.05,columns=1,boxes=1,listed=1"},
        {"mantere-koljonen",
         "cost=row-column-givens:penalty=2 selection=mating-pool:size=0.5 parents=different "
         "mutation=guarded-swap:rate=0.9,max-swaps=5,limit=5,each=6 generations=10000"},
        {"mantere-koljonen-2007",
         "population=21 elite=1 selection=by-index "
         "mutation=guarded-swap:rate=0.6,max-swaps=5,limit=12,each=3 replacement=ageing restart-after=2000"},
        {"pyevolve",
         "population=200 generations=10000 elite=5 replacement=elitist:ties=beaten selection=always-best "
         "crossover=one-point:rate=1,min-second=1,segment=cell "
         "mutation=swap-cells:rate=1,min-swaps=3,max-swaps=3 "
         "cost=duplicates:rows=1,columns=1,boxes=1,broken=2"},
        {"restart-roulette",
         "population=400 generations=1805 restart-after=300 stagnation=restart:limit=5,since=1 "
         "crossover=k-segment:rate=1,max-segments=8,segment=box mutation=swap:rate=0.8,max-swaps=1 "
         "replacement=plus:offspring=0.5,ties=1"},
        {"restart-roulette-neighbours",
         "selection=neighbours:first=1 population=400 crossover=k-segment:rate=1,max-segments=7,segment=box "
         "generations=1499 restart-after=299 stagnation=restart:limit=4,since=1"},
        {"row-candidates",
         "presolve=single-pass-keep selection=filling-pool:waves=16 duplicates=drop "
         "stagnation=grow:max-growth=500,elite=0.1,min-crossed=0.684,max-crossed=0.737,every=1"},
        {"row-candidates-easy",
         "presolve=single-pass population=5000 elite=0.05 immigrants=0.05 restart-after=3 "
         "selection=elites-only "
         "stagnation=grow:max-growth=500,elite=0.1,min-crossed=0.684,max-crossed=0.737,every=0 largest=50000 "
         "seen=1000000"},
    };
    EXPECT_EQ(published.size() + 2, presets().size()) << "and plain, guided";
    for (const auto& [name, values] : published) {
        const SearchSettings settings = settings_in(name);
        std::map<std::string, std::string> made;
        for (const Assignment& value : values_of(settings, search_settings())) made[value.name] = value.text;
        std::istringstream words(values);
        for (std::string word; words >> word;) {
            const std::size_t end = word.find('=');
            EXPECT_EQ(made[word.substr(0, end)], word.substr(end + 1)) << name << ": " << word;
        }
    }
}

TEST(Presets, LsgaHasAnEliteOf50AndOneBoardThatLearns) {
    const SearchSettings settings = settings_in("lsga");
    EXPECT_EQ(settings.config.elite.of(settings.config.population), 50u);
    EXPECT_EQ(settings.config.immigrants.of(settings.config.population), 1u);
}

}  // namespace
}  // namespace evodoku
