// The phases of a generation, as functors that make, cross, mutate, score one individual: the algorithm's inside.
//
// phase(deme) gives a body with everything about the deme looked up; body(index) does one individual. A body writes
// its own slot only and reads no slot of what it writes (docs/determinism.md).
//
//   plan        selection: which parents, which operators    reads front, writes plans
//   initialise  fresh boards                                 writes back
//   copy        elites, migrants and unchanged children      front -> back
//   cross       one phase an operator                        front -> back
//   mutate      one phase an operator                        back, in place
//   score                                                    back -> costs
//   (rank: the executor's sort)                              costs -> order
//   census      once a deme: best, stagnation, end           then back becomes front
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

        EVODOKU_HD void operator()(std::uint32_t index) const {
            const Pool<Representation>& pool = phase.pool;
            Plan& plan = pool.plans[first + index];
            if (deme.fresh || index >= first_immigrant) {
                plan = Plan::make(0, 0, Plan::fresh, Plan::copy);
            } else if (index < pool.elites) {
                plan = Plan::make(first + ranking.index_at(index), 0, Plan::copy, Plan::copy);
            } else if (index >= first_migrant) {
                const std::uint32_t home = pool.first_slot(deme.source);
                const std::uint32_t rank = index - first_migrant;
                plan = Plan::make(home + (pool.order[home + rank] & pool.order_mask), 0, Plan::copy, Plan::copy);
            } else {
                plan = breed(index);
            }
        }

    private:
        EVODOKU_HD Plan breed(std::uint32_t index) const {
            Draws draws(phase.pool.stream(deme, index), Purpose::plan);
            const std::uint32_t a = parent(draws);
            const std::uint32_t crossover = phase.crossovers.choose(draws);
            const std::uint32_t b = crossover == Plan::copy ? a : parent(draws);
            const std::uint32_t mutation = phase.mutations.choose(draws);
            return Plan::make(a, b, crossover, mutation);
        }

        EVODOKU_HD std::uint32_t parent(Draws& draws) const {
            const std::uint32_t rank = phase.select(ranking, draws);
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

/// What the phases that make a child share: they act where the plan's crossover entry is theirs.
template <class Representation>
struct MakingBody {
    using Stored = typename Representation::Stored;
    const Pool<Representation>& pool;
    const Deme& deme;
    const Puzzle& puzzle;
    const Plan* plans;
    const Stored* front;  ///< of the whole population
    Stored* back;         ///< of this deme
    EVODOKU_HD bool active() const { return deme.running(); }

    EVODOKU_HD MakingBody(const Pool<Representation>& whole_pool, std::uint32_t number)
        : pool(whole_pool),
          deme(pool.demes[number]),
          puzzle(pool.puzzle_of(deme)),
          plans(pool.plans + pool.first_slot(number)),
          front(pool.boards[deme.front]),
          back(pool.boards[deme.back()] + pool.first_slot(number)) {}
};

template <class InitialisationOp, class Representation>
struct InitialisePhase {
    static constexpr const char* name = "initialise";
    Pool<Representation> pool;
    InitialisationOp initialise;

    struct Body : MakingBody<Representation> {
        const InitialisationOp& initialise;
        EVODOKU_HD void operator()(std::uint32_t index) const {
            if (this->plans[index].crossover() != Plan::fresh) return;
            Draws draws(this->pool.stream(this->deme, index), Purpose::initialise);
            initialise(Representation::view(this->back[index]), Context{this->puzzle}, draws);
        }
    };
    EVODOKU_HD Body operator()(std::uint32_t number) const { return {{pool, number}, initialise}; }
};

template <class Representation>
struct CopyPhase {
    static constexpr const char* name = "copy";
    Pool<Representation> pool;

    struct Body : MakingBody<Representation> {
        EVODOKU_HD void operator()(std::uint32_t index) const {
            const Plan plan = this->plans[index];
            if (plan.crossover() == Plan::copy) this->back[index] = this->front[plan.parent_a()];
        }
    };
    EVODOKU_HD Body operator()(std::uint32_t number) const { return {{pool, number}}; }
};

template <class CrossoverOp, class Representation>
struct CrossPhase {
    static constexpr const char* name = "cross";
    Pool<Representation> pool;
    CrossoverOp cross;
    std::uint32_t entry;  ///< the operator's place in the mix, from 1

    struct Body : MakingBody<Representation> {
        const CrossoverOp& cross;
        std::uint32_t entry;
        EVODOKU_HD void operator()(std::uint32_t index) const {
            const Plan plan = this->plans[index];
            if (plan.crossover() != entry) return;
            Draws draws(this->pool.stream(this->deme, index), Purpose::cross);
            cross(Representation::view(this->front[plan.parent_a()]),
                  Representation::view(this->front[plan.parent_b()]), Representation::view(this->back[index]),
                  Context{this->puzzle}, draws);
        }
    };
    EVODOKU_HD Body operator()(std::uint32_t number) const { return {{pool, number}, cross, entry}; }
};

template <class MutationOp, class Representation>
struct MutatePhase {
    static constexpr const char* name = "mutate";
    Pool<Representation> pool;
    MutationOp mutate;
    std::uint32_t entry;  ///< the operator's place in the mix, from 1

    struct Body : MakingBody<Representation> {
        const MutationOp& mutate;
        std::uint32_t entry;
        EVODOKU_HD void operator()(std::uint32_t index) const {
            if (this->plans[index].mutation() != entry) return;
            Draws draws(this->pool.stream(this->deme, index), Purpose::mutate);
            mutate(Representation::view(this->back[index]), Context{this->puzzle}, draws);
        }
    };
    EVODOKU_HD Body operator()(std::uint32_t number) const { return {{pool, number}, mutate, entry}; }
};

/// Scores every new board; elites and migrants bring the cost they have.
template <class CostOp, class Representation>
struct ScorePhase {
    static constexpr const char* name = "score";
    Pool<Representation> pool;
    CostOp cost;

    struct Body {
        const CostOp& cost;
        const Deme& deme;
        const Puzzle& puzzle;
        const Plan* plans;
        const typename Representation::Stored* boards;
        const std::uint32_t* old_costs;  ///< of the whole population
        std::uint32_t* new_costs;        ///< of this deme
        std::uint32_t first_new, end_new;  ///< the part of the deme that is not carried over
        EVODOKU_HD bool active() const { return deme.running(); }

        EVODOKU_HD void operator()(std::uint32_t index) const {
            const bool carried = index < first_new || (index >= end_new && plans[index].crossover() == Plan::copy);
            new_costs[index] = carried ? old_costs[plans[index].parent_a()]
                                       : cost(Representation::view(boards[index]), Context{puzzle});
        }
    };

    EVODOKU_HD Body operator()(std::uint32_t number) const {
        const Deme& deme = pool.demes[number];
        const std::uint32_t first = pool.first_slot(number);
        const bool takes_in = deme.receives && !deme.fresh;
        return {cost,
                deme,
                pool.puzzle_of(deme),
                pool.plans + first,
                pool.boards[deme.back()] + first,
                pool.costs[deme.front],
                pool.costs[deme.back()] + first,
                deme.fresh ? 0 : pool.elites,
                pool.deme_size - (takes_in ? pool.immigrants + pool.migrants : 0)};
    }
};

/// Closes a generation of a deme: keeps the champion, sees stagnation and the end, turns the buffers.
template <class Representation>
struct CensusPhase {
    static constexpr const char* name = "census";
    Pool<Representation> pool;

    EVODOKU_HD void operator()(std::uint32_t number) const {
        Deme deme = pool.demes[number];
        if (!deme.running()) return;
        const std::uint32_t first = pool.first_slot(number);
        const std::uint32_t index = pool.order[first] & pool.order_mask;
        const std::uint32_t cost = pool.costs[deme.back()][first + index];
        const std::uint32_t generation = deme.next_generation;

        const std::uint32_t carried = pool.elites + (deme.receives ? pool.migrants : 0);
        deme.evaluations += pool.deme_size - (deme.fresh ? 0 : carried);
        deme.front = deme.back();
        deme.receives = false;
        deme.next_generation = generation + 1;

        Champion<Representation>& champion = pool.champions[number];
        if (cost < champion.cost) {
            champion.board = pool.boards[deme.front][first + index];
            champion.cost = cost, champion.generation = generation, champion.index = index;
        }
        if (deme.fresh || cost < deme.best) deme.best = cost, deme.improved = generation;
        deme.fresh = false;
        if (cost == 0) {
            deme.state = DemeState::solved;
        } else if (generation == deme.limit) {
            deme.state = DemeState::exhausted;
        } else if (pool.stall != 0 && generation - deme.improved >= pool.stall) {
            deme.fresh = true;
            ++deme.restarts;
        }
        pool.demes[number] = deme;
    }
};

/// For fingerprints: a number that depends on every board of a deme and on its place there. Summed, in any order.
template <class Representation>
struct FingerprintPhase {
    static constexpr const char* name = "fingerprint";
    Pool<Representation> pool;

    struct Body {
        const typename Representation::Stored* boards;
        EVODOKU_HD std::uint64_t operator()(std::uint32_t index) const {
            return mix(Representation::view(boards[index]).hash() + index);
        }
    };
    EVODOKU_HD Body operator()(std::uint32_t number) const {
        return {pool.boards[pool.demes[number].front] + pool.first_slot(number)};
    }
};

/// For reports: the costs of a deme, summed.
template <class Representation>
struct CostPhase {
    static constexpr const char* name = "cost";
    Pool<Representation> pool;

    struct Body {
        const std::uint32_t* costs;
        EVODOKU_HD std::uint64_t operator()(std::uint32_t index) const { return costs[index]; }
    };
    EVODOKU_HD Body operator()(std::uint32_t number) const {
        return {pool.costs[pool.demes[number].front] + pool.first_slot(number)};
    }
};

}  // namespace evodoku
