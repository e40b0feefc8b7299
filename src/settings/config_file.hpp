// Configuration files: settings as TOML, `restart-after = 25` or `selection = "tournament:size=3"`, read and written.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "settings/setting.hpp"

namespace evodoku {

/// A file that is not TOML or has an unknown key: what() begins with file, line and column.
class ConfigFileError : public std::invalid_argument {
public:
    using std::invalid_argument::invalid_argument;
};

/// The settings of a file in their order in it. `source` names it in messages, also in those of assign(); `names`: the
/// allowed keys. Throws ConfigFileError.
std::vector<Assignment> read_config_file(std::string_view text, const std::string& source,
                                         const std::vector<Name>& names);

/// One line per value, which read_config_file() reads back.
std::string to_toml(const std::vector<Value>& values);

}  // namespace evodoku
