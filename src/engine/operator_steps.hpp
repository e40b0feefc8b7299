// The steps of operators, compiled: see steps_on.hpp. A unit that instantiates one includes the operators of its kind.
#pragma once

#include <cstdint>
#include <type_traits>

#include "engine/chosen_operator.hpp"
#include "engine/phases/make.hpp"
#include "engine/phases/plan.hpp"
#include "engine/phases/score.hpp"
#include "engine/steps_on.hpp"
#include "operators/bases.hpp"
#include "operators/catalogue.hpp"

namespace evodoku {

/// Defined in engine/phases/mutate.hpp, which a unit that mutates includes.
template <class MutationOp, class Board>
requires MutationOperator<MutationOp, Board>
struct MutatePhase;

/// The step of an operator of a kind, apart from the operator: add(generation, op) adds it.
template <OperatorKind kind>
struct OperatorStep {
    std::uint32_t planned = 0;     ///< see FunctionStep
    std::uint32_t try_number = 0;  ///< see the phase
    std::uint32_t wave = 0;        ///< see FunctionStep
    Scored scored = Scored::children;

    template <class E, class Board, class Op>
    void add(const GenerationOn<E, Board>& to, const Op& op) const {
        if constexpr (kind == OperatorKind::initialisation) {
            to.individuals(InitialisePhase<Op, Board>{to.pool, op, planned});
        } else if constexpr (kind == OperatorKind::crossover) {
            to.individuals(CrossPhase<Op, Board>{to.pool, op, planned, try_number});
        } else if constexpr (kind == OperatorKind::mutation) {
            to.individuals(MutatePhase<Op, Board>{to.pool, op, planned, try_number});
        } else {
            if (scored == Scored::children) to.individuals(ScorePhase<Op, Board>{to.pool, op});
            if (scored == Scored::rejected) to.individuals(ScorePhase<Op, Board, true>{to.pool, op});
            if (scored == Scored::further_tries) to.individuals(KeepBetterPhase<Op, Board>{to.pool, op});
        }
    }
};

template <>
struct OperatorStep<OperatorKind::selection> {
    MixTable crossover, mutation;
    std::uint32_t wave;

    template <class E, class Board, class Op>
    void add(const GenerationOn<E, Board>& to, const Op& op) const {
        const auto plan = [&](const auto& pool) {  // a Pool or a PoolOfAnyBoard
            if constexpr (Op::needs.wheel) {
                to.individuals(WeighPhase<Op>{pool, op});
                to.executor.add_scan(to.pipeline(), pool.wheel, pool.island_count, pool.island_size);
            }
            to.individuals(PlanPhase<Op, std::remove_cvref_t<decltype(pool)>>{pool, op, crossover, mutation, wave});
        };
        if constexpr (Board::flag == box_board) {
            plan(to.pool);
        } else {
            plan(PoolOfAnyBoard::of(to.pool));
        }
    }
};

/// Adds the step of an operator of a list to a generation.
template <class List, class E, class Board, OperatorKind kind>
void add_step_of(const GenerationOn<E, Board>& to, const OperatorSpec<kind>& spec, const OperatorStep<kind>& step) {
    with_operator<List, Board>(spec, [&](const auto& op) { step.add(to, op); });
}

/// The same, of this program or loaded.
template <class E, class Board, OperatorKind kind>
void add_step(const GenerationOn<E, Board>& to, const OperatorSpec<kind>& spec, const OperatorStep<kind>& step) {
    const LoadedOperators* const loaded = spec.info().loaded;
    if (loaded == nullptr) return add_step_of<OperatorsOf<kind>>(to, spec, step);
    if constexpr (can_be_function(kind)) {
        if (loaded->function) {
            to.function({kind, step.planned, step.try_number, step.wave, step.scored, std::string(spec.info().name),
                         loaded->function});
            if constexpr (kind == OperatorKind::cost) step.add(to, ScoredByFunction());  // the other costs
            return;
        }
    }
    const AddStep add = loaded->step_for(E::device, Board::flag);
    if (add == nullptr) throw_no_code(spec.info(), E::device);
    add(&to, &spec, &step);
}

template <class E, class Board>
void GenerationOn<E, Board>::add_plan(std::uint32_t wave) const {
    add_step(*this, config.selection, {mix_table(config.crossover), mix_table(config.mutation), wave});
}

template <class E, class Board>
void GenerationOn<E, Board>::add_initialise(std::uint32_t wanted) const {
    add_step(*this, config.initialisation, {wanted});
}

template <class E, class Board>
void GenerationOn<E, Board>::add_cross(std::uint32_t try_number, std::uint32_t wave) const {
    std::uint32_t entry = 0;
    for (const auto& [chosen, weight] : config.crossover) add_step(*this, chosen, {++entry, try_number, wave});
}

template <class E, class Board>
void GenerationOn<E, Board>::add_mutate(std::uint32_t try_number, std::uint32_t wave) const {
    std::uint32_t entry = 0;
    for (const auto& [chosen, weight] : config.mutation) add_step(*this, chosen, {++entry, try_number, wave});
}

template <class E, class Board>
void GenerationOn<E, Board>::add_score(Scored what) const {
    add_step(*this, config.cost, {.scored = what});
}

}  // namespace evodoku
