// Every operator that makes a child of two parents. Add a new one to this list.
#pragma once

#include "operators/concepts.hpp"
#include "operators/crossover/arithmetic.hpp"
#include "operators/crossover/band_stack.hpp"
#include "operators/crossover/building_blocks.hpp"
#include "operators/crossover/cycle_row.hpp"
#include "operators/crossover/exchange.hpp"
#include "operators/crossover/exchange_each_row.hpp"
#include "operators/crossover/k_segment.hpp"
#include "operators/crossover/one_point.hpp"
#include "operators/crossover/pmx.hpp"
#include "operators/crossover/pmx_relabel.hpp"
#include "operators/crossover/pmx_row.hpp"
#include "operators/crossover/two_point.hpp"
#include "operators/crossover/uniform.hpp"

namespace evodoku {

using Crossovers =
    OperatorList<OperatorKind::crossover, UniformCrossover<Boxes>, OnePoint<Boxes>, TwoPoint<Boxes>, KSegment<Boxes>,
                 Exchange<Boxes>, BuildingBlocks, UniformCrossover<Rows>, OnePoint<Rows>, TwoPoint<Rows>,
                 KSegment<Rows>, Exchange<Rows>, UniformCrossover<Cells>, OnePoint<Cells>, TwoPoint<Cells>, Arithmetic,
                 Pmx, BandStack, PmxRelabel, CycleRow, PmxRow, ExchangeEachRow>;

}  // namespace evodoku
