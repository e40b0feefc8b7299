// Looks at what a workbench makes, with code that shares nothing with the engine's. Private to this layer.
#pragma once

#include "evodoku/core/grid.hpp"
#include "evodoku/engine/workbench.hpp"

namespace evodoku::bench {

/// Has the workbench score and rank the population it holds, and compares with a naive count and order; its boards
/// must keep the givens, every box a permutation. Throws BenchError.
void verify(Workbench& workbench, const Grid& puzzle, const std::string& subject);

}  // namespace evodoku::bench
