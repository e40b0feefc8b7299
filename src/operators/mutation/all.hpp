// Every operator that changes a child. Add a new one to this list.
#pragma once

#include "operators/bases.hpp"
#include "operators/mutation/assignment.hpp"
#include "operators/mutation/heat_bath.hpp"
#include "operators/mutation/swaps.hpp"
#include "operators/mutation/walks.hpp"
#include "operators/published/mutations.hpp"

namespace evodoku {

using Mutations =
    OperatorList<OperatorKind::mutation, Swap, MetropolisSwap, HillClimbSwap, HeatBath, GuardedSwap, SwapEachBox,
                 FreshBox, SwapRow, SwapCells, SwapEach, Inversion, SudokuMutation, RandomReset, FreshRow, RowSearch,
                 AnnealedSwap, AnnealedHeatBath, CheapestAssignment, HeatBathCells, MinConflictsSwap>;
template <>
struct OperatorsOf<OperatorKind::mutation> : Mutations {};

}  // namespace evodoku
