// Makes the evolution of one puzzle on an executor. Host code.
#pragma once

#include <memory>

#include "engine/executor.hpp"
#include "evodoku/backend/puzzle_evolution.hpp"
#include "evodoku/engine/config.hpp"

namespace evodoku {

/// Makes its first population, or takes the state of a puzzle that was saved. Throws SettingError for an
/// invalid configuration; MemoryError; CheckpointError for a state that does not fit.
std::unique_ptr<PuzzleEvolution> make_stepped_evolution(std::unique_ptr<Executor> executor, const Config& config,
                                                        const SavedPuzzle& puzzle);

}  // namespace evodoku
