// All that decides the results of a search, and the table by which it is chosen.
#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "evodoku/core/presolve.hpp"
#include "evodoku/engine/config.hpp"
#include "evodoku/engine/setting.hpp"

namespace evodoku {

/// With a seed, a puzzle and its place in the input, these give every byte of a result.
struct SearchSettings {
    Config config;
    PresolveLevel presolve = PresolveLevel::full;
    bool automatic_population = false;  ///< config.population is still to be chosen
};

/// THE TABLE: a line for every field of Config, and presolve. Options, environment variables, keys of configuration
/// files, what --print-config prints, the replay line and the hash of a configuration all come from here.
const SettingTable<SearchSettings>& search_settings();

/// Settles what follows from other settings and was not `named` itself: each island has the population that one has by
/// default, the epoch is the longest that divides migrate-every, migrants are at most a quarter of a deme, a population
/// above that of the preset has room to grow all the same, and what the named settings leave nothing to do is off
/// (`stagnation` and `largest` without a stall, `largest` without growth, `seen` where duplicates are kept).
/// Requires a population that is chosen.
void fit(SearchSettings& settings, const std::set<std::string>& named);

/// A message about settings, and behind it who gave those that it names: "... (from a.toml:3:9: stall, --elite)". Whom
/// fit() has overruled is not named. `given`: the weightiest last.
std::string with_origins(const std::string& message, const SearchSettings& settings,
                         const std::vector<Assignment>& given);

/// Hashes every value: settings with one hash give one result.
std::uint64_t hash_of(const SearchSettings& settings);

}  // namespace evodoku
