// Every operator that makes fresh boards. Add a new one to this list.
#pragma once

#include "operators/concepts.hpp"
#include "operators/initialisation/all_cells.hpp"
#include "operators/initialisation/free_cells.hpp"
#include "operators/initialisation/random_boxes.hpp"
#include "operators/initialisation/random_rows.hpp"
#include "operators/initialisation/row_candidates.hpp"

namespace evodoku {

using Initialisations =
    OperatorList<OperatorKind::initialisation, RandomBoxes, RowCandidates, FreeCells, AllCells, RandomRows>;

}  // namespace evodoku
