// An island's last population in order of cost, for selection; and the phase that weighs it for a wheel.
#pragma once

#include <cstdint>

#include "engine/island.hpp"
#include "engine/phase.hpp"
#include "operators/concepts.hpp"
#include "operators/context.hpp"

namespace evodoku {

EVODOKU_HD inline Ranking ranking_of(const Population& pool, std::uint32_t island_index) {
    const Island& island = pool.islands[island_index];
    const std::uint32_t first = pool.first_individual(island_index);
    Ranking ranking{island.size, pool.order + first, pool.costs[island.front] + first};
    ranking.highest = pool.highest_cost;
    ranking.wheel = pool.wheel != nullptr ? pool.wheel + first : nullptr;
    ranking.stream = pool.stream(island, 0);
    return ranking;
}

/// Writes the weight of every rank; the executor then makes the prefix sums (add_scan).
template <SelectionOperator SelectionOp>
requires(SelectionOp::needs.wheel) struct WeighPhase {
    static constexpr const char* name = "weigh";
    static constexpr PhaseTraits traits = {};
    Population pool;
    SelectionOp select;

    struct Body {
        const SelectionOp& select;
        const Island& island;
        Ranking ranking;
        std::uint64_t* weights;
        EVODOKU_HD bool active() const { return island.running() && !island.fresh; }
        EVODOKU_HD void operator()(std::uint32_t rank) const {
            weights[rank] = rank < ranking.size ? select.weight(ranking, rank) : 0;
        }
    };
    EVODOKU_HD Body operator()(std::uint32_t island_index) const {
        return {select, pool.islands[island_index], ranking_of(pool, island_index),
                pool.wheel + pool.first_individual(island_index)};
    }
};

}  // namespace evodoku
