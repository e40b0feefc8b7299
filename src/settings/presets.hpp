// Presets: configurations built into the program, from the files of the folder presets/.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "settings/setting.hpp"

namespace evodoku {

struct Preset {
    std::string_view name;  ///< of the file, without its extension
    std::string_view text;  ///< the file
    /// The first line, a description, without the #.
    std::string_view summary() const;
};

/// Sorted by name.
const std::vector<Preset>& presets();
std::vector<std::string> preset_names();

/// Throws SettingError, with `label` and the nearest name, if there is no preset of this name.
const Preset& find_preset(std::string_view label, std::string_view name);

/// Its settings, to be assigned by search_settings(). A preset may build on another: `preset = "charles"` in its file
/// puts the settings of that one first.
std::vector<Assignment> settings_of(const Preset& preset);

}  // namespace evodoku
