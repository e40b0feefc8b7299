// The plain genetic algorithm, and each local search by itself; the puzzle they work on.
#include "setups.hpp"

#include "evodoku/bench/benchmark.hpp"
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
