// What an operator may look at besides the boards it is given.
#pragma once

#include <cstdint>

#include "evodoku/core/draws.hpp"
#include "evodoku/core/puzzle.hpp"

namespace evodoku {

struct Alleles;
class ChipAlleles;

/// For crossover, mutation, initialisation and cost.
struct Context {
    const Puzzle& puzzle;
    const Alleles* alleles = nullptr;           ///< only where an operator of the configuration needs them
    bool second = false;                        ///< of two children side by side, the second (see Config::pairs)
    const ChipAlleles* chip = nullptr;          ///< where a deme is on chip: what of the alleles is there,
    const std::uint64_t* chip_words = nullptr;  ///< and its words
};

/// A deme in order of cost, for selection: rank 0 is the best. Costs are known by rank through `order`.
struct Ranking {
    std::uint32_t size;          ///< individuals in the deme
    const std::uint32_t* order;  ///< rank -> index within the deme
    const std::uint32_t* costs;  ///< index -> cost
    std::uint32_t child = 0;     ///< whose parent is wanted, by index within the deme; only where needs_child
    bool second = false;         ///< it is the second parent; only where needs_child
    std::uint32_t kept = 0;      ///< the best that stay as they are
    std::uint32_t highest = 0;   ///< no cost is higher
    /// rank -> sum of the weights of the ranks up to it, and of a number that is the same for all: only for an operator
    /// that says needs_wheel.
    const std::uint64_t* wheel = nullptr;
    StreamKey stream = {};  ///< of the deme's individual 0 in this generation

    EVODOKU_HD std::uint32_t index_at(std::uint32_t rank) const { return order[rank]; }
    EVODOKU_HD std::uint32_t cost_at(std::uint32_t rank) const { return costs[index_at(rank)]; }
};

}  // namespace evodoku
