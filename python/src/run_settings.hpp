// Complete settings, and the device that they name.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "evodoku/devices/devices.hpp"
#include "settings/search_settings.hpp"

namespace evodoku::python {

/// Settings by name, as on the command line of the program.
using Texts = std::vector<std::pair<std::string, std::string>>;

inline std::vector<Assignment> assignments_of(const Texts& texts) {
    std::vector<Assignment> all;
    for (const auto& [name, text] : texts) all.push_back({name, text, "--" + name});
    return all;
}

/// The seed is set and nothing is left to `auto`.
struct ReadySettings : RunSettings {
    /// For boards of an order. Throws SettingError.
    ReadySettings(const Texts& options, int of_boards);

    Device chosen_device;
    int order;  ///< of the boards
    std::uint64_t run_seed() const { return *seed; }
};

}  // namespace evodoku::python
