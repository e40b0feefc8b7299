// The measured configurations. Private to this layer.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "evodoku/engine/config.hpp"

namespace evodoku::bench {

/// A configuration to evolve, with every setting spelled out: it does not change with the defaults.
struct Setup {
    std::string name;  ///< "plain", or the measured part: "heat-bath", "mutation/swap"
    Config config;
    std::string phase;     ///< the measured phase; empty for the plain genetic algorithm
    double steps_a_child;  ///< of that phase: trials, redraws; 1 for children
    std::string unit;
    std::optional<Config> beside = {};  ///< for a variant: its base, timed in turn with it
};

/// The plain genetic algorithm and the local searches.
std::vector<Setup> setups(std::uint32_t population);
/// Every crossover and mutation of box-boards alone, with its default parameters and a rate of 1.
std::vector<Setup> operator_setups(std::uint32_t population);
/// Whole generations of the plain genetic algorithm with one change, on both representations: every cost, selection,
/// crossover, mutation and replacement with its default parameters, at the plain rates, and every other variant of a
/// generation. The plain configuration itself is left out.
std::vector<Setup> variant_setups(std::uint32_t population);

/// The default configuration of larger boards, with a budget: about 4 million redraws per board, at any population.
Config large_bench_config(int order, std::uint32_t population);

}  // namespace evodoku::bench
