// All phases of a child in one kernel: avoids memory traffic between them. The same phases as in generation.hpp, block
// by block.
//
// Modelled for an H200, population 1,000,000, not measured: boards that one phase writes and the next reads are about
// 100 MB per generation. That is 24 us at 4.3 TB/s, and there are five launches fewer (docs/performance.md).
#pragma once

#include <cstdint>
#include <optional>

#include "engine/phases/copy.hpp"
#include "engine/phases/cross.hpp"
#include "engine/phases/initialise.hpp"
#include "engine/phases/mutate.hpp"
#include "engine/phases/plan.hpp"
#include "engine/phases/score.hpp"
#include "engine/with_operator.hpp"
#include "evodoku/engine/config.hpp"
#include "operators/cost/costs.hpp"
#include "operators/crossover/segments.hpp"
#include "operators/initialisation/initialisations.hpp"
#include "operators/mutation/swaps.hpp"
#include "operators/selection/selections.hpp"

namespace evodoku {

/// For make_children_of_block(). Every phase holds its own pool, as in a kernel of its own.
template <class SelectionOp, class InitialisationOp, class CrossoverOp, class MutationOp, class CostOp, class Board>
struct FusedChildPhases {
    static constexpr const char* name = "make";

    PlanPhase<SelectionOp, Pool<Board>> plan;
    InitialisePhase<InitialisationOp, Board> initialise;
    CopyPhase<Board> copy;
    CrossPhase<CrossoverOp, Board> cross;
    MutatePhase<MutationOp, Board> mutate;
    ScorePhase<CostOp, Board> score;
};

/// The operators of the plain configuration.
template <class Board>
using PlainChildPhases = FusedChildPhases<Tournament, RandomBoxes, UniformCrossover<Boxes>, Swap, RowColumn, Board>;

/// The one configuration that has a fused kernel: the plain operators, with any parameters and anything else.
template <class Board>
std::optional<PlainChildPhases<Board>> fused_child(const Config& config, const Pool<Board>& pool) {
    const auto select = specified<Tournament>(config.selection);
    const auto initialise = specified<RandomBoxes>(config.initialisation);
    const auto cross = only<UniformCrossover<Boxes>>(config.crossover);
    const auto mutate = only<Swap>(config.mutation);
    const auto cost = specified<RowColumn>(config.cost);
    if (!select || !initialise || !cross || !mutate || !cost) return {};
    return PlainChildPhases<Board>{{pool, *select, mix_table(config.crossover), mix_table(config.mutation)},
                                   {pool, *initialise, Plan::fresh},
                                   {pool, 0},
                                   {pool, *cross, 1, 0},
                                   {pool, *mutate, 1, 0},
                                   {pool, *cost}};
}

}  // namespace evodoku
