// What the program says to people: lines on standard error that no file name and no full disk can spoil.
#pragma once

#include <string>
#include <string_view>

namespace evodoku::app {

/// Writes `evodoku: TEXT` as one line on standard error. What can't be written there is lost: it is no result.
void say(std::string_view text);

/// `text` with control bytes written out as \xNN, so that a terminal shows them and does not obey them.
std::string printable(std::string_view text);

/// Sends on what stands in the buffer of standard output. Throws InputOutputError where that fails, now or before.
void flush_results();

}  // namespace evodoku::app
