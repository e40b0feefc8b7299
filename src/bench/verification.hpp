// Verifies the output of a workbench by code that shares nothing with the engine's. Private to this layer.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "evodoku/core/grid.hpp"
#include "evodoku/engine/config.hpp"
#include "workbench/workbench.hpp"

namespace evodoku::bench {

/// Makes the workbench score and rank its population, and compares with a naive order and, for the costs row-column and
/// duplicates, with a naive count; for any other cost only the range is checked. The boards must keep the givens, and
/// every box of a box-board must be a permutation. `puzzle` must have no solution. Throws BenchError.
void verify(Workbench& workbench, const Config& config, const Grid& puzzle, const std::string& subject);

/// Throws BenchError if the fingerprints differ; the message names the two devices.
void require_agreement(const std::string& configuration, std::uint32_t population,
                       const std::vector<std::pair<std::string, std::uint64_t>>& fingerprint_by_subject);

}  // namespace evodoku::bench
