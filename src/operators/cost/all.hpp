// Every operator that scores boards. Add a new one to this list.
#pragma once

#include "operators/concepts.hpp"
#include "operators/cost/duplicates.hpp"
#include "operators/cost/entry.hpp"
#include "operators/cost/product.hpp"
#include "operators/cost/row_column.hpp"
#include "operators/cost/row_column_givens.hpp"
#include "operators/cost/units.hpp"

namespace evodoku {

using Costs = OperatorList<OperatorKind::cost, RowColumn, Duplicates, RowColumnGivens, Units, Product, Entry>;

}  // namespace evodoku
