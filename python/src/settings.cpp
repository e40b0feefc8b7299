// Settings by name: read, completed, and listed again.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <fstream>
#include <sstream>

#include "bindings.hpp"
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

ReadySettings ready(const Texts& options, int order) {
    std::vector<Assignment> assignments;
    for (const auto& [name, text] : options) assignments.push_back({name, text, "--" + name});
    ReadySettings settings{read_run_settings(assignments, read_text_file, order), {}, order};
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

/// The two words of a setting that is on or off; empty for others.
std::vector<std::string> names_of_switches() {
    std::vector<std::string> names;
    for (const Setting<RunSettings>& setting : run_settings()) {
        if (setting.value == "on|off") names.push_back(setting.name);
    }
    return names;
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
    module.def("switches", &names_of_switches, "Settings with the values on and off.");
    module.def(
        "setting_names", [] { return names_of(run_settings()); }, "Every setting, in the order of the help.");
}

}  // namespace evodoku::python
