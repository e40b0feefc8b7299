// The device of larger boards: a CPU.
#pragma once

#include <cstdint>
#include <memory>

#include "backend/large_types.hpp"
#include "evodoku/devices/devices.hpp"

namespace evodoku {

/// As make_backend(), for a configuration of larger boards. Throws DeviceError for a GPU.
std::unique_ptr<BackendOf<LargeGrid>> make_large_backend(const Device& device, const Config& config, unsigned threads,
                                                         std::uint32_t puzzle_slots);

}  // namespace evodoku
