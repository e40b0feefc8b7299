// A deme's last population in order of cost, as selection sees it; and the phase that weighs it for a wheel.
#pragma once

#include <cstdint>

#include "evodoku/engine/deme.hpp"
#include "evodoku/operators/context.hpp"

namespace evodoku {

template <class Representation>
EVODOKU_HD Ranking ranking_of(const Pool<Representation>& pool, std::uint32_t number) {
    const Deme& deme = pool.demes[number];
    const std::uint32_t first = pool.first_slot(number);
    Ranking ranking{deme.size, pool.order + first, pool.costs[deme.front] + first};
    ranking.highest = pool.highest_cost;
    ranking.wheel = pool.wheel != nullptr ? pool.wheel + first : nullptr;
    ranking.stream = pool.stream(deme, 0);
    return ranking;
}

/// Writes the weight of every rank; the executor then sums them up (add_scan).
template <class SelectionOp, class Representation>
struct WeighPhase {
    static constexpr const char* name = "weigh";
    Pool<Representation> pool;
    SelectionOp select;

    struct Body {
        const SelectionOp& select;
        const Deme& deme;
        Ranking ranking;
        std::uint64_t* weights;
        EVODOKU_HD bool active() const { return deme.running() && !deme.fresh; }
        EVODOKU_HD void operator()(std::uint32_t rank) const {
            weights[rank] = rank < ranking.size ? select.weight(ranking, rank) : 0;
        }
    };
    EVODOKU_HD Body operator()(std::uint32_t number) const {
        return {select, pool.demes[number], ranking_of(pool, number), pool.wheel + pool.first_slot(number)};
    }
};

}  // namespace evodoku
