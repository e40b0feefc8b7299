// The presets of published systems have the values of their papers and programs.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "settings/config_file.hpp"
#include "settings/search_settings.hpp"

namespace evodoku {
namespace {

TEST(Presets, HaveThePublishedValues) {
    const std::map<std::string, std::map<std::string, std::string>> published = {
        {"charles",
         {{"population", "2000"},
          {"generations", "100"},
          {"elite", "1"},
          {"crossover", "one-point:rate=0.6,min-second=2,segment=cell"},
          {"replacement", "elitist:ties=children"},
          {"mutation", "swap-cells:rate=0.14,min-swaps=1,max-swaps=1"},
          {"cost", "duplicates:rows=1,columns=1,boxes=1,broken=0"}}},
        {"charles-ranking", {{"selection", "linear-ranking:slope=1"}, {"elite", "1"}, {"generations", "100"}}},
        {"charles-inversion", {{"mutation", "inversion:rate=0.14,open=1"}, {"elite", "1"}, {"generations", "100"}}},
        {"charles-pmx", {{"crossover", "pmx-relabel:rate=0.6"}, {"elite", "1"}, {"generations", "100"}}},
        {"charles-pmx-inversion",
         {{"crossover", "pmx-relabel:rate=0.6"}, {"mutation", "inversion:rate=0.14,open=1"}, {"elite", "1"}}},
        {"charles-arithmetic",
         {{"crossover", "arithmetic:rate=0.6,rounding=carried"},
          {"mutation", "sudoku:rate=0.14,tries=1,filter=shipped"}}},
        {"lewis-2007",
         {{"population", "1"},
          {"restart-after", "20"},
          {"mutation", "annealed-swap:rate=1,trials=0,directed=0,start=3000,cooling=0.99,end=50"},
          {"stagnation", "reheat:fresh=0"}}},
        {"lsga",
         {{"population", "200"},
          {"elite", "0.25"},
          {"immigrants", "0.005"},
          {"selection", "tournament-of-children:size=2"},
          {"replacement", "elite-learning"},
          {"crossover", "exchange-each-row:rate=0.2,each=0.1"}}},
        {"mantere-koljonen",
         {{"cost", "row-column-givens:penalty=2"},
          {"selection", "mating-pool:size=0.5"},
          {"parents", "different"},
          {"mutation", "guarded-swap:rate=0.9,max-swaps=5,limit=5,each=6"},
          {"generations", "10000"}}},
        {"mantere-koljonen-2007",
         {{"population", "21"},
          {"elite", "1"},
          {"selection", "by-index"},
          {"mutation", "guarded-swap:rate=0.6,max-swaps=5,limit=12,each=3"},
          {"replacement", "ageing"},
          {"restart-after", "2000"}}},
        {"pyevolve",
         {{"population", "200"},
          {"generations", "10000"},
          {"elite", "5"},
          {"replacement", "elitist:ties=beaten"},
          {"selection", "always-best"},
          {"crossover", "one-point:rate=1,min-second=1,segment=cell"},
          {"mutation", "swap-cells:rate=1,min-swaps=3,max-swaps=3"},
          {"cost", "duplicates:rows=1,columns=1,boxes=1,broken=2"}}},
        {"restart-roulette",
         {{"population", "400"},
          {"generations", "1805"},
          {"restart-after", "300"},
          {"stagnation", "restart:limit=5,since=1"},
          {"crossover", "k-segment:rate=1,max-segments=8,segment=box"},
          {"mutation", "swap:rate=0.8,max-swaps=1"},
          {"replacement", "plus:offspring=0.5,ties=1"}}},
        {"restart-roulette-neighbours",
         {{"selection", "neighbours:first=1"},
          {"population", "400"},
          {"crossover", "k-segment:rate=1,max-segments=7,segment=box"},
          {"generations", "1499"},
          {"restart-after", "299"},
          {"stagnation", "restart:limit=4,since=1"}}},
        {"row-candidates",
         {{"presolve", "single-pass-keep"},
          {"selection", "filling-pool:waves=16"},
          {"duplicates", "drop"},
          {"stagnation", "grow:max-growth=500,elite=0.1,min-crossed=0.684,max-crossed=0.737,every=1"}}},
        {"row-candidates-easy",
         {{"presolve", "single-pass"},
          {"population", "5000"},
          {"elite", "0.05"},
          {"immigrants", "0.05"},
          {"restart-after", "3"},
          {"selection", "elites-only"},
          {"stagnation", "grow:max-growth=500,elite=0.1,min-crossed=0.684,max-crossed=0.737,every=0"},
          {"largest", "50000"},
          {"seen", "1000000"}}},
    };
    EXPECT_EQ(published.size() + 1, presets().size()) << "and plain";
    for (const auto& [name, values] : published) {
        SearchSettings settings;
        assign(settings, search_settings(), settings_of(find_preset("test", name)));
        std::map<std::string, std::string> made;
        for (const Value& value : values_of(settings, search_settings())) made[value.name] = value.text;
        for (const auto& [setting, text] : values) EXPECT_EQ(made[setting], text) << name << ": " << setting;
    }
}

TEST(Presets, LsgaHasAnEliteOf50AndOneBoardThatLearns) {
    SearchSettings settings;
    assign(settings, search_settings(), settings_of(find_preset("test", "lsga")));
    EXPECT_EQ(settings.config.elite.of(settings.config.population), 50u);
    EXPECT_EQ(settings.config.immigrants.of(settings.config.population), 1u);
}

}  // namespace
}  // namespace evodoku
