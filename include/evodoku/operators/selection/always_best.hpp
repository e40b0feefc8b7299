// Selection `always-best`.
#pragma once

#include "evodoku/operators/context.hpp"
#include "evodoku/operators/knob.hpp"
#include "evodoku/representation/representations.hpp"

namespace evodoku {

/// Any of those that have the deme's lowest cost, each alike: what the default "rank" selector of pyevolve comes to.
/// The highest pressure there is.
///
///   ranks 0..n-1 have the cost of rank 0: n by doubling, then halving
struct AlwaysBest {
    static constexpr const char* name = "always-best";
    static constexpr const char* help = "any of those with the lowest cost of the deme";
    static constexpr unsigned suits = suits_every_board;

    EVODOKU_HD std::uint32_t operator()(const Ranking& deme, Draws& draws) const {
        const std::uint32_t best = deme.cost_at(0);
        std::uint32_t tied = 1;  // ranks below `tied` have it
        while (tied < deme.size && deme.cost_at(tied) == best) {
            tied = tied < deme.size / 2 ? tied * 2 : deme.size;
            if (deme.cost_at(tied - 1) != best) return draws.below(first_other(deme, best, tied / 4, tied - 1));
        }
        return draws.below(tied);
    }

private:
    /// The first rank with another cost; rank `low` or one after it and up to `high`, which has another.
    EVODOKU_HD static std::uint32_t first_other(const Ranking& deme, std::uint32_t best, std::uint32_t low,
                                                std::uint32_t high) {
        while (low < high) {
            const std::uint32_t middle = low + (high - low) / 2;
            if (deme.cost_at(middle) == best) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
};

}  // namespace evodoku
