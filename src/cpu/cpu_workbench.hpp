// The workbench of this machine's processor.
#pragma once

#include <memory>

#include "cpu/workers.hpp"
#include "evodoku/engine/config.hpp"
#include "evodoku/engine/puzzle_job.hpp"
#include "evodoku/engine/workbench.hpp"

namespace evodoku::cpu {

/// Throws SettingError for a configuration that can't run, MemoryError where it does not fit.
std::unique_ptr<Workbench> make_workbench(std::unique_ptr<Workers> workers, const Config& config, const PuzzleJob& job);
/// Copies 256 MiB, or an eighth of the free memory where that is less.
std::unique_ptr<Ceilings> make_ceilings(std::unique_ptr<Workers> workers);

}  // namespace evodoku::cpu
