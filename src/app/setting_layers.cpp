// Settings from the preset, the configuration file, the environment and the command line, the weightiest last.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <utility>

#include "evodoku/engine/config_file.hpp"
#include "evodoku/engine/presets.hpp"
#include "solve_settings.hpp"
#include "text_file.hpp"

namespace evodoku::app {
namespace {

/// "migrate-every" -> "EVODOKU_MIGRATE_EVERY"
std::string variable_of(const std::string& name) {
    std::string variable = "EVODOKU_";
    for (const char letter : name) {
        variable += letter == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
    }
    return variable;
}

/// A variable that is empty is none.
std::vector<Assignment> from_environment(const std::vector<std::string>& names) {
    std::vector<Assignment> list;
    for (const std::string& name : names) {
        const std::string variable = variable_of(name);
        const char* text = std::getenv(variable.c_str());
        if (text != nullptr && *text != '\0') list.push_back({name, text, variable});
    }
    return list;
}

const Assignment* find_last(const std::vector<Assignment>& list, std::string_view name) {
    const auto found = std::find_if(list.rbegin(), list.rend(), [&](const auto& each) { return each.name == name; });
    return found == list.rend() ? nullptr : &*found;
}

/// The weightiest of what several layers say, the weightiest layer last.
const Assignment* weightiest(const std::vector<const std::vector<Assignment>*>& layers, std::string_view name) {
    const Assignment* found = nullptr;
    for (const std::vector<Assignment>* layer : layers) {
        if (const Assignment* here = find_last(*layer, name)) found = here;
    }
    return found;
}

}  // namespace

void apply_layers(SolveSettings& settings, const std::vector<Assignment>& options) {
    const SettingTable<SolveSettings>& table = solve_settings();
    std::vector<std::string> names = names_of(table);
    names.insert(names.end(), layer_names.begin(), layer_names.end());
    const std::vector<Assignment> environment = from_environment(names);
    std::vector<Assignment> file;
    if (const Assignment* config = weightiest({&environment, &options}, "config")) {
        std::erase(names, "config");  // a file names no other
        file = read_config_file(read_text_file(config->text), config->text, names);
    }
    if (const Assignment* preset = weightiest({&file, &environment, &options}, "preset")) {
        settings.given = settings_of(find_preset(preset->label, preset->text));
        assign(settings, table, settings.given);
    }
    for (const std::vector<Assignment>* layer : {&std::as_const(file), &environment, &options}) {
        assign(settings, table, *layer);
        for (const Assignment& assignment : *layer) settings.named.insert(assignment.name);
        settings.given.insert(settings.given.end(), layer->begin(), layer->end());
    }
}

}  // namespace evodoku::app
