// Settings by name: read, completed, and listed again.
#include <fmt/format.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "bindings.hpp"
#include "engine/text.hpp"
#include "evodoku/engine/errors.hpp"
#include "run_settings.hpp"

namespace evodoku::python {
namespace {

using Texts = std::vector<std::pair<std::string, std::string>>;

std::string read_text_file(const std::string& name) {
    std::ifstream file(name, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    if (!file) throw SettingError("--config: cannot read " + name);
    return text.str();
}

/// As the program reads a command line, without the environment.
RunSettings read_run_settings(const std::vector<Assignment>& options, int order) {
    const std::vector<std::string> names = names_of(run_settings());
    for (const Assignment& option : options) {
        if (option.name == "preset" || option.name == "config" || std::ranges::count(names, option.name) != 0) continue;
        std::vector<std::string> all = {"--preset", "--config"};
        for (const std::string& each : names) all.push_back("--" + each);
        throw SettingError(fmt::format("unknown option '{}'{}", option.label, suggestion(option.label, all)));
    }
    const auto read_file = [](const std::string& name, const auto&) { return read_text_file(name); };
    const Layers layers = read_layers(names, options, read_file, Environment::ignored);
    RunSettings settings;
    take_order(settings, order, !layers.preset.empty());
    take_layers(settings, run_settings(), layers);
    settings.notes = layers.notes;
    check_order(settings, order);
    return settings;
}

ReadySettings ready(const Texts& options, int order) {
    std::vector<Assignment> assignments;
    for (const auto& [name, text] : options) assignments.push_back({name, text, "--" + name});
    ReadySettings settings{read_run_settings(assignments, order), {}, order};
    settings.device = device_for_order(settings.device, order);
    const DeviceChoice choice = choose_device(settings.device, settings.label_of("device"));
    if (settings.device != "auto" && !choice.note.empty()) settings.notes.push_back(choice.note);
    settings.chosen_device = choice.device;
    derive_defaults(settings, settings.named, suitable_population(choice.device, order));
    check_combinations(settings, settings.given);
    if (!settings.seed) settings.seed = random_seed();
    return settings;
}

Texts values(const ReadySettings& settings) {
    ReadySettings shown = settings;
    shown.device = to_text(settings.chosen_device);
    Texts all;
    for (const Value& value : values_of<RunSettings>(shown, run_settings())) all.emplace_back(value.name, value.text);
    return all;
}

/// Name, name of its value, words to choose from, which of some texts it reads, and help of every setting.
using Row = std::tuple<std::string, std::string, std::vector<std::string>, std::vector<std::string>, std::string>;
std::vector<Row> table(const std::vector<std::string>& texts) {
    std::vector<Row> rows;
    for (const Setting<RunSettings>& setting : run_settings()) {
        std::vector<std::string> readable;
        for (const std::string& text : texts) {
            try {
                RunSettings target;
                setting.read(target, setting.name, text);
                readable.push_back(text);
            } catch (const SettingError&) {
            }
        }
        rows.emplace_back(setting.name, setting.value, setting.choices, readable, setting.help);
    }
    return rows;
}

}  // namespace

void bind_settings(nb::module_& module) {
    nb::class_<ReadySettings>(module, "Settings", "Complete settings of a run.")
        .def(
            "__init__",
            [](ReadySettings* self, const Texts& options, int order) {
                new (self) ReadySettings(ready(options, order));
            },
            nb::arg("options"), nb::arg("order") = 3, "Names and texts, as on the command line of the program.")
        .def("values", &values, "Every setting as text.")
        .def_prop_ro("seed", &ReadySettings::run_seed)
        .def_prop_ro("device", [](const ReadySettings& settings) { return to_text(settings.chosen_device); })
        .def_prop_ro("order", [](const ReadySettings& settings) { return settings.order; })
        .def_prop_ro("population", [](const ReadySettings& settings) { return settings.config.population; })
        .def_prop_ro("islands", [](const ReadySettings& settings) { return settings.config.islands; })
        .def_prop_ro("generations", [](const ReadySettings& settings) { return settings.config.generations; })
        .def_prop_ro("sync_every", [](const ReadySettings& settings) { return settings.config.sync_every; })
        .def_prop_ro("notes", [](const ReadySettings& settings) { return settings.notes; });
    module.def("setting_rows", &table, nb::arg("texts"),
               "Name, name of its value, words to choose from, which of some texts it reads, and help of every "
               "setting, in the order of the help.");
}

}  // namespace evodoku::python
