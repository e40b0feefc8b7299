// The table of everything that `evodoku solve` lets a user set: the settings of the search, the machine, the output.
#pragma once

#include <string>
#include <vector>

#include "evodoku/engine/setting.hpp"
#include "solve_options.hpp"

namespace evodoku::app {

const SettingTable<SolveSettings>& solve_settings();

/// Besides the table's: names of a preset and of a configuration file, which hold settings themselves.
inline const std::vector<std::string> layer_names = {"preset", "config"};

/// Settles every setting by what weighs most: an option, then the environment (EVODOKU_STALL for --stall), then the
/// configuration file, then the preset, then the default. `options`: those of the command line.
void apply_layers(SolveSettings& settings, const std::vector<Assignment>& options);

/// What decides the results, as a configuration file that replays the run.
std::string config_text(const SolveSettings& settings);

}  // namespace evodoku::app
