// The right name nearest to a wrong one, for error messages.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace evodoku {

/// " (did you mean 'uniform-box'?)", or nothing where no name is near: at most a third of the letters differ.
std::string suggestion(std::string_view wrong, const std::vector<std::string>& names);

}  // namespace evodoku
