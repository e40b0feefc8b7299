// The backend of this machine's processor.
#pragma once

#include <cstdint>
#include <memory>

#include "cpu/workers.hpp"
#include "evodoku/engine/backend.hpp"
#include "evodoku/engine/config.hpp"

namespace evodoku::cpu {

/// Takes all its memory, for up to `puzzle_slots` puzzles side by side: fewer where they do not fit. Throws
/// SettingError for a configuration that can't run, MemoryError where not one does.
std::unique_ptr<Backend> make_backend(std::unique_ptr<Workers> workers, const Config& config,
                                      std::uint32_t puzzle_slots);

}  // namespace evodoku::cpu
