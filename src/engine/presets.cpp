// Finding and reading presets; their texts are in a source made from presets/*.toml when the build is configured.
#include "evodoku/engine/presets.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "evodoku/engine/config_file.hpp"
#include "evodoku/engine/nearest.hpp"
#include "evodoku/engine/numbers.hpp"
#include "evodoku/engine/search_settings.hpp"

namespace evodoku {

std::string_view Preset::summary() const {
    std::string_view line = text.substr(0, text.find('\n'));
    line.remove_prefix(std::min(line.find_first_not_of("# "), line.size()));
    return line;
}

const Preset& find_preset(std::string_view label, std::string_view name) {
    std::vector<std::string> names;
    for (const Preset& preset : presets()) {
        if (preset.name == name) return preset;
        names.emplace_back(preset.name);
    }
    throw SettingError(fmt::format("{}: unknown preset '{}'{}; there are: {}", label, name, suggestion(name, names),
                                   fmt::join(names, ", ")));
}

std::vector<Assignment> settings_of(const Preset& preset) {
    return read_config_file(preset.text, fmt::format("preset {}", preset.name), names_of(search_settings()));
}

}  // namespace evodoku
