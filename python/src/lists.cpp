// Lists of operators, presets and devices.
#include <fmt/ranges.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <vector>

#include "bindings.hpp"
#include "engine/text.hpp"
#include "evodoku/devices/devices.hpp"
#include "evodoku/engine/load_operators.hpp"
#include "history/lines.hpp"
#include "settings/config_file.hpp"
#include "settings/search_settings.hpp"

namespace evodoku::python {
namespace {

/// As `evodoku operators --json` writes it.
nb::object operators() {
    const std::string text = fmt::format("[{}]", fmt::join(json_of_operators(list_operators()), ","));
    return nb::module_::import_("json").attr("loads")(text);
}

nb::list preset_list() {
    nb::list all;
    for (const Preset& each : presets()) {
        nb::dict preset;
        preset["name"] = std::string(each.name), preset["summary"] = std::string(each.summary());
        preset["text"] = std::string(each.text);
        all.append(preset);
    }
    return all;
}

/// Usable devices and their facts; then the notes about others.
nb::tuple devices() {
    nb::list all;
    const UsableDevices found = usable_devices();
    for (const Device& each : found.devices) {
        nb::dict device;
        device["device"] = to_text(each);
        for (const DeviceFact& fact : facts_of(each)) device[fact.key.c_str()] = fact.value;
        all.append(device);
    }
    return nb::make_tuple(all, found.notes);
}

/// The kinds of lines of a history, and the fields of each.
nb::list history_columns() {
    nb::list all;
    for (const history::LineKind kind : history::all_kinds)
        all.append(nb::make_tuple(std::string(name_of(kind)), history::fields_of(kind).names()));
    return all;
}

}  // namespace

void bind_lists(nb::module_& module) {
    module.def("operators", &operators, nb::sig("def operators() -> list[dict[str, object]]"),
               "Every operator with its parameters.");
    module.def(
        "load_operators", [](const std::string& file) { return load_operators("load_operators", file); },
        nb::arg("file"), "Loads the operators of a shared object. Returns its absolute name, with its hash.");
    module.def("presets", &preset_list, nb::sig("def presets() -> list[dict[str, str]]"),
               "Every preset: name, summary and text.");
    module.def("history_columns", &history_columns, nb::sig("def history_columns() -> list[tuple[str, list[str]]]"),
               "The kinds of lines of a history, and the fields of each.");
    module.def("devices", &devices, nb::sig("def devices() -> tuple[list[dict[str, object]], list[str]]"),
               "The usable devices, and notes on the others.");
}

}  // namespace evodoku::python
