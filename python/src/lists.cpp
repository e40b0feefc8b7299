// Lists of operators, presets and devices.
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <vector>

#include "bindings.hpp"
#include "engine/operator_text.hpp"
#include "evodoku/devices/devices.hpp"
#include "settings/presets.hpp"

namespace evodoku::python {
namespace {

nb::list operators() {
    nb::list all;
    for (const OperatorDescription& each : list_operators()) {
        nb::list parameters;
        for (const ParameterDescription& of : each.parameters) {
            nb::dict parameter;
            parameter["name"] = of.name, parameter["range"] = of.range;
            parameter["default"] = of.value, parameter["help"] = of.help;
            parameters.append(parameter);
        }
        nb::dict op;
        op["kind"] = each.kind, op["name"] = each.name, op["help"] = each.help;
        op["representations"] = each.representations, op["parameters"] = parameters;
        all.append(op);
    }
    return all;
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
        for (const auto& [name, value] : facts_of(each)) device[name.c_str()] = value;
        all.append(device);
    }
    return nb::make_tuple(all, found.notes);
}

}  // namespace

void bind_lists(nb::module_& module) {
    module.def("operators", &operators, nb::sig("def operators() -> list[dict[str, object]]"),
               "Every operator with its parameters.");
    module.def("presets", &preset_list, nb::sig("def presets() -> list[dict[str, str]]"),
               "Every preset: name, summary and text.");
    module.def("devices", &devices, nb::sig("def devices() -> tuple[list[dict[str, str]], list[str]]"),
               "The usable devices, and notes on the others.");
}

}  // namespace evodoku::python
