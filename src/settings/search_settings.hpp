// All settings that determine the results of a search, and the table of their names.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "evodoku/core/presolve.hpp"
#include "evodoku/engine/config.hpp"
#include "settings/setting.hpp"

namespace evodoku {

/// With a seed, a puzzle and its index in the input, these determine every byte of a result.
struct SearchSettings {
    Config config;
    PresolveLevel presolve = PresolveLevel::full;
    bool automatic_population = false;  ///< config.population still has to be chosen
};

/// THE TABLE: one row per field of Config, and presolve. Options, environment variables, keys of configuration files,
/// the output of --print-config, the replay line and the hash of a configuration all come from here.
const SettingTable<SearchSettings>& search_settings();

/// Derives settings that were not `named` from others. A population `auto` becomes `suitable`, a multiple of the
/// islands. Each island gets the default population of one island. The interval between synchronisations is the longest
/// that divides migrate-every. Migrants are at most a quarter of an island. A population above that of the preset still
/// has room to grow. Settings without an effect are switched off (`stagnation` and `largest` without a stall, `largest`
/// without growth, `seen` without deduplication).
void derive_defaults(SearchSettings& settings, const std::set<std::string>& named, std::uint32_t suitable);

/// Throws SettingError, with the origins of the settings that it names, unless the configuration is valid. `given`: in
/// ascending precedence.
void check_combinations(const SearchSettings& settings, const std::vector<Assignment>& given);

/// Throws SettingError for a setting that boards of this order do not have, 3 being 9 x 9. `label_of`: how the message
/// names a setting.
void check_order(const SearchSettings& settings, int order,
                 const std::function<std::string(std::string_view)>& label_of);

/// A message about settings, followed by the origin of those that it names: "... (from a.toml:3:9: restart-after,
/// --elite)". Settings that derive_defaults() has replaced are not named. `given`: in ascending precedence.
std::string with_origins(const std::string& message, const SearchSettings& settings,
                         const std::vector<Assignment>& given);

/// Hashes every value: settings with equal hashes give equal results.
std::uint64_t hash_of(const SearchSettings& settings);

}  // namespace evodoku
