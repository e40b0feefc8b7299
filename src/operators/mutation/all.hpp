// Every operator that changes a child. Add a new one to this list.
#pragma once

#include "operators/concepts.hpp"
#include "operators/mutation/annealed_heat_bath.hpp"
#include "operators/mutation/annealed_swap.hpp"
#include "operators/mutation/assignment.hpp"
#include "operators/mutation/fresh_box.hpp"
#include "operators/mutation/fresh_row.hpp"
#include "operators/mutation/guarded_swap.hpp"
#include "operators/mutation/heat_bath.hpp"
#include "operators/mutation/hill_climb_swap.hpp"
#include "operators/mutation/inversion.hpp"
#include "operators/mutation/metropolis_swap.hpp"
#include "operators/mutation/random_reset.hpp"
#include "operators/mutation/row_search.hpp"
#include "operators/mutation/sudoku.hpp"
#include "operators/mutation/swap.hpp"
#include "operators/mutation/swap_cells.hpp"
#include "operators/mutation/swap_each.hpp"
#include "operators/mutation/swap_each_box.hpp"
#include "operators/mutation/swap_row.hpp"

namespace evodoku {

using Mutations = OperatorList<OperatorKind::mutation, Swap, MetropolisSwap, HillClimbSwap, HeatBath, GuardedSwap,
                               SwapEachBox, FreshBox, SwapRow, SwapCells, SwapEach, Inversion, SudokuMutation,
                               RandomReset, FreshRow, RowSearch, AnnealedSwap, AnnealedHeatBath, Assignment>;

}  // namespace evodoku
