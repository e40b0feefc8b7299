// This program, started once more as a process of its own, with a clock.
#pragma once

#include <string>
#include <vector>

namespace evodoku::app {

struct OwnProcess {
    double seconds;          ///< from its start to its end
    int code;                ///< its exit code; 128 + the number of the signal that ended it
    std::string how;         ///< "exit code 1", "signal 9"
    std::string last_words;  ///< the last line on its standard error: why it failed, where it did
};

/// Runs this program with `arguments`, its results thrown away. Throws std::runtime_error where it can't be started.
OwnProcess run_own_process(const std::vector<std::string>& arguments);

}  // namespace evodoku::app
