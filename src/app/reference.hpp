// What the program prints about itself for other programs: made from the table of commands, so that nothing differs.
#pragma once

#include <string>

namespace evodoku::app {

/// docs/options.md.
std::string markdown_page();

/// evodoku.1, in the macros of man(7).
std::string man_page();

/// A script for bash, zsh or fish that completes commands, options and their values. Throws UsageError for others.
std::string completion_script(const std::string& shell);

}  // namespace evodoku::app
