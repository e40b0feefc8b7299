// An executor's input for ranking a population.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/island.hpp"

namespace evodoku {

/// Sort every running island by (cost, index within the island): unique keys, so any correct sort gives the same order.
/// An island that does not run keeps its order, because others may receive migrants from it.
struct RankRequest {
    const std::uint32_t* costs[2];  ///< by buffer; the one to rank is the island's back buffer
    std::uint32_t* order;           ///< island_index * island_size + rank -> index within the island
    const Island* islands;
    std::uint32_t island_count, island_size;
    std::uint32_t highest_cost;  ///< costs are 0..highest_cost

    /// The key of an individual in a stable sort of all islands at once. Islands that do not run keep their order,
    /// because they are in the order of their population's costs.
    EVODOKU_HD std::uint64_t key(const Island& island, std::uint32_t island_index, std::uint32_t index) const {
        const std::uint32_t* const of = costs[island.running() ? island.back() : island.front];
        const std::uint32_t cost = of[std::size_t{island_index} * island_size + index];
        return island_index * (std::uint64_t{highest_cost} + 1) + (cost < highest_cost ? cost : highest_cost);
    }
};

}  // namespace evodoku
