// This process: signals that end it, and a second process with the same program.
#pragma once

#include <string>
#include <vector>

namespace evodoku::app {

/// From now on SIGINT, SIGTERM and SIGHUP are recorded. The run ends at its next synchronisation, with its results so
/// far or with a checkpoint in that file; a second signal ends the program at once, from 0.1 s after the first. SIGUSR1
/// is ignored: there is no checkpoint to write. The first signal says all that on standard error, unless `quiet`.
void watch_for_interrupt(bool quiet, const std::string& checkpoint = "");

/// From now on SIGUSR1 requests a checkpoint.
void watch_for_checkpoint_request();

/// True once for each request.
bool take_checkpoint_request();

/// The signal that came, or 0.
int interrupt_signal();

/// From now on SIGCONT is recorded: see LiveRows.
void watch_for_continuation();

/// Where the rows of a live view are.
enum class LiveRows {
    none,    ///< there were none, or a signal erased them
    shown,   ///< they are where the cursor is
    behind,  ///< the program was stopped and continued: the shell may have written below them
};

/// For note_live_rows(): a live view is being drawn or erased.
constexpr int rows_changing = -2;

/// So many rows of a live view are on the terminal now: a signal that ends the run erases them, and its notice follows.
/// While they change, a signal waits for the next call. Returns where the rows before are.
LiveRows note_live_rows(int rows);

struct OwnProcess {
    double seconds;          ///< from its start to its end
    int code;                ///< its exit code; 128 + the number of the signal that ended it
    std::string how;         ///< "exit code 1", "signal 9"
    std::string last_words;  ///< the last line on its standard error: the reason of a failure
};

/// Runs this program with `arguments` and discards its results. Throws std::runtime_error if it can't be started.
OwnProcess run_own_process(const std::vector<std::string>& arguments);

}  // namespace evodoku::app
