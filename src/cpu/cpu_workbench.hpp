// The workbench of this machine's processor.
#pragma once

#include <memory>

#include "cpu/workers.hpp"
#include "evodoku/core/presolve.hpp"
#include "evodoku/engine/config.hpp"
#include "workbench/workbench.hpp"

namespace evodoku::cpu {

/// Throws SettingError for an invalid configuration, MemoryError if it does not fit.
std::unique_ptr<Workbench> make_workbench(std::unique_ptr<Workers> workers, const Config& config, const PuzzleJob& job);
/// Copies 256 MiB, or an eighth of the free memory if that is less.
std::unique_ptr<Peaks> make_peaks(std::unique_ptr<Workers> workers);

}  // namespace evodoku::cpu
