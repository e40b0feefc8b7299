// What an executor needs to know to rank a population.
#pragma once

#include <cstddef>
#include <cstdint>

#include "evodoku/engine/deme.hpp"

namespace evodoku {

/// Sort every running deme by (cost, index within the deme): unique keys, so any correct sort gives the same order. A
/// deme that does not run keeps the order that it has: others may take in migrants from it.
struct RankRequest {
    const std::uint32_t* costs[2];  ///< by buffer; the one to rank is the deme's back
    std::uint32_t* order;           ///< slot -> index, within the deme, of that rank
    const Deme* demes;
    std::uint32_t deme_count, deme_size;
    std::uint32_t highest_cost;  ///< costs are 0..highest_cost

    /// Where an individual stands in a stable sort of all demes at once, which leaves alone those that do not run: they
    /// are in the order of the costs of their population.
    EVODOKU_HD std::uint64_t key(const Deme& deme, std::uint32_t number, std::uint32_t index) const {
        const std::uint32_t* const of = costs[deme.running() ? deme.back() : deme.front];
        const std::uint32_t cost = of[std::size_t{number} * deme_size + index];
        return number * (std::uint64_t{highest_cost} + 1) + (cost < highest_cost ? cost : highest_cost);
    }
};

}  // namespace evodoku
