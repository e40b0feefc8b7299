// What may be done to a stream: whether it is a terminal, how wide, and whether colours are welcome.
#pragma once

#include <cstddef>

namespace evodoku::app {

/// A terminal that understands control codes (TERM is not "dumb").
bool is_terminal(int descriptor);

/// Such a terminal, and NO_COLOR is not set (no-color.org).
bool wants_color(int descriptor);

/// Letters in a line of the terminal; 80 where it does not say.
std::size_t terminal_columns(int descriptor);

}  // namespace evodoku::app
