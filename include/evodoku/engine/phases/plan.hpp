// The plan phase: for every child, its parents and the operators that will make it.
#pragma once

#include <cstdint>

#include "evodoku/engine/deme.hpp"
#include "evodoku/engine/phases/ranking.hpp"
#include "evodoku/operators/registry.hpp"

namespace evodoku {

/// The operators of a mix, reduced to what choosing one needs.
struct MixTable {
    std::uint32_t count = 0;
    std::uint32_t below[8] = {};  ///< a 16-bit draw under below[k], and not under below[k-1], chooses operator k
    Share rate[8] = {};

    /// The chosen operator, counted from 1, or 0 where its rate says no; or, if there is one, the rate that is given in
    /// place of it. Draws 16 bits; 32 in a mix of several.
    EVODOKU_HD std::uint32_t choose(Draws& draws, const Share* instead = nullptr) const {
        std::uint32_t op = 0;
        if (count > 1) {
            const std::uint32_t drawn = draws.bits(16);
            while (op + 1 < count && drawn >= below[op]) ++op;
        }
        return draws.chance(instead != nullptr && count != 0 ? *instead : rate[op]) ? op + 1 : 0;
    }
};

/// A deme of the next generation, slot by slot: see Layout. First the ranks of the parents are drawn, then(index) looks
/// up who has them: both are far apart in memory, and each is asked for before it is needed.
template <class SelectionOp, class Representation>
struct PlanPhase {
    static constexpr const char* name = "plan";
    static constexpr Purpose purpose = Purpose::plan;
    static constexpr std::uint32_t blocks = 1;
    static_assert(does_suit<SelectionOp>(Representation::flag), "this operator does not suit this representation");
    Pool<Representation> pool;
    SelectionOp select;
    MixTable crossovers, mutations;

    struct Body {
        const PlanPhase& phase;
        const Deme& deme;
        Ranking ranking;
        std::uint32_t first;
        Layout layout;
        EVODOKU_HD bool active() const { return deme.running(); }

        /// See MakingBody.
        EVODOKU_HD StreamKey stream(std::uint32_t index) const { return phase.pool.stream(deme, index); }
        EVODOKU_HD bool takes_first_blocks() const { return !phase.pool.pairs && phase.pool.mates == 1; }
        EVODOKU_HD Purpose drawn_for() const { return purpose; }

        template <class... First>
        EVODOKU_HD void operator()(std::uint32_t index, const First&... first_blocks) const {
            const Pool<Representation>& pool = phase.pool;
            Plan& plan = pool.plans[first + index];
            if (deme.next_generation == 0 && pool.efforts != nullptr) pool.efforts[first + index] = {};
            if (index >= layout.end) {
                plan = Plan::make(0, 0, Plan::none, Plan::copy);
            } else if (deme.fresh || index >= layout.first_immigrant) {
                plan = Plan::make(0, 0, Plan::fresh, Plan::copy);
            } else if (index < layout.kept) {
                plan = Plan::make(first + ranking.index_at(index), 0, Plan::copy, Plan::copy);
            } else if (index >= layout.first_migrant) {
                const std::uint32_t home = pool.first_slot(deme.source);
                const std::uint32_t rank = index - layout.first_migrant;
                plan = Plan::make(home + pool.order[home + rank], 0, Plan::copy, Plan::copy);
            } else if (EVODOKU_ON_DEVICE || pool.mates > 1) {
                plan = breed_of_any(index);
            } else {
                Draws draws(pool.pair_stream(deme, layout, index), purpose, first_blocks...);
                plan = pool.pairs ? breed_one_of_two<false>(index, draws) : breed<false>(index, draws);
            }
        }

        EVODOKU_HD void then(std::uint32_t index) const {
            if (deme.fresh || index < layout.kept || index >= layout.first_migrant) return;
            Plan& plan = phase.pool.plans[first + index];
            plan = Plan::make(parent(plan.parent_a()), parent(plan.parent_b()), plan.crossover(), plan.mutation());
        }

    private:
        /// Where the parents may have to be different. On a CPU by itself, so that the random numbers of all others
        /// stay in registers; on a GPU, which has registers enough, for all, as it has less room for code.
        EVODOKU_HD EVODOKU_SELDOM Plan breed_of_any(std::uint32_t index) const {
            Draws draws(phase.pool.pair_stream(deme, layout, index), purpose);
            return phase.pool.pairs ? breed_one_of_two<true>(index, draws) : breed<true>(index, draws);
        }

        template <bool different>
        EVODOKU_HD EVODOKU_INLINE Plan breed(std::uint32_t index, Draws& draws) const {
            const std::uint32_t a = choose(index, false, draws);
            const std::uint32_t crossover = phase.crossovers.choose(draws, rate_instead());
            const std::uint32_t b = crossover == Plan::copy ? a : mate<different>(index, a, draws);
            const std::uint32_t mutation = phase.mutations.choose(draws);
            return Plan::make(a, b, crossover, either(crossover, mutation));
        }

        /// Both of a pair make the same draws; the second changes the roles of the parents, and has its own mutation.
        template <bool different>
        EVODOKU_HD Plan breed_one_of_two(std::uint32_t index, Draws& draws) const {
            const bool second = layout.is_second(index);
            const std::uint32_t pair = layout.kept + (index - layout.kept) / 2;
            const std::uint32_t a = choose(pair, false, draws);
            const std::uint32_t crossover = phase.crossovers.choose(draws, rate_instead());
            const std::uint32_t b = mate<different>(pair, a, draws);
            std::uint32_t mutation = phase.mutations.choose(draws);
            if (second) mutation = phase.mutations.choose(draws);
            return Plan::make(second ? b : a, second ? a : b, crossover, either(crossover, mutation));
        }

        EVODOKU_HD std::uint32_t either(std::uint32_t crossover, std::uint32_t mutation) const {
            return phase.pool.either && crossover != Plan::copy ? Plan::copy : mutation;
        }
        EVODOKU_HD const Share* rate_instead() const { return deme.grown ? &deme.crossed : nullptr; }

        /// The slot of the individual that has a rank.
        EVODOKU_HD std::uint32_t slot_of(std::uint32_t rank) const { return first + ranking.index_at(rank); }
        EVODOKU_HD std::uint32_t parent(std::uint32_t rank) const {
            const std::uint32_t slot = slot_of(rank);
            prefetch(phase.pool.boards[deme.front] + slot);
            return slot;
        }

        /// The rank of the second parent of a child whose first has rank `a`.
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
            return phase.pool.same_board(deme, slot_of(rank_a), slot_of(rank_b));
        }

        /// The rank of a parent. Only for an operator that asks whose is the ranking copied: it is large, and this is
        /// done twice a child.
        EVODOKU_HD std::uint32_t choose(std::uint32_t child, bool second, Draws& draws) const {
            std::uint32_t rank = 0;
            if constexpr (needs_child<SelectionOp>()) {
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

    EVODOKU_HD Body operator()(std::uint32_t number) const {
        const Deme& deme = pool.demes[number];
        const Layout layout = pool.layout_of(deme);
        Ranking ranking = ranking_of(pool, number);
        ranking.kept = layout.kept;
        return {*this, deme, ranking, pool.first_slot(number), layout};
    }
};

}  // namespace evodoku
