// The workbench over an evolution, for any device. Host code.
#pragma once

#include <memory>

#include "engine/executor.hpp"
#include "evodoku/core/presolve.hpp"
#include "evodoku/engine/config.hpp"
#include "workbench/workbench.hpp"

namespace evodoku {

/// Requires one island. Throws SettingError for an invalid configuration, MemoryError if it does not fit.
std::unique_ptr<Workbench> make_evolution_workbench(std::unique_ptr<Executor> executor, const Config& config,
                                                    const PuzzleJob& job);

}  // namespace evodoku
