// What an executor needs to know to rank a population.
#pragma once

#include <cstdint>

#include "evodoku/engine/deme.hpp"

namespace evodoku {

/// Sort every running deme by (cost, index within the deme): unique keys, so any correct sort gives the same order.
struct RankRequest {
    const std::uint32_t* costs[2];  ///< by buffer; the one to rank is the deme's back
    std::uint32_t* order;           ///< slot -> index, within the deme, of that rank
    const Deme* demes;
    std::uint32_t deme_count, deme_size;
    std::uint32_t highest_cost;  ///< costs are 0..highest_cost
};

}  // namespace evodoku
