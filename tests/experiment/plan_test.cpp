// Plans: what is read, and that every mistake is named with its place before anything runs.
#include "engine/text.hpp"
#include "experiment/experiment.hpp"
#include "support/refusal.hpp"

namespace evodoku::experiment {
namespace {

Plan read(const std::string& text) { return read_plan(text, "plan.toml"); }

const std::string puzzles = "puzzles = [\"a.txt\"]\n";
const std::string seeds = "seeds = [1]\n";
const std::string plain = "[[configurations]]\npreset = \"plain\"\n";

TEST(Plan, HoldsPuzzlesConfigurationsAndSeeds) {
    const Plan plan = read(
        "output = 'out.jsonl'\nseeds = { first = 5, count = 3 }\n"
        "puzzles = ['a.txt', { file = 'b.txt', lines = [2, '4-9'] }]\n"
        "[defaults]\ngenerations = 500\npopulation = '2k'\n"
        "[[configurations]]\npreset = 'plain'\n"
        "[[configurations]]\nname = 'zeta'\npreset = 'plain'\npopulation = 300\nmutation = 'none'\n"
        "[[configurations]]\nname = 'alpha'\nrestart-after = 0\n");
    EXPECT_EQ(plan.output, "out.jsonl");
    EXPECT_EQ(plan.seeds, (std::vector<std::uint64_t>{5, 6, 7}));
    ASSERT_EQ(plan.files.size(), 2u);
    EXPECT_EQ(plan.files[0].name, "a.txt");
    EXPECT_TRUE(plan.files[0].lines.empty());
    EXPECT_EQ(plan.files[1].name, "b.txt");
    EXPECT_EQ(plan.files[1].lines, (std::vector<std::pair<std::size_t, std::size_t>>{{2, 2}, {4, 9}}));
    ASSERT_EQ(plan.configurations.size(), 3u);
    EXPECT_EQ(plan.configurations[0].name, "plain");
    EXPECT_EQ(plan.configurations[1].name, "zeta");
    EXPECT_EQ(plan.configurations[2].name, "alpha");
    EXPECT_EQ(plan.configurations[0].settings.config.population, 2'000u);  // defaults take precedence over the preset
    EXPECT_EQ(plan.configurations[1].settings.config.population, 300u);    // and the configuration over both
    EXPECT_EQ(to_text(plan.configurations[1].settings.config.mutation), "none");
    EXPECT_EQ(plan.configurations[2].settings.config.restart_after, 0u);
    for (const Configuration& configuration : plan.configurations) {
        EXPECT_EQ(configuration.settings.config.generations, 500u);
        EXPECT_EQ(configuration.hash, hash_of(configuration.settings));
        EXPECT_NE(configuration.settings.config.population, 0u);
    }
}

TEST(Plan, DefaultsMayHaveAPreset) {
    const Plan plan = read(seeds + puzzles +
                           "[defaults]\npreset = 'plain'\nelite = 7\n[[configurations]]\npopulation = [100, 200]\n"
                           "[[configurations]]\npreset = 'charles'\n[[configurations]]\nname = 'own'\n");
    ASSERT_EQ(plan.configurations.size(), 4u);
    EXPECT_EQ(plan.configurations[0].name, "plain, population=100");
    EXPECT_EQ(plan.configurations[2].name, "charles");
    EXPECT_EQ(plan.configurations[3].name, "own");
    const Plan same = read(seeds + puzzles + "[[configurations]]\nname = 'own'\npreset = 'plain'\nelite = 7\n");
    EXPECT_EQ(plan.configurations[3].hash, same.configurations[0].hash);
    EXPECT_NE(plan.configurations[2].hash, same.configurations[0].hash);
}

TEST(Plan, AListOfValuesMakesAConfigurationOfEach) {
    const Plan plan = read_plan(
        "seeds = [1]\npuzzles = ['p']\nhistory = true\n[[configurations]]\npreset = 'plain'\n"
        "population = [1_000, 2_000, 4_000]\nmutation = ['none', 'swap']\n[[configurations]]\nname = 'last'\n",
        "plan.toml");
    EXPECT_TRUE(plan.history);
    ASSERT_EQ(plan.configurations.size(), 7u);
    EXPECT_EQ(plan.configurations[0].name, "plain, population=1000, mutation=none");
    EXPECT_EQ(plan.configurations[1].name, "plain, population=1000, mutation=swap");
    EXPECT_EQ(plan.configurations[5].name, "plain, population=4000, mutation=swap");
    EXPECT_EQ(plan.configurations[5].settings.config.population, 4'000u);
    EXPECT_EQ(plan.configurations[6].name, "last");
    const Plan swept = read_plan(
        "seeds = [1]\npuzzles = ['p']\n[defaults]\npreset = 'plain'\npopulation = [1_000, 2_000]\n"
        "[[configurations]]\nname = 'a'\n[[configurations]]\nname = 'b'\npopulation = 300\n",
        "plan.toml");
    ASSERT_EQ(swept.configurations.size(), 3u);
    EXPECT_EQ(swept.configurations[1].name, "a, population=2000");
    EXPECT_EQ(swept.configurations[2].name, "b");
    EXPECT_EQ(swept.configurations[2].settings.config.population, 300u);
}

TEST(Plan, AHistoryIsOfGenerationsOrOfImprovements) {
    for (const auto& [text, history, full] :
         {std::tuple("true", true, true), {"'improvements'", true, false}, {"false", false, false}}) {
        const Plan plan = read("history = " + std::string(text) + "\n" + puzzles + seeds + plain);
        EXPECT_EQ(plan.history, history) << text;
        EXPECT_EQ(plan.full_history, full) << text;
        EXPECT_EQ(plan.configurations[0].hash, read(puzzles + seeds + plain).configurations[0].hash) << text;
    }
    EXPECT_EQ(read("history = true\nhistory-every = 7\n" + puzzles + seeds + plain).history_every, 7u);
}

TEST(Plan, FitsWhatItDoesNotName) {
    const Plan plan = read(puzzles + seeds + "[[configurations]]\nname = 'i'\nislands = 3\nmigrate-every = 7\n");
    const Config& config = plan.configurations[0].settings.config;
    EXPECT_EQ(config.population % 3, 0u);
    EXPECT_EQ(config.sync_every, 7u);
}

TEST(Plan, SaysWhichConfigurationsDoNotDiffer) {
    const std::string other = puzzles + seeds + plain + plain + "name = 'b'\n";
    for (const std::string idle : {"migrate-every = 40\n", "replacement = 'elite-learning'\n"})
        EXPECT_EQ(read(other + idle).remarks.size(), 1u) << idle;
    EXPECT_TRUE(read(other + "elite = 1\n").remarks.empty());
    EXPECT_TRUE(read(other + "replacement = 'elite-learning'\nimmigrants = 1\n").remarks.empty());
}

TEST(Plan, TakesSeedsOfAll64Bits) {
    EXPECT_EQ(read("seeds = ['18446744073709551615', 0]\n" + puzzles + plain).seeds,
              (std::vector<std::uint64_t>{~std::uint64_t{0}, 0}));
    EXPECT_EQ(read("seeds = { first = '18446744073709551614', count = 2 }\n" + puzzles + plain).seeds.back(),
              ~std::uint64_t{0});
}

TEST(Plan, MistakesAreNamedWithTheirPlace) {
    const std::string both = puzzles + seeds, named = both + "[[configurations]]\n";
    const std::vector<std::pair<std::string, std::vector<const char*>>> mistakes = {
        {"history = 'true'\n" + both + plain, {"plan.toml:1:11: history is neither true nor"}},
        {"history = 'improvements'\nhistory-every = 3\n" + both + plain,
         {"plan.toml:2:17: history-every needs history = true"}},
        {seeds + plain, {"plan.toml: the plan has no puzzles; write puzzles = [\"file.txt\"]"}},
        {seeds + "puzzles = []\n" + plain, {"plan.toml:2:11: the plan has no puzzles"}},
        {seeds + "puzzles = 'a'\n" + plain, {"plan.toml:2:11: puzzles is not a list"}},
        {seeds + "puzzles = [3]\n" + plain, {"plan.toml:2:12: a file of puzzles is a number; write a text"}},
        {both + "[[configurations]]\nname = ''\n", {"plan.toml:4:8: name is an empty text; write a text in"}},
        {both + "[[configurations]]\npreset = ['plain']\n", {"plan.toml:4:10: preset is a list; write a text in"}},
        {seeds + "puzzles = [{ lines = [1] }]\n" + plain, {"plan.toml:2:12: a table of puzzles has no file"}},
        {seeds + "puzzles = [{ fil = 'a' }]\n" + plain, {"plan.toml:2:14: ", "mean 'file'?"}},
        {seeds + "puzzles = [{ file = 'a', lines = [0] }]\n" + plain, {"plan.toml:2:35: lines: "}},
        {seeds + "puzzles = [{ file = 'a', lines = ['9-4'] }]\n" + plain, {":2:35: lines: "}},
        {seeds + "puzzles = [{ file = 'a', lines = 3 }]\n" + plain, {":2:34: lines is not a"}},
        {puzzles + plain, {"plan.toml: the plan has no seeds; write seeds = { first = 1, count"}},
        {"seeds = [1, 2, 1]\n" + puzzles + plain, {"plan.toml:1:16: seed 1 appears twice"}},
        {"seeds = { first = 1 }\n" + puzzles + plain, {"plan.toml:1:9: seeds needs both"}},
        {"seeds = { first = 1, count = 0 }\n" + puzzles + plain, {":1:30: count is 0; allowed: 1"}},
        {"seeds = { first = '18446744073709551615', count = 2 }\n" + puzzles + plain, {"count is 2; allowed: 1..1"}},
        {"seeds = { frist = 1 }\n" + puzzles + plain, {"plan.toml:1:11: ", "did you mean 'first'?"}},
        {both, {"plan.toml: the plan has no configurations; write [[config"}},
        {both + "[configurations]\n", {"plan.toml:3:1: configurations is not a list"}},
        {named + "restart-after = 3\n", {":3:1: ", "neither a name nor a preset"}},
        {named + "preset = 'plane'\n", {"plan.toml:4:10: preset: unknown preset 'plane' (did you mean 'plain'?)"}},
        {both + "[defaults]\npreset = 'plane'\n[[configurations]]\nname = 'a'\n",
         {"plan.toml:4:10: preset: unknown preset 'plane' (did you mean 'plain'?)"}},
        {both + plain + "  elit = 3\n", {"plan.toml:5:3: unknown key 'elit' (did you mean 'elite'?)"}},
        {both + "[defaults]\nelit = 3\n" + plain, {"plan.toml:4:1: unknown key 'elit' (did you mean 'elite'?)"}},
        {"puzles = []\n" + seeds + plain, {"plan.toml:1:1: unknown key 'puzles' (did you mean"}},
        {both + plain + "seed = 3\n",
         {"plan.toml:5:1: unknown key 'seed'; all runs share the plan's seeds: write seeds = [3]"}},
        {both + "[defaults]\nseed = 3\n" + plain,
         {"plan.toml:4:1: unknown key 'seed'; all runs share the plan's seeds"}},
        {both + plain + "elite = 1.5\n",
         {"plan.toml:5:9: elite: '1.5' is neither a count (20) nor a share from 0 to 1"}},
        {both + plain + "crossover = 'uniform:rate=1.5'\n",
         {"plan.toml:5:13: crossover: parameter 'rate' of 'uniform' is '1.5'; allowed: 0..1"}},
        {both + plain + "population = '17M'\n", {":5:14: population is 17M"}},
        {both + plain + "population = [100, 100]\n", {"two configurations are called plain, population=100"}},
        {both + plain + "population = 100\nislands = 7\n",
         {"plan.toml:3:1: configuration 'plain': population is 100, which 7 islands do not share evenly",
          " (from plan.toml:5:14: population, plan.toml:6:11: islands)"}},
        {both + plain + plain + "restart-after = 3\n", {":5:1: two configurations are called plain"}},
        {both + plain + plain + "name = 'b'\nrestart-after = 25\n",
         {"plan.toml:5:1: configurations 'plain' and 'b' are the same; remove one"}},
        {"puzzles = [", {"plan.toml:1:"}}};
    for (const auto& [text, parts] : mistakes) test::expect_all(test::refusal([&] { read(text); }), parts);
}

}  // namespace
}  // namespace evodoku::experiment
