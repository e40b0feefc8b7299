// Lists of operators, presets and devices.
#include <fmt/ranges.h>

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

std::vector<std::map<std::string, std::string>> preset_list() {
    std::vector<std::map<std::string, std::string>> all;
    for (const Preset& each : presets())
        all.push_back({{"name", std::string(each.name)},
                       {"summary", std::string(each.summary())},
                       {"text", std::string(each.text)}});
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

std::vector<std::pair<std::string, std::vector<std::string>>> history_columns() {
    std::vector<std::pair<std::string, std::vector<std::string>>> all;
    for (const history::LineKind kind : history::all_kinds)
        all.emplace_back(name_of(kind), history::fields_of(kind).names());
    return all;
}

}  // namespace

void bind_lists(nb::module_& module) {
    module.def("operators", &operators, nb::sig("def operators() -> list[dict[str, object]]"),
               "Every operator with its parameters.");
    module.def(
        "load_operators", [](const std::string& file) { return load_operators("load_operators", file); },
        nb::arg("file"), "Loads the operators of a shared object. Returns its absolute name, with its hash.");
    module.def("presets", &preset_list, "Every preset: name, summary and text.");
    module.def("history_columns", &history_columns, "The kinds of lines of a history, and the fields of each.");
    module.def("devices", &devices, nb::sig("def devices() -> tuple[list[dict[str, object]], list[str]]"),
               "The usable devices, and notes on the others.");
}

}  // namespace evodoku::python
