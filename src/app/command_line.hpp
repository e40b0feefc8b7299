// A resolved command line: every setting spelt out, so that it replays the run whatever the defaults become.
#pragma once

#include <string>

#include "solve_options.hpp"

namespace evodoku::app {

/// `program`: as it was called. `settings`: with nothing left to `auto` but the device, which is `device`. The clock's
/// limit, threads, -q and -v are left out: they do not change the results.
std::string replay_command(const std::string& program, const SolveSettings& settings, const std::string& device);

}  // namespace evodoku::app
