// The plain genetic algorithm, each local search alone, and their puzzle.
#include "setups.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bench/benchmark.hpp"
#include "engine/operator_text.hpp"
#include "settings/search_settings.hpp"

namespace evodoku::bench {
namespace {

Setup plain(std::uint32_t population) {
    Config config;
    config.population = population;
    config.islands = 1;
    config.restart_after = 0;
    config.elite = {percent(5), true};
    config.immigrants = {0, true};
    config.initialisation = "random-boxes";
    config.cost = "row-column";
    config.selection = "tournament:size=3";
    config.crossover = "uniform:rate=0.8";
    config.mutation = "swap:rate=0.3,max-swaps=5";
    return {"plain", config, "", 1, "children"};
}

/// Every individual is mutated (or crossed) in every generation; no other operator acts.
Setup single(std::uint32_t population, const std::string& name, const char* phase) {
    Setup setup = plain(population);
    setup.name = name, setup.phase = phase;
    setup.config.elite = {0, false};
    setup.config.selection = "uniform";
    setup.config.crossover.clear();
    setup.config.mutation.clear();
    return setup;
}

Setup local_search(std::uint32_t population, const char* name, const char* unit, std::uint32_t steps,
                   const char* mutation) {
    Setup setup = single(population, name, "mutate");
    setup.unit = unit, setup.steps_a_child = steps;
    setup.config.mutation = mutation;
    return setup;
}

template <class Kind>
Kind at_rate(Kind op, evodoku::Share rate) {
    op.set("rate", rate);
    return op;
}

/// The plain genetic algorithm on a representation: on a cell-board, of whole rows.
Setup plain_on(std::uint32_t population, Representations representation) {
    Setup setup = plain(population);
    setup.name = fmt::format("variant/{}/plain", to_text(representation));
    if (representation == box_board) return setup;
    setup.config.representation = representation;
    setup.config.initialisation = "row-candidates";
    setup.config.cost = "duplicates";
    setup.config.crossover = "uniform:rate=0.8,segment=row";
    setup.config.mutation = "swap-row:rate=0.3";
    return setup;
}

/// Collects variants of one representation.
class Variants {
public:
    Variants(std::vector<Setup>& all, std::uint32_t population, Representations representation)
        : all_(all), plain_(plain_on(population, representation)) {
        all_.push_back(plain_);
    }

    template <class Change>
    void add(const std::string& name, const Change& change) {
        Setup variant = plain_;
        variant.name = fmt::format("variant/{}/{}", to_text(plain_.config.representation), name);
        variant.beside = plain_.config;
        change(variant.config);
        if (hash_of({.config = variant.config}) != hash_of({.config = plain_.config})) all_.push_back(variant);
    }
    /// set(config, operator) for every operator of a kind that supports the board.
    template <class Kind, class Set>
    void add_each(const Set& set) {
        for (const Kind& op : operators_for<Kind>(plain_.config.representation)) {
            add(fmt::format("{}/{}", to_text(Kind::kind), label_of(op)), [&](Config& config) { set(config, op); });
        }
    }

private:
    std::vector<Setup>& all_;
    Setup plain_;
};

}  // namespace

std::vector<Setup> setups(std::uint32_t population) {
    return {
        plain(population),
        local_search(population, "metropolis-swap", "trials", 20,
                     "metropolis-swap:rate=1,trials=20,shift=2,directed=1"),
        local_search(population, "heat-bath", "redraws", 16, "heat-bath:rate=1,redraws=16,shift=3,pick=least-recent")};
}

std::vector<Setup> operator_setups(std::uint32_t population) {
    std::vector<Setup> all;
    const auto add_each = [&]<class Kind>(const char* phase, Mix<Kind> Config::*mix) {
        for (const Kind& op : operators_for<Kind>(box_board)) {
            all.push_back(single(population, fmt::format("{}/{}", to_text(Kind::kind), label_of(op)), phase));
            all.back().config.*mix = {{at_rate(op, whole)}};
        }
    };
    add_each("cross", &Config::crossover);
    add_each("mutate", &Config::mutation);
    return all;
}

std::vector<Setup> variant_setups(std::uint32_t population) {
    std::vector<Setup> all;
    for (const Representations representation : {box_board, cell_board}) {
        Variants variants(all, population, representation);
        variants.add_each<Cost>([](Config& config, const Cost& op) { config.cost = op; });
        variants.add_each<Selection>([](Config& config, const Selection& op) { config.selection = op; });
        variants.add_each<Crossover>(
            [](Config& config, const Crossover& op) { config.crossover = {{at_rate(op, percent(80))}}; });
        variants.add_each<Mutation>(
            [](Config& config, const Mutation& op) { config.mutation = {{at_rate(op, percent(30))}}; });
        variants.add_each<Replacement>([](Config& config, const Replacement& op) { config.replacement = op; });
        variants.add("immigrants=5%", [](Config& config) { config.immigrants = {percent(5), true}; });
        variants.add("pairs", [](Config& config) { config.pairs = true; });
        variants.add("parents=different", [](Config& config) { config.different = true; });
        variants.add("variation=either", [](Config& config) { config.either = true; });
        variants.add("tries=2", [](Config& config) { config.tries = 2; });
        variants.add("duplicates=reject", [](Config& config) { config.distinct = true; });
        variants.add("duplicates=reject,seen",
                     [&](Config& config) { config.distinct = true, config.seen = 10 * population; });
    }
    return all;
}

const std::vector<std::string>& works() {
    static const std::vector<std::string> all = {"puzzles",   "score", "generations", "phases",    "metropolis-swap",
                                                 "heat-bath", "rank",  "start",       "operators", "variants"};
    return all;
}

Config large_bench_config(int order, std::uint32_t population) {
    constexpr std::uint64_t max_redraws = 4'000'000, redraws_per_child = 50, min_generations = 10;
    Config config = large_config(order);
    config.population = population;
    config.generations =
        static_cast<std::uint32_t>(std::max(min_generations, max_redraws / (redraws_per_child * population)));
    return config;
}

Grid bench_puzzle() {
    static constexpr const char* text =
        "..3.5..2...7....8...937...1..5.6.9..2...3..4.............8.7...5....6..81...4..6.";
    Grid grid;
    for (int cell = 0; cell < 81; ++cell) {
        grid[cell] = text[cell] == '.' ? std::uint8_t{0} : static_cast<std::uint8_t>(text[cell] - '0');
    }
    return grid;
}

}  // namespace evodoku::bench