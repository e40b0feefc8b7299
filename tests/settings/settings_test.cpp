// The table of settings, configuration files, and settings of a program without a command line: every value goes to
// text and back, and mistakes are named.
#include <set>

#include "engine/text.hpp"
#include "settings/search_settings.hpp"
#include "settings/toml_file.hpp"
#include "support/refusal.hpp"

namespace evodoku {
namespace {

using test::expect_all;
using test::refusal;

const std::vector<std::string> names = names_of(search_settings());

SearchSettings read(const std::string& toml) {
    SearchSettings settings;
    assign(settings, search_settings(), read_config_file(toml, "test.toml", names));
    return settings;
}

std::string write(const SearchSettings& settings) { return to_toml(values_of(settings, search_settings())); }

/// Settings that differ from the defaults everywhere.
SearchSettings unusual() {
    return read(
        "presolve = 'givens'\npopulation = '1k'\nislands = 4\nmigrate-every = 6\nmigrants = 1\nsync-every = 3\nelite = "
        "7\n"
        "immigrants = 0.25\nrestart-after = 11\nrepresentation = 'cell-board'\ninitialisation = 'row-candidates'\n"
        "cost = 'units'\nselection = 'truncation:share=0.3'\n"
        "crossover = 'one-point@1:rate=0.7,segment=row,uniform@2:segment=row'\nmutation = 'none'\nreplacement = "
        "'plus'\n"
        "stagnation = 'grow:max-growth=9'\nlargest = 2000\npairs = 'on'\nvariation = 'either'\nparents = "
        "'different'\ntries = 2\n"
        "duplicates = 'reject'\nseen = 5000\ngenerations = 123\nmax-evaluations = 70000\nmax-work = '1M'\nschedule = "
        "'0.1,0.25,64'\n");
}

TEST(Settings, EveryValueIsReadBackFromItsText) {
    for (const SearchSettings& settings : {SearchSettings{}, unusual()}) {
        const std::string text = write(settings);
        EXPECT_EQ(write(read(text)), text);
        EXPECT_EQ(hash_of(read(text)), hash_of(settings));
    }
    Config config = unusual().config;
    config.schedule = {};  // which takes other settings
    EXPECT_NO_THROW(validate(config));
}

TEST(Settings, ValuesGetWhereTheyBelong) {
    const SearchSettings settings = unusual();
    EXPECT_EQ(settings.presolve, PresolveLevel::givens);
    EXPECT_EQ(settings.config.population, 1'000u);
    EXPECT_EQ(settings.config.islands, 4u);
    EXPECT_EQ(settings.config.migrate_every, 6u);
    EXPECT_EQ(settings.config.migrants, 1u);
    EXPECT_EQ(settings.config.sync_every, 3u);
    EXPECT_EQ(settings.config.elite.of(1'000), 7u);
    EXPECT_EQ(settings.config.immigrants.of(1'000), 250u);
    EXPECT_EQ(settings.config.restart_after, 11u);
    EXPECT_EQ(settings.config.generations, 123u);
    EXPECT_EQ(settings.config.max_evaluations, 70'000u);
    EXPECT_EQ(settings.config.max_work, 1'000'000u);
    EXPECT_EQ(settings.config.representation, cell_board);
    EXPECT_EQ(to_text(settings.config.cost), "units");
    EXPECT_EQ(to_text(settings.config.mutation), "none");
    EXPECT_EQ(to_text(settings.config.replacement), "plus:offspring=1,ties=1");
    EXPECT_EQ(settings.config.max_population, 2'000u);
    EXPECT_TRUE(settings.config.paired_children && settings.config.either && settings.config.different &&
                settings.config.distinct);
    EXPECT_EQ(settings.config.brood_size, 2u);
    EXPECT_EQ(settings.config.duplicate_memory, 5'000u);
    EXPECT_EQ(settings.config.schedule, (std::vector<std::uint32_t>{6'554, 16'384, 64u << 16}));
    EXPECT_EQ(read("population = 'auto'").config.population, 0u);
}

TEST(Settings, EveryOneChangesTheHash) {
    const SearchSettings plain, other = unusual();
    for (const Setting<SearchSettings>& setting : search_settings()) {
        if (setting.name == "operators") continue;
        ASSERT_NE(setting.write(plain), setting.write(other)) << setting.name;
        SearchSettings changed = plain;
        setting.read(changed, setting.name, setting.write(other));
        EXPECT_NE(hash_of(changed), hash_of(plain)) << setting.name;
        EXPECT_EQ(setting.write(changed), setting.write(other)) << setting.name;
    }
}

TEST(Settings, TheHashKnowsObjectsOfOperatorsByTheirHashesAlone) {
    SearchSettings here, there, changed;
    here.operators = "/here/a.so#01,/here/b.so#02", there.operators = "/there/a.so#01,/there/b.so#02";
    changed.operators = "/here/a.so#01,/here/b.so#03";
    EXPECT_EQ(hash_of(here), hash_of(there));
    EXPECT_NE(hash_of(here), hash_of(changed));
    EXPECT_NE(hash_of(here), hash_of(SearchSettings{}));
}

TEST(Settings, TheHashIsPinned) {
    const std::string why = "seeds of experiments' runs are made of it: every published table has to be made again";
    EXPECT_EQ(hash_of(SearchSettings{}), 0x2a78eeecf03ec694u) << why;
    EXPECT_EQ(hash_of(SearchSettings{plain_config(), PresolveLevel::none}), 0xda2ddca08f94c06au) << why;
    EXPECT_EQ(hash_of(unusual()), 0x6b729b849f21e6dbu) << why;
}

TEST(Settings, NewNamesOfParametersAndNewParametersDoNotChangeTheCanonicalForm) {
    const AnyOperator swap = parse_operator(OperatorKind::mutation, "mutation", "swap:max-swaps=7");
    OperatorInfo changed = *swap.info;
    for (ParameterInfo& parameter : changed.all_parameters) parameter.name = "another";
    AnyOperator later = swap;
    later.info = &changed;
    changed.defaults[changed.parameter_count] = later.values[changed.parameter_count] = 12;
    ++changed.parameter_count;
    EXPECT_EQ(canonical_form(later), canonical_form(swap));
    ++later.values[changed.parameter_count - 1];
    EXPECT_NE(canonical_form(later), canonical_form(swap)) << "another value than the default counts";
}

TEST(Settings, NewOnesLeaveTheCanonicalFormAsItWas) {
    SearchSettings settings;
    CanonicalForm form = canonical_form(settings);
    const CanonicalForm stagnation = {1, 1, 1, static_cast<std::uint64_t>(settings.config.stagnation.id)};
    ASSERT_EQ(CanonicalForm(form.end() - 4, form.end()), stagnation) << "no schedule, max-evaluations and max-work";
    settings.config.max_work = 5;
    for (const std::uint64_t number : {3u, 1u, 5u}) form.push_back(number);  // its place, its size, itself
    EXPECT_EQ(canonical_form(settings), form);
}

TEST(Settings, NoTwoHaveOneNameOrLetter) {
    std::set<std::string> seen;
    for (const Setting<SearchSettings>& setting : search_settings()) {
        EXPECT_TRUE(seen.insert(setting.name).second) << setting.name;
        EXPECT_TRUE(setting.letter == '\0' || seen.insert(std::string(1, setting.letter)).second) << setting.name;
        EXPECT_FALSE(setting.help.empty() || setting.group.empty()) << setting.name;
    }
}

TEST(Settings, WhatWasNotNamedFitsItself) {
    SearchSettings settings = read("population = 40\nislands = 4\nmigrate-every = 14");
    derive_defaults(settings, {"population", "islands", "migrate-every"}, 64);
    EXPECT_EQ(settings.config.sync_every, 7u);
    EXPECT_EQ(settings.config.migrants, 2u);
    settings = read("representation = 'cell-board'\ncost = 'entry'");
    derive_defaults(settings, {"representation", "cost"}, 64);
    EXPECT_NO_THROW(validate(settings.config));
    EXPECT_EQ(to_text(settings.config.cost), to_text(Cost{"entry"}));
    settings = read("population = 40\nislands = 4\nmigrate-every = 14\nsync-every = 2\nmigrants = 9");
    derive_defaults(settings, {"sync-every", "migrants"}, 64);
    EXPECT_EQ(settings.config.sync_every, 2u);
    EXPECT_EQ(settings.config.migrants, 9u);
}

TEST(ConfigFile, NumbersNeedNoQuotationMarks) {
    EXPECT_TRUE(read("elite = 0.00002").config.elite.is_share);
    EXPECT_TRUE(read("elite = 2e-5").config.elite.is_share);
    EXPECT_EQ(read("elite = 1.0").config.elite.of(64), 64u);
    EXPECT_EQ(read("elite = 1").config.elite.of(64), 1u);
    EXPECT_EQ(read("restart-after = 1_000").config.restart_after, 1'000u);
    EXPECT_EQ(read("restart-after = '1k'").config.restart_after, 1'000u);
}

TEST(ConfigFile, WritesWhatTomlReadsBack) {
    const std::vector<Assignment> values = {{"a", "007"},  {"b", "0.5"}, {"c", "5%"},   {"d", "18446744073709551615"},
                                            {"e", "true"}, {"f", "1."},  {"g", "\"\\"}, {"h", "9223372036854775807"}};
    EXPECT_EQ(to_toml(values),
              "a = \"007\"\nb = 0.5\nc = \"5%\"\nd = \"18446744073709551615\"\ne = true\nf = \"1.\"\n"
              "g = \"\\\"\\\\\"\nh = 9223372036854775807\n");
    std::vector<std::string> keys;
    for (const Assignment& value : values) keys.push_back(value.name);
    const std::vector<Assignment> back = read_config_file(to_toml(values), "x", keys);
    ASSERT_EQ(back.size(), values.size());
    for (std::size_t k = 0; k < values.size(); ++k) EXPECT_EQ(back[k].text, values[k].text);
}

TEST(ConfigFile, MistakesAreNamedWithLineAndColumn) {
    const auto refused = [](const std::string& toml) { return refusal([&] { read(toml); }); };
    expect_all(refused("elite = 3\n  elit = 4"), {"test.toml:2:3: unknown key 'elit' (did you mean 'elite'?)"});
    expect_all(refused("zzz = 4"), {"test.toml:1:1: unknown key 'zzz'; there are: presolve, operators, population"});
    expect_all(refused("elite = 3\nelite = 4"), {"test.toml:2:"});
    expect_all(refused("elite = "), {"test.toml:1:"});
    expect_all(refused("\nelite = [3]"), {"test.toml:2:9: elite is a list; write a text, a number, true or false"});
    expect_all(refused("[elite]\nx = 1"), {"test.toml:1:1: elite is a table; write a text"});
    expect_all(refused("elite = 1.5"), {"test.toml:1:9: elite: '1.5' is neither a count", "share from 0 to 1"});
    expect_all(refused("elite = nan"), {"elite: 'nan' is neither"});
    expect_all(refused("seen = -1"), {"test.toml:1:8: seen: '-1' is not a whole number 0..1000000000"});
    expect_all(refused("population = 0"), {"test.toml:1:14: population is 0; allowed: 1..16777216"});
    expect_all(refused("presolve = 'singels'"), {"test.toml:1:12: presolve", "did you mean 'singles'?"});
    expect_all(refused("\n\n mutation = 'swop'"), {"test.toml:3:13: mutation: unknown operator 'swop'", "'swap'"});
}

TEST(Settings, MessagesSayWhoGaveWhatTheyName) {
    RunSettings settings;
    settings.given = {{"restart-after", "1", "preset plain:9:9: restart-after"},
                      {"largest", "1", "a.toml:1:2: largest"},
                      {"restart-after", "2", "--restart-after"},
                      {"cost", "units", "EVODOKU_COST"}};
    assign(settings, run_settings(), settings.given);
    EXPECT_EQ(with_origins("largest is 1", {"largest", "restart-after"}, settings),
              "largest is 1 (from --restart-after, a.toml:1:2: largest)");
    EXPECT_EQ(with_origins("cost", {}, settings), "cost");
    settings.config.max_population = 3;
    EXPECT_EQ(with_origins("largest is 3", {"largest"}, settings), "largest is 3") << "nobody said so";
}

TEST(Settings, MessagesBlameNobodyElse) {
    const auto refused = [](const char* preset, const std::vector<Assignment>& more) {
        RunSettings settings;
        settings.given = settings_of(find_preset("test", preset));
        settings.given.insert(settings.given.end(), more.begin(), more.end());
        assign(settings, run_settings(), settings.given);
        for (const Assignment& each : more) settings.named.insert(each.name);
        return refusal([&] { complete(settings, 64); });
    };
    const auto ends_with = [](const std::string& text, const std::string& end) {
        EXPECT_TRUE(text.ends_with(end)) << text;
    };
    const std::string costs = refused("charles", {{"cost", "row-column", "--cost"}});
    expect_all(
        costs,
        {"it assumes that each box holds each digit once, and a cell-board does not guarantee that; those that do: "
         "duplicates, units"});
    ends_with(costs, ": representation, --cost)");
    EXPECT_EQ(costs.find(": duplicates)"), std::string::npos) << costs;
    expect_all(refused("plain", {{"cost", "entry", "--cost"}}),
               {"it reads single cells, and a box-board has whole boxes; "});
    ends_with(
        refused("plain", {{"elite", "60%", "--elite"}, {"immigrants", "60%", "--immigrants"}}),
        "elite (60000) and immigrants (60000) are 120000 individuals together; an island has 100000 (from --elite, "
        "--immigrants)");
    ends_with(refused("plain", {{"islands", "2", "-i"}, {"migrate-every", "7", "-m"}, {"sync-every", "4", "-e"}}),
              "allowed: a multiple of sync-every, which is 4 (from -m, -e)");
}

// Configuration files that are made to crash the parser.

std::string repeated(const std::string& part, int times) {
    std::string text;
    for (int k = 0; k < times; ++k) text += part;
    return text;
}

std::string error_of(const std::string& text) {
    return refusal<SettingError>([&] { toml_file::parse(text, "a.toml", "a settings file", "see docs"); });
}

TEST(LongKeys, AreRefusedBeforeTheyExhaustTheStack) {
    const std::string expected = ": a key has more than 8 parts; write the name of the setting alone";
    for (const std::string part : {"a.", "\"a\".", "'['.", "a . ", "\"\\\"\"."}) {
        const std::string key = repeated(part, 200'000);
        EXPECT_EQ(error_of(key + "a = 1\n"), "a.toml:1" + expected) << part;
        EXPECT_EQ(error_of("x = 1\n[" + key + "a]\n"), "a.toml:2" + expected) << part;
        EXPECT_EQ(error_of("x = '''\n.\n'''\ny = [\n{ " + key + "a = 1 }]\n"), "a.toml:5" + expected) << part;
        EXPECT_EQ(error_of("x = \"\"\"a\"\"\"\"\n" + key + "a = 1\n"), "a.toml:2" + expected) << part;
    }
}

TEST(LongKeys, DotsElsewhereAreNot) {
    for (const std::string& text :
         {"a.b.c.d.e.f.g.h = 1\n" + std::string(), "a = \"" + repeated(".", 1000) + "\"\n",
          "a = [" + repeated("1.5, ", 1000) + "]\n", "# " + repeated("a.", 1000) + "\na = 1\n",
          "a = '''\n" + repeated("a.", 1000) + "\n'''\n", "a = \"\"\"" + repeated("\\\".", 1000) + "\"\"\"\n"})
        EXPECT_EQ(error_of(text), "(no error)") << text.substr(0, 60);
}

TEST(Letters, OutsideQuotationMarksAreRefused) {
    for (const std::string text :
         {"a\u045e = 1\n", "\u00f6 = 1\n", "a = \u4e00\n", "a = \"\"\"x\\\n\u045e\"\"\"\u045e\n"})
        EXPECT_TRUE(error_of(text).starts_with("a.toml:")) << text << error_of(text);
    EXPECT_EQ(error_of("a = \"\"\"x\\\n\u045e\"\"\"  # \u045e\n"), "(no error)");
}

TEST(TableHeaders, ThatAreNoKeysAreRefused) {
    for (const std::string header : {"[[=", "[=", "[[,]]", "[[[a]]]", "[[.a]]"})
        EXPECT_TRUE(error_of(header + "\n").starts_with("a.toml:1:")) << header << ": " << error_of(header + "\n");
}

}  // namespace
}  // namespace evodoku
