// Complete settings, and the device that they name.
#pragma once

#include "evodoku/devices/devices.hpp"
#include "settings/search_settings.hpp"

namespace evodoku::python {

/// The seed is set and nothing is left to `auto`.
struct ReadySettings : RunSettings {
    Device chosen_device;
    int order = 3;  ///< of the boards
    std::uint64_t run_seed() const { return *seed; }
};

}  // namespace evodoku::python
