// The options of `evodoku solve` as they are listed: names, defaults, help. solve_options.cpp reads their values.
#pragma once

#include <cxxopts.hpp>
#include <string>
#include <vector>

namespace evodoku::app {

/// Values are text, whatever they stand for, so that messages can repeat what was written.
cxxopts::Options solve_arguments();

/// "--population" and so on, for suggestions.
std::vector<std::string> solve_option_names();

}  // namespace evodoku::app
