// Ctrl-C and kill: the run ends at its next look, with what it has; a later signal ends the program at once.
#pragma once

namespace evodoku::app {

/// From now on SIGINT and SIGTERM are taken note of.
void watch_for_interrupt();

/// The signal that came, or 0.
int interrupt_signal();

}  // namespace evodoku::app
