// `evodoku presets`: the configurations that come with the program.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <string>

#include "commands.hpp"
#include "evodoku/engine/presets.hpp"
#include "exit_codes.hpp"

namespace evodoku::app {

int presets_command(int argc, const char* const* argv) {
    const std::string word = argc > 1 ? argv[1] : "";
    if (word == "-h" || word == "--help") {
        std::cout << "evodoku presets             lists the presets, for evodoku solve --preset NAME\n"
                     "evodoku presets show NAME   prints one, as a file for --config\n";
        return all_solved;
    }
    if (word == "show") {
        if (argc < 3) throw UsageError("presets show: the name of a preset is missing; evodoku presets lists them");
        if (argc > 3) throw UsageError(fmt::format("presets show: unexpected '{}'; it takes one name", argv[3]));
        std::cout << find_preset("presets show", argv[2]).text;
        return all_solved;
    }
    if (!word.empty()) throw UsageError(fmt::format("presets: unexpected '{}'; it takes nothing or show NAME", word));
    std::size_t width = 0;
    for (const Preset& preset : presets()) width = std::max(width, preset.name.size());
    for (const Preset& preset : presets()) {
        std::cout << fmt::format("{:<{}}  {}\n", preset.name, width, preset.summary());
    }
    return all_solved;
}

}  // namespace evodoku::app
