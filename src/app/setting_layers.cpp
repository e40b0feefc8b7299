// Settings from the preset, the configuration file, the environment and the command line, the weightiest last.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <utility>

#include "evodoku/engine/config_file.hpp"
#include "evodoku/engine/nearest.hpp"
#include "evodoku/engine/presets.hpp"
#include "messages.hpp"
#include "solve_settings.hpp"
#include "text_file.hpp"

namespace evodoku::app {
namespace {

constexpr std::string_view prefix = "EVODOKU_";

/// "migrate-every" -> "EVODOKU_MIGRATE_EVERY"
std::string variable_of(const std::string& name) {
    std::string variable(prefix);
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

/// Points out variables whose names are nearly those of settings. Others of this program's prefix belong to the scripts
/// beside it.
void say_misspelt(const std::vector<std::string>& names) {
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string_view variable = std::string_view(*entry).substr(0, std::string_view(*entry).find('='));
        if (!variable.starts_with(prefix)) continue;
        std::string name(variable.substr(prefix.size()));
        for (char& letter : name) {
            letter = letter == '_' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
        }
        const std::string near = suggestion(name, names);
        if (std::ranges::count(names, name) == 0 && !near.empty())
            say(fmt::format("{} is no setting{}", variable, near));
    }
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
    const std::vector<std::string> variables = names;
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
    if (!settings.quiet) say_misspelt(variables);
}

}  // namespace evodoku::app
