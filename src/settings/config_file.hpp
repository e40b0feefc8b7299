// Files of settings in TOML, `restart-after = 25` or `selection = "tournament:size=3"`, read and written; presets are
// such files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "settings/setting.hpp"

namespace evodoku {

/// The settings of a file in their order in it. `source` names it in messages, also in those of assign(); `names`: the
/// allowed keys. Throws SettingError.
std::vector<Assignment> read_config_file(std::string_view text, const std::string& source,
                                         const std::vector<std::string>& names);

/// One line per value, which read_config_file() reads back.
std::string to_toml(const std::vector<Value>& values);

/// A configuration built into the program, from a file of the folder presets/.
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
