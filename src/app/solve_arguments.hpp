// The options of `evodoku solve` as they are listed: those of the table of settings, and the few that are no settings.
#pragma once

#include <cxxopts.hpp>
#include <string>
#include <vector>

namespace evodoku::app {

/// Values are text, whatever they stand for, so that messages can repeat what was written.
cxxopts::Options solve_arguments();

/// "--population" and so on, for suggestions.
std::vector<std::string> solve_option_names();

/// What cxxopts has to say, with quotation marks that every terminal shows.
std::string plain_quotes(std::string text);

}  // namespace evodoku::app
