// This program, started once more as a process of its own, with a clock.
#pragma once

#include <string>
#include <vector>

namespace evodoku::app {

struct OwnProcess {
    double seconds;   ///< from its start to its end
    int code;         ///< its exit code; 128 + the number of the signal that ended it
    std::string how;  ///< "exit code 1", "signal 9"
};

/// Runs this program with `arguments`, its output thrown away. Throws std::runtime_error where it can't be started.
OwnProcess run_own_process(const std::vector<std::string>& arguments);

}  // namespace evodoku::app
