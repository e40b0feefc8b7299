// Presets: configurations that come with the program, as files in its folder presets/ that are built into it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "evodoku/engine/setting.hpp"

namespace evodoku {

struct Preset {
    std::string_view name;  ///< of the file, without its ending
    std::string_view text;  ///< the file
    /// Its first line, which says what it is, without the #.
    std::string_view summary() const;
};

/// In the order of their names.
const std::vector<Preset>& presets();

/// Throws SettingError, with `label` and the nearest name, where there is none of this name.
const Preset& find_preset(std::string_view label, std::string_view name);

/// What it sets, to be assigned by search_settings().
std::vector<Assignment> settings_of(const Preset& preset);

}  // namespace evodoku
