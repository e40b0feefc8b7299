// This process: signals that end it.
#pragma once

#include <string>

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

/// A live view on the terminal, which the thread that calls note_view() draws and erases.
enum class View { none, changing, shown };

/// Says what there is now. The notice of a signal never comes while the view is changing, and goes below it. Returns
/// false if a signal has come: nothing is drawn after its notice.
bool note_view(View now);

}  // namespace evodoku::app
