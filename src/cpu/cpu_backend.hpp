// The backend of this machine's processor.
#pragma once

#include <cstdint>
#include <memory>

#include "cpu/workers.hpp"
#include "evodoku/backend/backend.hpp"
#include "evodoku/backend/puzzle_evolution.hpp"
#include "evodoku/engine/config.hpp"

namespace evodoku::cpu {

/// Allocates all its memory, for up to `puzzle_slots` puzzles side by side: fewer if they do not fit. Throws
/// SettingError for an invalid configuration, MemoryError if not one fits.
std::unique_ptr<Backend> make_backend(std::unique_ptr<Workers> workers, const Config& config,
                                      std::uint32_t puzzle_slots);

/// The evolution of one puzzle. Throws likewise, and CheckpointError for a state that does not fit.
std::unique_ptr<PuzzleEvolution> make_puzzle_evolution(std::unique_ptr<Workers> workers, const Config& config,
                                                       const SavedPuzzle& puzzle);

}  // namespace evodoku::cpu
