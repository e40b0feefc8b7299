// The plan phase: for every child, its parents and the operators that will make it.
#pragma once

#include <cstdint>

#include "evodoku/engine/deme.hpp"
#include "evodoku/operators/context.hpp"

namespace evodoku {

/// The operators of a mix, reduced to what choosing one needs.
struct MixTable {
    std::uint32_t count = 0;
    std::uint32_t below[8] = {};  ///< a 16-bit draw under below[k], and not under below[k-1], chooses operator k
    Share rate[8] = {};

    /// The chosen operator, counted from 1, or 0 where its rate says no. Draws 16 bits; 32 in a mix of several.
    EVODOKU_HD std::uint32_t choose(Draws& draws) const {
        std::uint32_t op = 0;
        if (count > 1) {
            const std::uint32_t drawn = draws.bits(16);
            while (op + 1 < count && drawn >= below[op]) ++op;
        }
        return draws.chance(rate[op]) ? op + 1 : 0;
    }
};

/// A deme of the next generation, slot by slot:
///   [ elites | children ... | migrants | immigrants ]     and nothing but fresh boards at its start or restart
template <class SelectionOp, class Representation>
struct PlanPhase {
    static constexpr const char* name = "plan";
    static constexpr Purpose purpose = Purpose::plan;
    static_assert((SelectionOp::suits & Representation::flag) != 0, "this operator does not suit this representation");
    Pool<Representation> pool;
    SelectionOp select;
    MixTable crossovers, mutations;

    struct Body {
        const PlanPhase& phase;
        const Deme& deme;
        Ranking ranking;
        std::uint32_t first;
        std::uint32_t first_migrant, first_immigrant;
        EVODOKU_HD bool active() const { return deme.running(); }

        EVODOKU_HD StreamKey stream(std::uint32_t index) const { return phase.pool.stream(deme, index); }

        /// `first_block`: nothing, or the first block of draws, where the executor made it beforehand.
        template <class... First>
        EVODOKU_HD void operator()(std::uint32_t index, const First&... first_block) const {
            const Pool<Representation>& pool = phase.pool;
            Plan& plan = pool.plans[first + index];
            if (deme.next_generation == 0 && pool.efforts != nullptr) pool.efforts[first + index] = {};
            if (deme.fresh || index >= first_immigrant) {
                plan = Plan::make(0, 0, Plan::fresh, Plan::copy);
            } else if (index < pool.elites) {
                plan = Plan::make(first + ranking.index_at(index), 0, Plan::copy, Plan::copy);
            } else if (index >= first_migrant) {
                const std::uint32_t home = pool.first_slot(deme.source);
                const std::uint32_t rank = index - first_migrant;
                plan = Plan::make(home + (pool.order[home + rank] & pool.order_mask), 0, Plan::copy, Plan::copy);
            } else {
                Draws draws(stream(index), purpose, first_block...);
                plan = breed(index, draws);
            }
        }

    private:
        EVODOKU_HD Plan breed(std::uint32_t index, Draws& draws) const {
            const std::uint32_t a = parent(index, false, draws);
            const std::uint32_t crossover = phase.crossovers.choose(draws);
            const std::uint32_t b = crossover == Plan::copy ? a : parent(index, true, draws);
            const std::uint32_t mutation = phase.mutations.choose(draws);
            return Plan::make(a, b, crossover, mutation);
        }

        EVODOKU_HD std::uint32_t parent(std::uint32_t index, bool mate, Draws& draws) const {
            Ranking for_child = ranking;
            for_child.child = index, for_child.mate = mate;
            const std::uint32_t rank = phase.select(for_child, draws);
            const std::uint32_t slot = first + ranking.index_at(rank);
            prefetch(phase.pool.boards[deme.front] + slot);
            return slot;
        }
    };

    EVODOKU_HD Body operator()(std::uint32_t number) const {
        const Deme& deme = pool.demes[number];
        const std::uint32_t first = pool.first_slot(number);
        const std::uint32_t first_immigrant = pool.deme_size - pool.immigrants;
        return {*this,
                deme,
                {pool.deme_size, pool.order + first, pool.order_mask, pool.costs[deme.front] + first},
                first,
                first_immigrant - (deme.receives ? pool.migrants : 0),
                first_immigrant};
    }
};

}  // namespace evodoku
