// Finding and reading presets; their texts are in a source made from presets/*.toml when the build is configured.
#include "settings/presets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "engine/nearest.hpp"
#include "engine/numbers.hpp"
#include "settings/config_file.hpp"
#include "settings/search_settings.hpp"

namespace evodoku {

std::string_view Preset::summary() const {
    std::string_view line = text.substr(0, text.find('\n'));
    line.remove_prefix(std::min(line.find_first_not_of("# "), line.size()));
    const std::string own = std::string(name) + ": ";
    if (line.starts_with(own)) line.remove_prefix(own.size());
    return line;
}

const Preset& find_preset(std::string_view label, std::string_view name) {
    for (const Preset& preset : presets()) {
        if (preset.name == name) return preset;
    }
    const std::vector<std::string> names = preset_names();
    throw SettingError(fmt::format("{}: unknown preset '{}'{}; there are: {}", label, name, suggestion(name, names),
                                   fmt::join(names, ", ")));
}

std::vector<std::string> preset_names() {
    std::vector<std::string> names;
    for (const Preset& preset : presets()) names.emplace_back(preset.name);
    return names;
}

std::vector<Assignment> settings_of(const Preset& preset) {
    std::vector<std::string> names = names_of(search_settings());
    names.push_back("preset");
    std::vector<Assignment> settings;
    for (Assignment& each : read_config_file(preset.text, fmt::format("preset {}", preset.name), names)) {
        if (each.name != "preset") {
            settings.push_back(std::move(each));
            continue;
        }
        if (each.text == preset.name) throw SettingError(fmt::format("{}: a preset can't build on itself", each.label));
        const std::vector<Assignment> base = settings_of(find_preset(each.label, each.text));
        settings.insert(settings.begin(), base.begin(), base.end());
    }
    return settings;
}

}  // namespace evodoku
