// The phases that make boards: initialise, copy, cross, mutate. Each acts where the plan names it.
#pragma once

#include <cstdint>

#include "evodoku/engine/deme.hpp"
#include "evodoku/operators/context.hpp"
#include "evodoku/operators/registry.hpp"

namespace evodoku {

/// What the phases that make a child share: they act where the plan names them, `acts_on(index)`, and do nothing
/// elsewhere. Try 0 of a child goes to its slot, any other to the spare one.
///
/// An executor may make beforehand the first `blocks` blocks of stream(index) for drawn_for(), and hand them over as
/// `first`: where takes_first_blocks() says that every individual's draws begin with those.
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
    EVODOKU_HD StreamKey stream(std::uint32_t index) const { return pool.stream(deme, index); }

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
    static constexpr Purpose purpose = Purpose::initialise;
    static constexpr std::uint32_t blocks = [] {
        if constexpr (requires { InitialisationOp::blocks; }) return InitialisationOp::blocks;
        return 1u;
    }();
    static_assert(does_suit<InitialisationOp>(Representation::flag), "this operator does not suit this representation");
    Pool<Representation> pool;
    InitialisationOp initialise;
    std::uint32_t wanted;

    struct Body : MakingBody<Representation> {
        const InitialisePhase& phase;
        EVODOKU_HD bool takes_first_blocks() const { return true; }
        EVODOKU_HD Purpose drawn_for() const { return in_try(purpose, phase.wanted == Plan::rejected); }
        EVODOKU_HD bool acts_on(std::uint32_t index) const { return this->plans[index].crossover() == phase.wanted; }
        template <class... First>
        EVODOKU_HD void operator()(std::uint32_t index, const First&... first) const {
            if (!acts_on(index)) return;
            Draws draws(this->stream(index), drawn_for(), first...);
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
        EVODOKU_HD bool acts_on(std::uint32_t index) const {
            return index >= begin && index < end && this->plans[index].crossover() == Plan::copy;
        }
        EVODOKU_HD void operator()(std::uint32_t index) const {
            if (acts_on(index)) this->back[index] = this->front[this->plans[index].parent_a()];
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
    static constexpr Purpose purpose = Purpose::cross;
    static constexpr std::uint32_t blocks = 1;
    static_assert(does_suit<CrossoverOp>(Representation::flag), "this operator does not suit this representation");
    Pool<Representation> pool;
    CrossoverOp cross;
    std::uint32_t entry;  ///< the operator's place in the mix, from 1
    std::uint32_t try_number;

    struct Body : MakingBody<Representation> {
        const CrossPhase& phase;
        EVODOKU_HD bool takes_first_blocks() const { return !this->pool.pairs; }
        EVODOKU_HD Purpose drawn_for() const { return in_try(purpose, phase.try_number); }
        EVODOKU_HD bool acts_on(std::uint32_t index) const { return this->plans[index].crossover() == phase.entry; }
        template <class... First>
        EVODOKU_HD void operator()(std::uint32_t index, const First&... first) const {
            const Plan plan = this->plans[index];
            if (plan.crossover() != phase.entry) return;
            Draws draws(this->pool.pair_stream(this->deme, this->layout, index), drawn_for(), first...);
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
    static constexpr Purpose purpose = Purpose::mutate;
    static constexpr std::uint32_t blocks = 1;
    static_assert(does_suit<MutationOp>(Representation::flag), "this operator does not suit this representation");
    Pool<Representation> pool;
    MutationOp mutate;
    std::uint32_t entry;  ///< the operator's place in the mix, from 1
    std::uint32_t try_number;

    struct Body : MakingBody<Representation> {
        const MutatePhase& phase;
        Effort* efforts;  ///< of this deme
        EVODOKU_HD bool takes_first_blocks() const { return true; }
        EVODOKU_HD Purpose drawn_for() const { return in_try(purpose, phase.try_number); }
        EVODOKU_HD bool acts_on(std::uint32_t index) const { return this->plans[index].mutation() == phase.entry; }
        template <class... First>
        EVODOKU_HD void operator()(std::uint32_t index, const First&... first) const {
            if (!acts_on(index)) return;
            Draws draws(this->stream(index), drawn_for(), first...);
            const Context context{this->puzzle, this->pool.alleles_of(this->deme), false, this->pool.chip,
                                  this->pool.chip_words};
            if constexpr (counts_effort<MutationOp>()) {
                efforts[index].add(phase.mutate(Representation::view(this->back[index]), context, draws));
            } else {
                phase.mutate(Representation::view(this->back[index]), context, draws);
            }
        }
    };
    EVODOKU_HD Body operator()(std::uint32_t number) const {
        return {{pool, number, try_number}, *this, pool.efforts + pool.first_slot(number)};
    }
};

}  // namespace evodoku
