// The phases that make boards: initialise, copy, cross, mutate. Each acts where the plan names it.
#pragma once

#include <cstdint>

#include "evodoku/engine/deme.hpp"
#include "evodoku/operators/registry.hpp"

namespace evodoku {

/// What the phases that make a child share: they act where the plan's crossover entry is theirs. Try 0 of a child goes
/// to its slot, any other to the spare one.
template <class Representation>
struct MakingBody {
    using Stored = typename Representation::Stored;
    const Pool<Representation>& pool;
    const Deme& deme;
    const Puzzle& puzzle;
    const Plan* plans;
    const Stored* front;  ///< of the whole population
    Stored* back;         ///< of this deme
    Layout layout;
    EVODOKU_HD bool active() const { return deme.running(); }

    EVODOKU_HD MakingBody(const Pool<Representation>& whole_pool, std::uint32_t number, std::uint32_t try_number = 0)
        : pool(whole_pool),
          deme(pool.demes[number]),
          puzzle(pool.puzzle_of(deme)),
          plans(pool.plans + pool.first_slot(number)),
          front(pool.boards[deme.front]),
          back((try_number == 0 ? pool.boards[deme.back()] : pool.spare) + pool.first_slot(number)),
          layout(pool.layout_of(deme)) {}
};

/// Fresh boards, where they are planned (`wanted` Plan::fresh) or take the place of duplicates (Plan::rejected).
template <class InitialisationOp, class Representation>
struct InitialisePhase {
    static constexpr const char* name = "initialise";
    static_assert(does_suit<InitialisationOp>(Representation::flag), "this operator does not suit this representation");
    Pool<Representation> pool;
    InitialisationOp initialise;
    std::uint32_t wanted;

    struct Body : MakingBody<Representation> {
        const InitialisePhase& phase;
        EVODOKU_HD void operator()(std::uint32_t index) const {
            if (this->plans[index].crossover() != phase.wanted) return;
            const std::uint32_t try_number = phase.wanted == Plan::rejected;
            Draws draws(this->pool.stream(this->deme, index), in_try(Purpose::initialise, try_number));
            phase.initialise(Representation::view(this->back[index]), Context{this->puzzle}, draws);
        }
    };
    EVODOKU_HD Body operator()(std::uint32_t number) const { return {{pool, number}, *this}; }
};

template <class Representation>
struct CopyPhase {
    static constexpr const char* name = "copy";
    Pool<Representation> pool;
    std::uint32_t try_number;

    struct Body : MakingBody<Representation> {
        std::uint32_t begin, end;  ///< every copy, or in a further try those of children only
        EVODOKU_HD void operator()(std::uint32_t index) const {
            if (index < begin || index >= end) return;
            const Plan plan = this->plans[index];
            if (plan.crossover() == Plan::copy) this->back[index] = this->front[plan.parent_a()];
        }
    };
    EVODOKU_HD Body operator()(std::uint32_t number) const {
        const MakingBody<Representation> making(pool, number, try_number);
        if (try_number == 0) return {making, 0, pool.deme_size};
        return {making, making.layout.kept, making.layout.first_migrant};
    }
};

template <class CrossoverOp, class Representation>
struct CrossPhase {
    static constexpr const char* name = "cross";
    static_assert(does_suit<CrossoverOp>(Representation::flag), "this operator does not suit this representation");
    Pool<Representation> pool;
    CrossoverOp cross;
    std::uint32_t entry;  ///< the operator's place in the mix, from 1
    std::uint32_t try_number;

    struct Body : MakingBody<Representation> {
        const CrossPhase& phase;
        EVODOKU_HD void operator()(std::uint32_t index) const {
            const Plan plan = this->plans[index];
            if (plan.crossover() != phase.entry) return;
            Draws draws(this->pool.pair_stream(this->deme, this->layout, index),
                        in_try(Purpose::cross, phase.try_number));
            const auto& a = fetched<Representation::in_registers>(this->front[plan.parent_a()]);
            const auto& b = fetched<Representation::in_registers>(this->front[plan.parent_b()]);
            const Context context{this->puzzle, nullptr, this->layout.is_second(index)};
            phase.cross(Representation::view(a), Representation::view(b), Representation::view(this->back[index]),
                        context, draws);
        }
    };
    EVODOKU_HD Body operator()(std::uint32_t number) const { return {{pool, number, try_number}, *this}; }
};

template <class MutationOp, class Representation>
struct MutatePhase {
    static constexpr const char* name = "mutate";
    static_assert(does_suit<MutationOp>(Representation::flag), "this operator does not suit this representation");
    Pool<Representation> pool;
    MutationOp mutate;
    std::uint32_t entry;  ///< the operator's place in the mix, from 1
    std::uint32_t try_number;

    struct Body : MakingBody<Representation> {
        const MutatePhase& phase;
        EVODOKU_HD void operator()(std::uint32_t index) const {
            if (this->plans[index].mutation() != phase.entry) return;
            Draws draws(this->pool.stream(this->deme, index), in_try(Purpose::mutate, phase.try_number));
            phase.mutate(Representation::view(this->back[index]),
                         Context{this->puzzle, this->pool.alleles_of(this->deme)}, draws);
        }
    };
    EVODOKU_HD Body operator()(std::uint32_t number) const { return {{pool, number, try_number}, *this}; }
};

}  // namespace evodoku
