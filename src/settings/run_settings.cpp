// The rows of a run besides those of the search, the sources of settings, and the steps from assignments to complete
// settings.
#include "settings/run_settings.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <random>

#include "engine/text.hpp"
#include "evodoku/engine/errors.hpp"
#include "settings/config_file.hpp"

namespace evodoku {
namespace {

using S = RunSettings;

constexpr Tier basic = Tier::basic;

SettingTable<S> run_table() {
    const auto read_seed = [](std::string_view label, std::string_view text) {
        return read_count(label, text, 0, ~std::uint64_t{0});
    };
    const auto seed_text = [](const auto& seed) { return seed ? std::to_string(*seed) : ""; };
    const auto time_text = [](const auto& time) { return time ? fmt::format("{}ms", time->count()) : ""; };
    SettingTable<S> table = {
        text_row<S>({"device", "Machine",
                     "auto, cpu, cuda, cuda:N, cuda:all, or several with commas; auto = a GPU if there is one", 'd',
                     basic, may_differ | of_rank},
                    "DEVICE", &S::device, {"auto", "cpu", "cuda"}),
        count_row<S>({"threads", "Machine", "CPU threads; 0 = all", 'j', basic, may_differ | not_replayed | of_rank},
                     &S::threads, 0, 1024)};
    for (const Setting<SearchSettings>& row : search_settings()) table.push_back(row_for<S>(row));
    table.push_back(
        field_row<S>({"timeout", "Budget", "time for the whole command, before and after --resume: 30s, 5m, 200ms",
                      '\0', basic, in_config | may_differ | not_replayed},
                     "TIME", &S::timeout, read_time, time_text));
    table.push_back(field_row<S>(
        {"seed", "Budget", "seed for all random numbers, 0 to 2^64-1; random if not given", 's', basic, in_config}, "N",
        &S::seed, read_seed, seed_text));
    return table;
}

constexpr std::string_view prefix = "EVODOKU_";

std::string name_of(std::string_view variable) {
    std::string name(variable.substr(prefix.size()));
    for (char& letter : name) {
        letter = letter == '_' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    }
    return name;
}

/// An empty variable counts as not set.
std::vector<Assignment> from_environment(const std::vector<std::string>& names) {
    std::vector<Assignment> list;
    for (const std::string& name : names) {
        const std::string variable = variable_of(name);
        const char* text = std::getenv(variable.c_str());
        if (text != nullptr && *text != '\0') list.push_back({name, text, variable});
    }
    return list;
}

/// Reports variables whose names are similar to those of settings. Other variables with this program's prefix belong to
/// the scripts.
void note_misspelt(const std::vector<std::string>& names, std::vector<std::string>& notes) {
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string_view variable = std::string_view(*entry).substr(0, std::string_view(*entry).find('='));
        if (!variable.starts_with(prefix)) continue;
        const std::string name = name_of(variable), near = suggestion(name, names);
        if (std::ranges::count(names, name) == 0 && !near.empty()) {
            notes.push_back(fmt::format("{} is not a setting{}", variable, near));
        }
    }
}

}  // namespace

const SettingTable<RunSettings>& run_settings() {
    static const SettingTable<S> table = run_table();
    return table;
}

std::string variable_of(const std::string& name) {
    std::string variable(prefix);
    for (const char letter : name) {
        variable += letter == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
    }
    return variable;
}

std::string RunSettings::label_of(std::string_view name) const {
    const Assignment* origin = last(given, name);
    return origin != nullptr ? origin->label : fmt::format("--{}", name);
}

std::uint64_t random_seed() {
    std::random_device entropy;
    return (std::uint64_t{entropy()} << 32 | entropy()) >> 11;
}

Layers read_layers(const std::vector<std::string>& names, const std::vector<Assignment>& options,
                   const std::function<std::string(const std::string& file)>& read_file, Environment from) {
    std::vector<std::string> known = names;
    known.push_back("preset");
    std::vector<std::string> variables = known;
    variables.push_back("config");  // not allowed in a file
    Layers layers;
    if (from == Environment::read) layers.chosen = from_environment(variables);
    layers.chosen.insert(layers.chosen.end(), options.begin(), options.end());
    if (const Assignment* config = last(layers.chosen, "config")) {
        const std::vector<Assignment> file = read_config_file(read_file(config->text), config->text, known);
        layers.chosen.insert(layers.chosen.begin(), file.begin(), file.end());
    }
    if (const Assignment* preset = last(layers.chosen, "preset")) {
        layers.preset = settings_of(find_preset(preset->label, preset->text));
        const auto is_chosen = [&](const Assignment& each) { return last(layers.chosen, each.name) != nullptr; };
        if (std::ranges::all_of(layers.preset, is_chosen)) {
            layers.notes.push_back(
                fmt::format("{} {} has no effect: file, environment and options set everything that it sets",
                            preset->label, preset->text));
        }
    }
    if (from == Environment::read) note_misspelt(variables, layers.notes);
    return layers;
}

RunSettings read_run_settings(const std::vector<Assignment>& options,
                              const std::function<std::string(const std::string& file)>& read_file, int order) {
    const std::vector<std::string> names = names_of(run_settings());
    for (const Assignment& option : options) {
        if (option.name == "preset" || option.name == "config" || std::ranges::count(names, option.name) != 0) continue;
        std::vector<std::string> all = {"--preset", "--config"};
        for (const std::string& each : names) all.push_back("--" + each);
        throw SettingError(fmt::format("unknown option '{}'{}", option.label, suggestion(option.label, all)));
    }
    const Layers layers = read_layers(names, options, read_file, Environment::ignored);
    RunSettings settings;
    take_order(settings, order, !layers.preset.empty());
    assign(settings, run_settings(), layers.preset);
    assign(settings, run_settings(), layers.chosen);
    for (const Assignment& assignment : layers.chosen) settings.named.insert(assignment.name);
    settings.notes = layers.notes;
    settings.given = layers.preset;
    settings.given.insert(settings.given.end(), layers.chosen.begin(), layers.chosen.end());
    check_order(settings, order);
    return settings;
}

void take_order(RunSettings& settings, int order, bool has_preset) {
    if (order == 3) return;
    if (has_preset) {
        throw SettingError(
            fmt::format("--preset is for 9 x 9, and these boards are {0} x {0}; leave it out", order * order));
    }
    settings.config = large_config(order);
}

void check_order(const RunSettings& settings, int order) {
    check_order(settings, order, [&](std::string_view name) { return settings.label_of(name); });
}

}  // namespace evodoku
