// Reads the environment and the files that layers name.
#include "settings/layers.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include "engine/nearest.hpp"
#include "settings/config_file.hpp"
#include "settings/presets.hpp"

namespace evodoku {
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

std::string name_of(std::string_view variable) {
    std::string name(variable.substr(prefix.size()));
    for (char& letter : name) {
        letter = letter == '_' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    }
    return name;
}

/// An empty variable counts as not set. A present name takes precedence over an old one.
std::vector<Assignment> from_environment(const std::vector<Name>& names) {
    std::vector<Assignment> list;
    const auto add = [&](const Name& name, const std::string& written) {
        const std::string variable = variable_of(written);
        const char* text = std::getenv(variable.c_str());
        if (text != nullptr && *text != '\0') list.push_back({name.now, text, variable});
    };
    for (const Name& name : names) {
        for (const std::string& old : name.before) add(name, old);
        add(name, name.now);
    }
    return list;
}

/// Reports variables whose names are similar to those of settings. Other variables with this program's prefix belong to
/// the scripts.
void note_misspelt(const std::vector<Name>& names, std::vector<std::string>& notes) {
    std::vector<std::string> present;
    for (const Name& name : names) present.push_back(name.now);
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string_view variable = std::string_view(*entry).substr(0, std::string_view(*entry).find('='));
        if (!variable.starts_with(prefix)) continue;
        const std::string name = name_of(variable), near = suggestion(name, present);
        if (present_name(names, name).empty() && !near.empty()) {
            notes.push_back(fmt::format("{} is not a setting{}", variable, near));
        }
    }
}

/// Null if none names it.
const Assignment* last(const std::vector<const std::vector<Assignment>*>& layers, std::string_view name) {
    const Assignment* found = nullptr;
    for (const std::vector<Assignment>* layer : layers) {
        for (const Assignment& each : *layer) {
            if (each.name == name) found = &each;
        }
    }
    return found;
}

}  // namespace

Layers read_layers(const std::vector<Name>& names, const std::vector<Assignment>& options,
                   const std::function<std::string(const std::string& file)>& read_file, Environment from) {
    std::vector<Name> known = names;
    known.push_back({"preset"});
    std::vector<Name> variables = known;
    variables.push_back({"config"});  // not allowed in a file
    const std::vector<Assignment> environment =
        from == Environment::read ? from_environment(variables) : std::vector<Assignment>();
    Layers layers;
    std::vector<Assignment> file;
    if (const Assignment* config = last({&environment, &options}, "config")) {
        file = read_config_file(read_file(config->text), config->text, known);
    }
    if (const Assignment* preset = last({&file, &environment, &options}, "preset")) {
        layers.preset = settings_of(find_preset(preset->label, preset->text));
    }
    for (const std::vector<Assignment>* layer :
         {static_cast<const std::vector<Assignment>*>(&file), &environment, &options}) {
        layers.chosen.insert(layers.chosen.end(), layer->begin(), layer->end());
    }
    layers.notes = notes_on_old_names(layers.chosen);
    const Assignment* preset = last({&layers.chosen}, "preset");
    const auto is_chosen = [&](const Assignment& each) { return last({&layers.chosen}, each.name) != nullptr; };
    if (preset != nullptr && std::ranges::all_of(layers.preset, is_chosen)) {
        layers.notes.push_back(
            fmt::format("{} {} has no effect: file, environment and options set everything that it sets", preset->label,
                        preset->text));
    }
    if (from == Environment::read) note_misspelt(variables, layers.notes);
    return layers;
}

std::vector<std::string> notes_on_old_names(const std::vector<Assignment>& assignments) {
    std::vector<std::string> notes;
    for (const Assignment& each : assignments) {
        const std::size_t space = each.label.rfind(' ');  // "c.toml:1:2: stall"
        const std::string written = space == std::string::npos ? each.label : each.label.substr(space + 1);
        for (const std::string& now : {"--" + each.name, variable_of(each.name), each.name}) {
            if (written == now) break;
            const bool same_kind = written.starts_with("--") == now.starts_with("--") &&
                                   written.starts_with(prefix) == now.starts_with(prefix);
            if (same_kind)
                notes.push_back(fmt::format("{}: the name is now {}; the old one will be removed", each.label, now));
        }
    }
    return notes;
}

}  // namespace evodoku
