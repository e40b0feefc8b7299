// The plan phase: the parents and operators of every child, from the last population in order of cost.
#pragma once

#include <cstdint>

#include "engine/chosen_operator.hpp"
#include "engine/island.hpp"
#include "engine/phase.hpp"
#include "operators/bases.hpp"

namespace evodoku {

/// An island's last population in order of cost.
template <class SelectionOp>
EVODOKU_HD inline Ranking ranking_of(const PopulationArrays& pool, std::uint32_t island_index) {
    const Island& island = pool.islands[island_index];
    const std::uint32_t first = pool.first_individual(island_index);
    Ranking ranking{island.size, pool.order + first, pool.costs[island.front] + first};
    ranking.highest = pool.highest_cost;
    ranking.wheel = pool.wheel != nullptr ? pool.wheel + first : nullptr;
    ranking.stream = pool.stream(island, 0);
    if constexpr (SelectionOp::needs.schedule) {
        const bool anneals = pool.schedule != nullptr && !island.fresh && island.running();
        if (anneals) ranking.anneals = true, ranking.colder = pool.colder(island);
    }
    return ranking;
}

/// Writes the weight of every rank; the executor then makes the prefix sums (add_scan).
template <SelectionOperator SelectionOp>
requires(SelectionOp::needs.wheel) struct WeighPhase {
    static constexpr const char* name = "weigh";
    static constexpr PhaseTraits traits = {};
    PopulationArrays pool;
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
        return {select, pool.islands[island_index], ranking_of<SelectionOp>(pool, island_index),
                pool.wheel + pool.first_individual(island_index)};
    }
};

/// Plans an island's next generation, individual by individual: see Layout. First the ranks of the parents are drawn,
/// then(index) looks up the individuals of those ranks. The two are far apart in memory, and each is prefetched. PoolOf
/// is a Pool or PoolOfAnyBoard, Mix a MixTable or MixOfOne.
template <SelectionOperator SelectionOp, class PoolOf, class Mix = MixTable>
struct PlanPhase {
    static constexpr const char* name = "plan";
    static constexpr PhaseTraits traits = {.finishes = true, .max_first_blocks = 1};
    static constexpr Purpose purpose = Purpose::plan;
    PoolOf pool;
    SelectionOp select;
    Mix crossovers, mutations;
    std::uint32_t wave = 0;  ///< only where SelectionOp::needs.waves

    /// Children made now, by index. The first wave makes all that have no parents among the children: elites, fresh
    /// boards.
    struct Wave {
        std::uint32_t begin = 0, end = 0;
        bool first = true;
    };

    struct Body {
        const PlanPhase& phase;
        const Island& island;
        Ranking ranking;
        std::uint32_t first;
        Layout layout;
        Wave at = {};
        EVODOKU_HD bool active() const { return island.running(); }

        /// See MakingBody.
        EVODOKU_HD StreamKey stream(std::uint32_t index) const { return phase.pool.stream(island, index); }
        EVODOKU_HD std::uint32_t first_blocks() const {
            return phase.pool.pairs || phase.pool.mates != 1 ? 0 : traits.max_first_blocks;
        }
        EVODOKU_HD Purpose drawn_for() const { return purpose; }

        template <class... First>
        EVODOKU_HD void operator()(std::uint32_t index, const First&... first_blocks) const {
            const PoolOf& pool = phase.pool;
            Plan& plan = pool.plans[first + index];
            if (island.next_generation == 0 && pool.efforts != nullptr) pool.efforts[first + index] = {};
            if (index >= layout.end) {
                plan = Plan::make(0, 0, Plan::none, Plan::copy);
            } else if (island.fresh || index >= layout.first_immigrant) {
                plan = Plan::make(0, 0, SelectionOp::needs.waves && !at.first ? Plan::none : Plan::fresh, Plan::copy);
                if (pool.rules.learns && !island.fresh && layout.kept != 0) learn(index, plan);
            } else if (index < layout.kept) {
                // In later waves children read the copies; the score still looks up the parent.
                const bool copied = SelectionOp::needs.waves && !at.first;
                plan = Plan::make(first + ranking.index_at(index), 0, copied ? Plan::none : Plan::copy, Plan::copy);
            } else if (index >= layout.first_migrant) {
                const std::uint32_t home = pool.first_individual(island.source);
                const std::uint32_t rank = index - layout.first_migrant;
                plan = Plan::make(home + pool.order[home + rank], 0, Plan::copy, Plan::copy);
            } else if (SelectionOp::needs.waves && (index < at.begin || index >= at.end)) {
                plan = Plan::make(0, 0, Plan::none, Plan::copy);
            } else if constexpr (sizeof...(First) != 0) {  // see first_blocks()
                Draws draws(pool.pair_stream(island, layout, index), purpose, first_blocks...);
                plan = breed<false, false>(index, draws);
            } else if (EVODOKU_ON_DEVICE || !pool.pairs || pool.mates > 1) {
                plan = breed_of_any(index);
            } else {
                Draws draws(pool.pair_stream(island, layout, index), purpose);
                plan = breed<false, true>(index, draws);
            }
        }

