// Selection `always-best`.
#pragma once

#include "evodoku/representation/representations.hpp"
#include "operators/context.hpp"
#include "operators/parameter.hpp"

namespace evodoku {

/// Uniform among the individuals with the island's lowest cost: the effect of pyevolve's default "rank" selector. The
/// highest possible pressure.
///
///   ranks 0..n-1 have the cost of rank 0: n is found by doubling, then by binary search
struct AlwaysBest {
    static constexpr const char* name = "always-best";
    static constexpr const char* help = "uniform among those with the lowest cost of the island";
    static constexpr Representations supports = every_board;
    static constexpr OperatorNeeds needs = {};

    static constexpr auto parameters() { return no_parameters<AlwaysBest>; }

    EVODOKU_HD std::uint32_t operator()(const Ranking& island, Draws& draws) const {
        const std::uint32_t best = island.cost_at(0);
        std::uint32_t tied = 1;  // ranks below `tied` have the lowest cost
        while (tied < island.size && island.cost_at(tied) == best) {
            tied = tied < island.size / 2 ? tied * 2 : island.size;
            if (island.cost_at(tied - 1) != best) return draws.below(first_other(island, best, tied / 4, tied - 1));
        }
        return draws.below(tied);
    }

private:
    /// The first rank with another cost, searched after `low` and up to `high`, which has another cost.
    EVODOKU_HD static std::uint32_t first_other(const Ranking& island, std::uint32_t best, std::uint32_t low,
                                                std::uint32_t high) {
        while (low < high) {
            const std::uint32_t middle = low + (high - low) / 2;
            if (island.cost_at(middle) == best) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
};

}  // namespace evodoku
