// The options of a count by name, for the program and for Python.
#pragma once

#include "evodoku/counting/count.hpp"
#include "settings/setting.hpp"

namespace evodoku {

/// Without the seed and the schedule, which all runs have.
SettingTable<CountOptions> count_options();

}  // namespace evodoku
