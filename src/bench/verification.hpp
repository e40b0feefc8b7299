// Looks at what a workbench makes, with code that shares nothing with the engine's. Private to this layer.
#pragma once

#include "evodoku/core/grid.hpp"
#include "evodoku/engine/config.hpp"
#include "evodoku/engine/workbench.hpp"

namespace evodoku::bench {

/// Has the workbench score and rank the population it holds, and compares with a naive order and, for the costs
/// row-column and duplicates, a naive count; of any other cost it knows only the range. The boards must keep the
/// givens, those of a box-board every box a permutation. `puzzle` must have no solution. Throws BenchError.
void verify(Workbench& workbench, const Config& config, const Grid& puzzle, const std::string& subject);

}  // namespace evodoku::bench
