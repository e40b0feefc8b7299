// All settings that determine the results of a search, with the table of their names; the settings of runs, which add
// the machine, the seed and the time limit; and where they come from: presets, files in TOML, `restart-after = 25` or
// `selection = "tournament:size=3"`, the environment, and the command line.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "evodoku/core/presolve.hpp"
#include "evodoku/engine/config.hpp"
#include "evodoku/engine/load_operators.hpp"
#include "settings/setting.hpp"

namespace evodoku {

/// With a seed, a puzzle and its index in the input, these determine every byte of a result.
struct SearchSettings {
    Config config;  ///< a population of 0 still has to be chosen: `auto`
    PresolveLevel presolve = PresolveLevel::full;
    std::string operators = {};  ///< the shared objects of operators, with their hashes: see required_operators()
};

/// Loads the operators of shared objects where it is read: before settings that name them.
template <class Target>
Setting<Target> operators_row(const std::string& group, std::string Target::*field) {
    Words words{"operators", group, "load operators of your own from FILE.so: docs/how-to/own-operators.md", '\0',
                comes_first};
    return field_row<Target>(std::move(words), "FILE", field, required_operators, std::identity());
}

/// THE TABLE: one row per field of Config, and presolve. Options, environment variables, keys of configuration files,
/// the output of --print-config and the replay line all come from here. A new row also has a line in canonical_form().
const SettingTable<SearchSettings>& search_settings();

/// Derives settings that were not `named` from others. A population `auto` becomes `suitable`, a multiple of the
/// islands. Each island gets the default population of one island. The interval between synchronisations is the longest
/// that divides migrate-every. Migrants are at most a quarter of an island. A population above that of the preset still
/// has room to grow. Settings without an effect are switched off (`stagnation` and `largest` without a stall, reheats
/// without a mutation that cools, `largest` without growth, `seen` without deduplication). Shared objects whose
/// operators are used are named.
void derive_defaults(SearchSettings& settings, const std::set<std::string>& named, std::uint32_t suitable);

/// The settings as numbers, without the name of a setting or parameter: of each its place in a list that only grows,
/// and its value; of an operator its id, and the parameters that do not have their defaults. So the form stays if one
/// is renamed, and if a setting or parameter is added that changes nothing at its default.
using CanonicalForm = std::vector<std::uint64_t>;
CanonicalForm canonical_form(const SearchSettings& settings);
CanonicalForm canonical_form(const AnyOperator& op);

/// Of the canonical form: settings with equal hashes give equal results. Seeds of experiments' runs are made of it.
std::uint64_t hash_of(const SearchSettings& settings);

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

/// Throws SettingError, with its origin, for a setting that boards of this order do not have, 3 being 9 x 9.
void check_order(const RunSettings& settings, int order);

/// A message about the settings of these names, followed by their origins: "... (from a.toml:3:9: restart-after,
/// --elite)". Settings that derive_defaults() has replaced are left out.
std::string with_origins(const std::string& message, const std::vector<std::string>& about,
                         const RunSettings& settings);

/// One row per setting, in the order of the help.
const SettingTable<RunSettings>& run_settings();

/// The settings of a file in their order in it. `source` names it in messages, also in those of assign(); `names`: the
/// allowed keys. Throws SettingError.
std::vector<Assignment> read_config_file(std::string_view text, const std::string& source,
                                         const std::vector<std::string>& names);

/// One line per value, which read_config_file() reads back.
std::string to_toml(const std::vector<Assignment>& values);

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

/// The environment variable of a setting: "migrate-every" -> "EVODOKU_MIGRATE_EVERY".
std::string variable_of(const std::string& name);
/// What the variables of these settings assign; an empty one counts as not set.
std::vector<Assignment> from_environment(const std::vector<std::string>& names);
/// What to say of variables that are nearly those of these settings. Others with the prefix belong to the scripts.
std::vector<std::string> misspelt_variables(const std::vector<std::string>& names);

/// Settings of a search by source, in ascending precedence: preset, configuration file, environment, command line.
struct Layers {
    std::vector<Assignment> preset;  ///< of the preset, and of the preset that it builds on
    std::vector<Assignment> chosen;  ///< of the user: file, environment, options
    std::vector<std::string> notes;  ///< to print: variables whose names are nearly right
};

enum class Environment { read, ignored };

/// Returns a file's text, and throws if it can't. `chosen`: environment and options.
using ReadFile = std::function<std::string(const std::string& file, const std::vector<Assignment>& chosen)>;

/// `names`: of all settings. `options`: those of the command line, including `preset` and
/// `config`. Throws SettingError.
Layers read_layers(const std::vector<std::string>& names, const std::vector<Assignment>& options,
                   const ReadFile& read_file, Environment from = Environment::read);

/// Assigns both layers, and notes what was given and named.
template <class Settings>
void take_layers(Settings& settings, const SettingTable<Settings>& table, const Layers& layers) {
    for (const std::vector<Assignment>* layer : {&layers.preset, &layers.chosen}) {
        assign(settings, table, *layer);
        settings.given.insert(settings.given.end(), layer->begin(), layer->end());
    }
    for (const Assignment& assignment : layers.chosen) settings.named.insert(assignment.name);
}

/// Boards of another order than 3 have a default configuration of their own: call it before settings are assigned.
/// Throws SettingError if a preset was named.
void take_order(RunSettings& settings, int order, bool has_preset);

/// The settings of a program without a command line and an environment, up to what complete() adds. `options`: as on
/// the command line, including `preset` and `config`. Throws SettingError.
RunSettings read_run_settings(const std::vector<Assignment>& options, int order, const ReadFile& read_file);

/// Afterwards a run can begin: derive_defaults(), and a seed. Throws SettingError, with the origins of the settings
/// that it is about, unless the configuration is valid.
void complete(RunSettings& settings, std::uint32_t suitable);

/// Below 2^53, so that readers of JSON keep it exactly.
std::uint64_t random_seed();

/// An operator as an object: docs/reference/json.md has the keys.
std::string to_json(const OperatorInfo& op);

}  // namespace evodoku
