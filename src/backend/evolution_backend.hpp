// Evolutions on an executor: which puzzle uses which islands, and the work at a synchronisation. Host code.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/executor.hpp"
#include "evodoku/backend/backend.hpp"
#include "evodoku/backend/evaluator.hpp"
#include "evodoku/backend/puzzle_evolution.hpp"
#include "evodoku/engine/config.hpp"

namespace evodoku {

class SharingRanks;

/// Throws SettingError for an invalid configuration. Puzzles side by side: as many as the memory allows, up to
/// `max_puzzle_slots`. `ranks`: see make_evolution(). Throws MemoryError if not one fits.
std::unique_ptr<Backend> make_evolution_backend(std::unique_ptr<Executor> executor, const Config& config,
                                                std::uint32_t max_puzzle_slots, SharingRanks* ranks = nullptr);

/// Makes the first population of a puzzle, or takes the state of one that was saved. Throws MemoryError;
/// CheckpointError for a state that does not fit.
std::unique_ptr<PuzzleEvolution> make_stepped_evolution(std::unique_ptr<Executor> executor, const Config& config,
                                                        const SavedPuzzle& puzzle);

/// Throws SettingError for a cost, an order or a puzzle that does not suit.
std::unique_ptr<Evaluator> make_evaluator_on(std::unique_ptr<Executor> executor, const Evaluation& wanted);

}  // namespace evodoku
