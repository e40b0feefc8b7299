// Sources of the settings of a search, in ascending precedence: preset, configuration file, environment, command line.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "settings/setting.hpp"

namespace evodoku {

struct Layers {
    std::vector<Assignment> preset;  ///< of the preset, and of the preset that it builds on
    std::vector<Assignment> chosen;  ///< of the user: file, environment, options
    std::vector<std::string> notes;  ///< to print: variables whose names are nearly right, old names
};

enum class Environment { read, ignored };

/// `names`: of all settings. `options`: those of the command line by their present names, including `preset` and
/// `config`. `read_file` returns a file's text and throws if it can't. Throws SettingError, ConfigFileError.
Layers read_layers(const std::vector<Name>& names, const std::vector<Assignment>& options,
                   const std::function<std::string(const std::string& file)>& read_file,
                   Environment from = Environment::read);

/// A note for each label of `assignments` that ends in an old name: "--stall: the name is now --restart-after ...".
std::vector<std::string> notes_on_old_names(const std::vector<Assignment>& assignments);

}  // namespace evodoku
