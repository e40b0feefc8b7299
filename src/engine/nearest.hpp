// Suggests the nearest valid name, for error messages.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace evodoku {

/// " (did you mean 'uniform'?)", or nothing if no name is similar: at most a third of the letters may differ.
std::string suggestion(std::string_view wrong, const std::vector<std::string>& names);

}  // namespace evodoku