        EVODOKU_HD void then(std::uint32_t index) const {
            if (island.fresh || index < layout.kept || index >= layout.first_migrant) return;
            Plan& plan = phase.pool.plans[first + index];
            plan = Plan::make(parent(plan.parent_a()), parent(plan.parent_b()), plan.crossover(), plan.mutation());
        }

    private:
        /// An immigrant becomes a copy of a random elite, with a probability that rises with the cost of the worst
        /// board.
        EVODOKU_HD EVODOKU_SELDOM void learn(std::uint32_t index, Plan& plan) const {
            Draws draws(phase.pool.stream(island, index), purpose);
            const std::uint32_t elite = draws.below(layout.kept);
            const std::uint32_t worst = ranking.cost_at(island.size - 1);
            const std::uint32_t drawn = draws.below(worst);
            if (drawn >= worst - ranking.cost_at(elite)) return;
            plan = Plan::make(first + ranking.index_at(elite), 0, Plan::copy, Plan::copy);
        }

        /// With parents that may have to be different. On a CPU this is a separate function, so that the random numbers
        /// of other children stay in registers. On a GPU, which has enough registers but less room for code, it serves
        /// all children.
        EVODOKU_HD EVODOKU_SELDOM Plan breed_of_any(std::uint32_t index) const {
            Draws draws(phase.pool.pair_stream(island, layout, index), purpose);
            return phase.pool.pairs ? breed<true, true>(index, draws) : breed<true, false>(index, draws);
        }

        /// Both of a pair make the same draws; the second swaps the parents' roles, and has its own mutation.
        template <bool different, bool pairs>
        EVODOKU_HD EVODOKU_INLINE Plan breed(std::uint32_t index, Draws& draws) const {
            const bool second = pairs && layout.is_second(index);
            const std::uint32_t child = pairs ? layout.kept + (index - layout.kept) / 2 : index;
            const std::uint32_t a = choose(child, false, draws);
            const std::uint32_t crossover = phase.crossovers.choose(draws, island.growth.crossed_instead());
            const std::uint32_t b = pairs || crossover != Plan::copy ? mate<different>(child, a, draws) : a;
            std::uint32_t mutation = phase.mutations.choose(draws);
            if (second) mutation = phase.mutations.choose(draws);
            if (phase.pool.either && crossover != Plan::copy) mutation = Plan::copy;
            return Plan::make(second ? b : a, second ? a : b, crossover, mutation);
        }

        EVODOKU_HD std::uint32_t individual_of(std::uint32_t rank) const { return first + ranking.index_at(rank); }
        EVODOKU_HD std::uint32_t parent(std::uint32_t rank) const {
            if constexpr (SelectionOp::needs.waves) return first + rank;  // an index of the new population
            const std::uint32_t individual = individual_of(rank);
            phase.pool.prefetch_board(island, individual);
            return individual;
        }

        /// The rank of the second parent of a child whose first parent has rank `a`.
        template <bool different>
        EVODOKU_HD std::uint32_t mate(std::uint32_t child, std::uint32_t a, Draws& draws) const {
            std::uint32_t b = choose(child, true, draws);
            if constexpr (different) {
                for (std::uint32_t left = phase.pool.mates; --left != 0 && same_board(a, b);) {
                    b = choose(child, true, draws);
                }
            }
            return b;
        }
        EVODOKU_HD bool same_board(std::uint32_t rank_a, std::uint32_t rank_b) const {
            return phase.pool.same_board(island, individual_of(rank_a), individual_of(rank_b));
        }

        /// The rank of a parent. The ranking is copied only for operators that need the child: it is large, and this is
        /// called twice per child.
        EVODOKU_HD std::uint32_t choose(std::uint32_t child, bool second, Draws& draws) const {
            std::uint32_t rank = 0;
            if constexpr (SelectionOp::needs.child) {
                Ranking asked = ranking;
                asked.child = child, asked.second = second;
                rank = phase.select(asked, draws);
            } else {
                rank = phase.select(ranking, draws);
            }
            prefetch(ranking.order + rank);
            return rank;
        }
    };

    EVODOKU_HD Body operator()(std::uint32_t island_index) const {
        const Island& island = pool.islands[island_index];
        const Layout layout = pool.layout_of(island);
        Ranking ranking = ranking_of<SelectionOp>(pool, island_index);
        ranking.kept = layout.kept;
        if constexpr (SelectionOp::needs.waves) {
            const Wave range = wave_of(layout);
            ranking.filled = range.begin;
            return {*this, island, ranking, pool.first_individual(island_index), layout, range};
        }
        return {*this, island, ranking, pool.first_individual(island_index), layout};
    }

private:
    /// The first wave makes no child: the elites must be there before a child copies one. Each later wave adds a
    /// quarter of what is there, an even number, so that pairs stay together; the last adds the rest.
    EVODOKU_HD Wave wave_of(const Layout& layout) const {
        Wave range{layout.kept, layout.kept, wave == 0};
        for (std::uint32_t k = 1; k <= wave; ++k) {
            const std::uint32_t quarter = range.end / 4 & ~1u;
            const std::uint32_t left = layout.first_migrant - range.end;
            const std::uint32_t more = quarter < 2 ? 2 : quarter;
            range.begin = range.end;
            range.end += k + 1 == pool.rules.waves || left < more ? left : more;
        }
        return range;
    }
};

}  // namespace evodoku
