// Every operator that makes a child of two parents. Add a new one to this list.
#pragma once

#include "operators/concepts.hpp"
#include "operators/crossover/arithmetic.hpp"
#include "operators/crossover/band_stack.hpp"
#include "operators/crossover/building_blocks.hpp"
#include "operators/crossover/cycle_row.hpp"
#include "operators/crossover/exchange_boxes.hpp"
#include "operators/crossover/exchange_each_row.hpp"
#include "operators/crossover/exchange_rows.hpp"
#include "operators/crossover/k_boxes.hpp"
#include "operators/crossover/k_rows.hpp"
#include "operators/crossover/one_point_box.hpp"
#include "operators/crossover/one_point_cell.hpp"
#include "operators/crossover/one_point_row.hpp"
#include "operators/crossover/pmx.hpp"
#include "operators/crossover/pmx_relabel.hpp"
#include "operators/crossover/pmx_row.hpp"
#include "operators/crossover/two_point_box.hpp"
#include "operators/crossover/two_point_cell.hpp"
#include "operators/crossover/two_point_row.hpp"
#include "operators/crossover/uniform_box.hpp"
#include "operators/crossover/uniform_cell.hpp"
#include "operators/crossover/uniform_row.hpp"

namespace evodoku {

using Crossovers =
    OperatorList<OperatorKind::crossover, UniformBox, OnePointBox, TwoPointBox, KBoxes, ExchangeBoxes, BuildingBlocks,
                 UniformRow, OnePointRow, TwoPointRow, KRows, ExchangeRows, UniformCell, OnePointCell, TwoPointCell,
                 Arithmetic, Pmx, BandStack, PmxRelabel, CycleRow, PmxRow, ExchangeEachRow>;

}  // namespace evodoku
