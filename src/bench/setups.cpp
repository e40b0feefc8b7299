// The plain genetic algorithm, and each local search by itself; the puzzle they work on.
#include "setups.hpp"

#include <fmt/format.h>

#include "evodoku/bench/benchmark.hpp"
#include "evodoku/engine/operator_text.hpp"
#include "evodoku/engine/search_settings.hpp"
#include "evodoku/operators/registry.hpp"

namespace evodoku::bench {
namespace {

Setup plain(std::uint32_t population) {
    Config config;
    config.population = population;
    config.islands = 1;
    config.stall = 0;
    config.elite = {percent(5), true};
    config.immigrants = {0, true};
    config.initialisation = RandomBoxes{};
    config.cost = RowColumn{};
    config.selection = Tournament{.size = 3};
    config.crossover = {{UniformBox{.rate = percent(80)}}};
    config.mutation = {{Swap{.rate = percent(30), .most = 5}}};
    return {"plain", config, "", 1, "children"};
}

/// Every individual is mutated in every generation, or crossed, and nothing else.
Setup single(std::uint32_t population, const std::string& name, const char* phase) {
    Setup setup = plain(population);
    setup.name = name, setup.phase = phase;
    setup.config.elite = {0, false};
    setup.config.selection = UniformSelection{};
    setup.config.crossover.clear();
    setup.config.mutation.clear();
    return setup;
}

Setup local_search(std::uint32_t population, const char* name, const char* unit, std::uint32_t steps,
                   const Mutation& mutation) {
    Setup setup = single(population, name, "mutate");
    setup.unit = unit, setup.steps_a_child = steps;
    setup.config.mutation = {{mutation}};
    return setup;
}

/// The plain genetic algorithm on a representation: on a cell-board, of whole rows.
Setup plain_on(std::uint32_t population, Representations representation) {
    Setup setup = plain(population);
    setup.name = fmt::format("variant/{}/plain", to_text(representation));
    if (representation == suits_box_board) return setup;
    setup.config.representation = representation;
    setup.config.initialisation = RowCandidates{};
    setup.config.cost = Duplicates{};
    setup.config.crossover = {{UniformRow{.rate = percent(80)}}};
    setup.config.mutation = {{SwapRow{.rate = percent(30)}}};
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
    /// set(config, operator) for every operator of a kind that suits.
    template <class Kind, class Set>
    void add_each(const char* kind, const Set& set) {
        for_each_operator<Kind>([&]<class Operator>(const Operator& op) {
            if (!does_suit<Operator>(plain_.config.representation)) return;
            add(fmt::format("{}/{}", kind, op.name), [&](Config& config) { set(config, op); });
        });
    }

private:
    std::vector<Setup>& all_;
    Setup plain_;
};

}  // namespace

std::vector<Setup> setups(std::uint32_t population) {
    return {plain(population),
            local_search(population, "metropolis-swap", "trials", 20,
                         MetropolisSwap{.rate = whole, .trials = 20, .shift = 2, .directed = 1}),
            local_search(population, "heat-bath", "redraws", 16,
                         HeatBath{.rate = whole, .redraws = 16, .shift = 3, .pick = 0})};
}

std::vector<Setup> operator_setups(std::uint32_t population) {
    std::vector<Setup> all;
    for_each_operator<Crossover>([&]<class Operator>(Operator op) {
        if (!does_suit<Operator>(suits_box_board)) return;
        op.rate = whole;
        all.push_back(single(population, std::string("crossover/") + op.name, "cross"));
        all.back().config.crossover = {{op}};
    });
    for_each_operator<Mutation>([&]<class Operator>(Operator op) {
        if (!does_suit<Operator>(suits_box_board)) return;
        op.rate = whole;
        all.push_back(single(population, std::string("mutation/") + op.name, "mutate"));
        all.back().config.mutation = {{op}};
    });
    return all;
}

std::vector<Setup> variant_setups(std::uint32_t population) {
    std::vector<Setup> all;
    for (const Representations representation : {suits_box_board, suits_cell_board}) {
        Variants variants(all, population, representation);
        variants.add_each<Cost>("cost", [](Config& config, const auto& op) { config.cost = op; });
        variants.add_each<Selection>("selection", [](Config& config, const auto& op) { config.selection = op; });
        variants.add_each<Crossover>("crossover", [](Config& config, auto op) {
            op.rate = percent(80);
            config.crossover = {{op}};
        });
        variants.add_each<Mutation>("mutation", [](Config& config, auto op) {
            op.rate = percent(30);
            config.mutation = {{op}};
        });
        for_each_operator<Replacement>([&](const auto& op) {
            variants.add(fmt::format("replacement/{}", op.name), [&](Config& config) { config.replacement = op; });
        });
        variants.add("immigrants=5%", [](Config& config) { config.immigrants = {percent(5), true}; });
        variants.add("pairs", [](Config& config) { config.pairs = true; });
        variants.add("parents=different", [](Config& config) { config.different = true; });
        variants.add("variation=either", [](Config& config) { config.either = true; });
        variants.add("children=2", [](Config& config) { config.children = 2; });
        variants.add("duplicates=reject", [](Config& config) { config.distinct = true; });
        variants.add("duplicates=reject,seen",
                     [&](Config& config) { config.distinct = true, config.seen = 10 * population; });
    }
    return all;
}

Grid bench_puzzle() {
    static constexpr const char* text =
        "..3.5..2...7....8...937...1..5.6.9..2...3..4.............8.7...5....6..81...4..6.";
    Grid grid;
    for (std::size_t cell = 0; cell < 81; ++cell) {
        grid.digit[cell] = text[cell] == '.' ? std::uint8_t{0} : static_cast<std::uint8_t>(text[cell] - '0');
    }
    return grid;
}

}  // namespace evodoku::bench