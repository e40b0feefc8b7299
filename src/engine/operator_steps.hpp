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

namespace evodoku {

/// Defined in engine/phases/mutate.hpp, which a unit that mutates includes.
template <class MutationOp, class Board>
requires MutationOperator<MutationOp, Board>
struct MutatePhase;

/// For with_operator(): a selection reads no board, so each supports every board.
struct AnyBoard {
    static constexpr Boards flag = every_board;
};

template <class E, class Board>
void GenerationOn<E, Board>::add_plan(std::uint32_t wave) const {
    const auto plan = [&](const auto& of) {  // a Pool or a PoolOfAnyBoard
        with_operator<OperatorsOf<OperatorKind::selection>, AnyBoard>(config.selection, [&]<class Op>(const Op& op) {
            if constexpr (Op::needs.wheel) {
                individuals(WeighPhase<Op>{of, op});
                executor.add_scan(pipeline, of.wheel, of.island_count, of.island_size);
            }
            using Phase = PlanPhase<Op, std::remove_cvref_t<decltype(of)>>;
            individuals(Phase{of, op, mix_table(config.crossover), mix_table(config.mutation), wave});
        });
    };
    if constexpr (Board::flag == box_board) {
        plan(pool);
    } else {
        plan(PoolOfAnyBoard::of(pool));
    }
}

template <class E, class Board>
void GenerationOn<E, Board>::add_initialise(std::uint32_t wanted) const {
    with_operator<OperatorsOf<OperatorKind::initialisation>, Board>(config.initialisation, [&]<class Op>(const Op& op) {
        individuals(InitialisePhase<Op, Board>{pool, op, wanted});
    });
}

template <class E, class Board>
void GenerationOn<E, Board>::add_cross(std::uint32_t try_number) const {
    std::uint32_t entry = 0;
    for (const auto& [chosen, weight] : config.crossover) {
        ++entry;
        with_operator<OperatorsOf<OperatorKind::crossover>, Board>(chosen, [&]<class Op>(const Op& op) {
            individuals(CrossPhase<Op, Board>{pool, op, entry, try_number});
        });
    }
}

template <class E, class Board>
void GenerationOn<E, Board>::add_mutate(std::uint32_t try_number) const {
    std::uint32_t entry = 0;
    for (const auto& [chosen, weight] : config.mutation) {
        ++entry;
        with_operator<OperatorsOf<OperatorKind::mutation>, Board>(chosen, [&]<class Op>(const Op& op) {
            individuals(MutatePhase<Op, Board>{pool, op, entry, try_number});
        });
    }
}

template <class E, class Board>
void GenerationOn<E, Board>::add_score(Scored what) const {
    with_operator<OperatorsOf<OperatorKind::cost>, Board>(config.cost, [&]<class Op>(const Op& op) {
        if (what == Scored::children) individuals(ScorePhase<Op, Board>{pool, op});
        if (what == Scored::rejected) individuals(ScorePhase<Op, Board, true>{pool, op});
        if (what == Scored::further_tries) individuals(KeepBetterPhase<Op, Board>{pool, op});
    });
}

}  // namespace evodoku
