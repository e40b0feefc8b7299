// The backends over an evolution, for any device: which puzzle uses which islands, and the work at a synchronisation.
// Host code.
#pragma once

#include <cstdint>
#include <memory>

#include "backend/async_backend.hpp"
#include "engine/executor.hpp"
#include "evodoku/engine/config.hpp"

namespace evodoku {

class Islands;

/// Throws SettingError for an invalid configuration. Puzzles side by side: as many as the memory allows, up to
/// `max_puzzle_slots`. Throws MemoryError if not one fits.
std::unique_ptr<AsyncBackend> make_evolution_backend(std::unique_ptr<Executor> executor, const Config& config,
                                                     std::uint32_t max_puzzle_slots);

/// The same over islands that are there already, for a configuration that validate() accepts.
std::unique_ptr<AsyncBackend> make_backend_over(std::unique_ptr<Islands> islands, const Config& config);

}  // namespace evodoku
