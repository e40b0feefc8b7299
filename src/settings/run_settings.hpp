// The settings of runs: those of the search, the machine, the seed and the time limit.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "settings/search_settings.hpp"

namespace evodoku {

struct RunSettings : SearchSettings {
    std::string device = "auto";
    unsigned threads = 0;               ///< 0 = all
    std::optional<std::uint64_t> seed;  ///< none: the caller draws one
    std::optional<std::chrono::milliseconds> timeout;
    std::set<std::string> named;     ///< settings that the user chose, by option, environment or file
    std::vector<Assignment> given;   ///< all assignments, including presets, in ascending precedence
    std::vector<std::string> notes;  ///< to show: settings without an effect

    /// What set it, for messages: "--device", "EVODOKU_DEVICE", "c.toml:1:10: device".
    std::string label_of(std::string_view name) const;
};

/// One row per setting, in the order of the help.
const SettingTable<RunSettings>& run_settings();

/// The environment variable of a setting: "migrate-every" -> "EVODOKU_MIGRATE_EVERY".
std::string variable_of(const std::string& name);

/// Settings of a search by source, in ascending precedence: preset, configuration file, environment, command line.
struct Layers {
    std::vector<Assignment> preset;  ///< of the preset, and of the preset that it builds on
    std::vector<Assignment> chosen;  ///< of the user: file, environment, options
    std::vector<std::string> notes;  ///< to print: variables whose names are nearly right
};

enum class Environment { read, ignored };

/// `names`: of all settings. `options`: those of the command line, including `preset` and
/// `config`. `read_file` returns a file's text and throws if it can't. Throws SettingError, ConfigFileError.
Layers read_layers(const std::vector<std::string>& names, const std::vector<Assignment>& options,
                   const std::function<std::string(const std::string& file)>& read_file,
                   Environment from = Environment::read);

/// The settings of a program that has no command line and does not read the environment. `options` may include `preset`
/// and `config`. Throws SettingError, also for an unknown name, and ConfigFileError. `read_file` returns a file's text
/// and throws if it can't. `order`: of the boards.
RunSettings read_run_settings(const std::vector<Assignment>& options,
                              const std::function<std::string(const std::string& file)>& read_file, int order = 3);

/// Boards of another order than 3 have a default configuration of their own: call it before settings are assigned.
/// Throws SettingError if a preset was named.
void take_order(RunSettings& settings, int order, bool has_preset);
/// Throws SettingError for a setting that does not fit the order of the boards.
void check_order(const RunSettings& settings, int order);

/// Below 2^53, so that readers of JSON keep it exactly.
std::uint64_t random_seed();

}  // namespace evodoku
