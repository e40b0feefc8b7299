// Every action on stagnation. Add a new one to this list.
#pragma once

#include "operators/concepts.hpp"
#include "operators/stagnation/grow.hpp"
#include "operators/stagnation/reheat.hpp"
#include "operators/stagnation/restart.hpp"

namespace evodoku {

using Stagnations = OperatorList<OperatorKind::stagnation, Restart, Grow, Reheat>;

}  // namespace evodoku
