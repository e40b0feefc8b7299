// `evodoku presets`: the configurations that are built in.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "commands.hpp"
#include "settings/config_file.hpp"

namespace evodoku::app {

std::vector<Option> presets_options() { return {}; }

int run_presets(const std::string&, const CommandLine& line) {
    const std::vector<std::string>& words = line.words;
    if (!words.empty() && words.front() != "show") {
        throw SettingError(fmt::format("presets: unexpected '{0}'; presets show {0} prints one", words.front()));
    }
    if (words.size() == 1)
        throw SettingError("presets show: the name of a preset is missing; evodoku presets lists them");
    if (words.size() > 2) throw SettingError(fmt::format("presets show: unexpected '{}'; it takes one name", words[2]));
    if (words.size() == 2) {
        std::cout << find_preset("presets show", words[1]).text;
        return all_solved;
    }
    const std::size_t width = std::ranges::max(preset_names(), {}, &std::string::size).size();
    for (const Preset& preset : presets()) {
        std::cout << fmt::format("{:<{}}  {}\n", preset.name, width, preset.summary());
    }
    return all_solved;
}

}  // namespace evodoku::app
