// Every operator that makes a child of two parents. Add a new one to this list.
#pragma once

#include "operators/concepts.hpp"
#include "operators/crossover/bands.hpp"
#include "operators/crossover/digits.hpp"
#include "operators/crossover/segments.hpp"

namespace evodoku {

using Crossovers =
    OperatorList<OperatorKind::crossover, UniformCrossover<Boxes>, OnePoint<Boxes>, TwoPoint<Boxes>, KSegment<Boxes>,
                 Exchange<Boxes>, BuildingBlocks, UniformCrossover<Rows>, OnePoint<Rows>, TwoPoint<Rows>,
                 KSegment<Rows>, Exchange<Rows>, UniformCrossover<Cells>, OnePoint<Cells>, TwoPoint<Cells>, Arithmetic,
                 Pmx, BandStack, PmxRelabel, CycleRow, PmxRow, ExchangeEachRow>;

}  // namespace evodoku
