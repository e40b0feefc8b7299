// What an operator may look at besides the boards it is given.
#pragma once

#include <cstdint>

#include "evodoku/core/puzzle.hpp"

namespace evodoku {

struct Alleles;

/// For crossover, mutation, initialisation and cost.
struct Context {
    const Puzzle& puzzle;
    const Alleles* alleles = nullptr;  ///< only where an operator of the configuration needs them
};

/// A deme in order of cost, for selection: rank 0 is the best. Costs are known by rank through `order`.
struct Ranking {
    std::uint32_t size;          ///< individuals in the deme
    const std::uint32_t* order;  ///< rank -> index within the deme, under `mask`
    std::uint32_t mask;          ///< the bits of an entry of `order` that are the index
    const std::uint32_t* costs;  ///< index -> cost
    std::uint32_t child = 0;     ///< the place in the deme of the child whose parent is chosen
    bool mate = false;           ///< its second parent, for crossover

    EVODOKU_HD std::uint32_t index_at(std::uint32_t rank) const { return order[rank] & mask; }
    EVODOKU_HD std::uint32_t cost_at(std::uint32_t rank) const { return costs[index_at(rank)]; }
};

}  // namespace evodoku
