// A whole file as text.
#pragma once

#include <string>

namespace evodoku::app {

/// Throws InputOutputError for a file that can't be read.
std::string read_text_file(const std::string& name);

}  // namespace evodoku::app
