// The phases that make boards: initialise, copy, cross, mutate. Each acts where the plan names it.
#pragma once

#include <cstdint>

#include "evodoku/engine/deme.hpp"
#include "evodoku/operators/context.hpp"
#include "evodoku/operators/registry.hpp"

namespace evodoku {

/// What the phases that make a child share: they act where the plan names them, `acts_on(index)`, and do nothing
/// elsewhere. `first`: nothing, or the first block of draws, where the executor made it beforehand.
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
    EVODOKU_HD StreamKey stream(std::uint32_t index) const { return pool.stream(deme, index); }

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
    static constexpr Purpose purpose = Purpose::initialise;
    static_assert((InitialisationOp::suits & Representation::flag) != 0,
                  "this operator does not suit this representation");
    Pool<Representation> pool;
    InitialisationOp initialise;

    struct Body : MakingBody<Representation> {
        const InitialisationOp& initialise;
        EVODOKU_HD bool acts_on(std::uint32_t index) const { return this->plans[index].crossover() == Plan::fresh; }
        template <class... First>
        EVODOKU_HD void operator()(std::uint32_t index, const First&... first) const {
            if (!acts_on(index)) return;
            Draws draws(this->stream(index), purpose, first...);
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
        EVODOKU_HD bool acts_on(std::uint32_t index) const { return this->plans[index].crossover() == Plan::copy; }
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
    static constexpr Purpose purpose = Purpose::cross;
    static_assert((CrossoverOp::suits & Representation::flag) != 0, "this operator does not suit this representation");
    Pool<Representation> pool;
    CrossoverOp cross;
    std::uint32_t entry;  ///< the operator's place in the mix, from 1

    struct Body : MakingBody<Representation> {
        const CrossoverOp& cross;
        std::uint32_t entry;
        EVODOKU_HD bool acts_on(std::uint32_t index) const { return this->plans[index].crossover() == entry; }
        template <class... First>
        EVODOKU_HD void operator()(std::uint32_t index, const First&... first) const {
            const Plan plan = this->plans[index];
            if (plan.crossover() != entry) return;
            Draws draws(this->stream(index), purpose, first...);
            const auto& a = fetched(this->front[plan.parent_a()]);
            const auto& b = fetched(this->front[plan.parent_b()]);
            cross(Representation::view(a), Representation::view(b), Representation::view(this->back[index]),
                  Context{this->puzzle}, draws);
        }
    };
    EVODOKU_HD Body operator()(std::uint32_t number) const { return {{pool, number}, cross, entry}; }
};

template <class MutationOp, class Representation>
struct MutatePhase {
    static constexpr const char* name = "mutate";
    static constexpr Purpose purpose = Purpose::mutate;
    static_assert((MutationOp::suits & Representation::flag) != 0, "this operator does not suit this representation");
    Pool<Representation> pool;
    MutationOp mutate;
    std::uint32_t entry;  ///< the operator's place in the mix, from 1

    struct Body : MakingBody<Representation> {
        const MutationOp& mutate;
        std::uint32_t entry;
        Effort* efforts;  ///< of this deme
        EVODOKU_HD bool acts_on(std::uint32_t index) const { return this->plans[index].mutation() == entry; }
        template <class... First>
        EVODOKU_HD void operator()(std::uint32_t index, const First&... first) const {
            if (!acts_on(index)) return;
            Draws draws(this->stream(index), purpose, first...);
            const Context context{this->puzzle, this->pool.alleles_of(this->deme), this->pool.chip,
                                  this->pool.chip_words};
            if constexpr (counts_effort<MutationOp>()) {
                efforts[index].add(mutate(Representation::view(this->back[index]), context, draws));
            } else {
                mutate(Representation::view(this->back[index]), context, draws);
            }
        }
    };
    EVODOKU_HD Body operator()(std::uint32_t number) const {
        return {{pool, number}, mutate, entry, pool.efforts + pool.first_slot(number)};
    }
};

}  // namespace evodoku
