// This program, started once more as a process of its own, with a clock.
#pragma once

#include <string>
#include <vector>

namespace evodoku::app {

/// Runs this program with `arguments`, its output thrown away. Returns the seconds from the start of the process to its
/// end. Throws std::runtime_error where it can't be started or ends with another exit code than `expected`.
double seconds_of_own_process(const std::vector<std::string>& arguments, int expected);

}  // namespace evodoku::app
