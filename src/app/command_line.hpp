// A resolved command line: every setting spelt out, so that it replays the run whatever the defaults become.
#pragma once

#include <string>

#include "solve_options.hpp"

namespace evodoku::app {

/// `device`: the one chosen. The clock's limit, threads and output options are left out: they do not change the
/// evolution.
std::string replay_command(const SolveSettings& settings, const std::string& device);

}  // namespace evodoku::app
