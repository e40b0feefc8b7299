// The configurations that are measured. Private to this layer.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "evodoku/engine/config.hpp"

namespace evodoku::bench {

/// A configuration to evolve, every setting spelt out: it stays the same where defaults change.
struct Setup {
    std::string name;  ///< "plain", or what it measures: "heat-bath", "crossover/uniform-box"
    Config config;
    std::string phase;     ///< the one whose time counts; empty for the plain genetic algorithm
    double steps_a_child;  ///< of that phase: trials, redraws; 1 for children
    std::string unit;
    std::optional<Config> beside = {};  ///< timed in turn with it: of a variant, what it is a variant of
};

/// The plain genetic algorithm and the local searches.
std::vector<Setup> setups(std::uint32_t population);
/// Every crossover and mutation of box-boards by itself, with its default knobs and a rate of 1.
std::vector<Setup> operator_setups(std::uint32_t population);
/// Whole generations of the plain genetic algorithm with one thing changed, on both representations: every cost,
/// selection, crossover, mutation and replacement with its default knobs, at the plain rates; and every other way to
/// vary a generation. What would be the plain configuration itself is left out.
std::vector<Setup> variant_setups(std::uint32_t population);

}  // namespace evodoku::bench
