// Operators: their list, and those of shared objects and of functions. Lists of presets, devices and columns.
#include <fmt/ranges.h>

#include "bindings.hpp"
#include "engine/text.hpp"
#include "evodoku/engine/load_operators.hpp"
#include "history/history.hpp"

namespace evodoku::python {
namespace {

/// As `evodoku operators --json` writes it.
nb::list operators() {
    nb::list all;
    for (const OperatorKind kind : every_operator_kind)
        for (const OperatorInfo& op : catalogue(kind))
            all.append(nb::module_::import_("json").attr("loads")(to_json(op)));
    return all;
}

std::vector<std::map<std::string, std::string>> preset_list() {
    std::vector<std::map<std::string, std::string>> all;
    for (const Preset& each : presets())
        all.push_back({{"name", std::string(each.name)},
                       {"summary", std::string(each.summary())},
                       {"text", std::string(each.text)}});
    return all;
}

nb::list devices() {
    nb::list all;
    const UsableDevices found = usable_devices();
    for (const Device& each : found.devices) {
        nb::dict device;
        device["device"] = to_text(each);
        for (const DeviceFact& fact : facts_of(each)) device[fact.key.c_str()] = fact.value;
        all.append(device);
    }
    return all;
}

std::vector<std::pair<std::string, std::vector<std::string>>> history_columns() {
    std::vector<std::pair<std::string, std::vector<std::string>>> all;
    for (const history::LineKind kind : history::all_kinds)
        all.emplace_back(history::kind_names[kind], history::fields_of(kind).names());
    return all;
}

/// Boards of a call where they are.
nb::object boards_at(std::uint8_t* cells, const FunctionCall& call) {
    if (cells == nullptr) return nb::none();
    return shared_array(call.memory, cells, {call.count, call.fixed.size()}, call.gpu);
}

template <class T, int dimensions>
FunctionResult result_of(const nb::object& from, int gpu) {
    using Array = nb::ndarray<const T, nb::ndim<dimensions>, nb::c_contig>;
    const auto array = nb::cast<Array>(from);
    const bool on_gpu = array.device_type() != nb::device::cpu::value;
    if (array.device_type() == nb::device::cuda::value && array.device_id() != gpu)
        throw std::invalid_argument(fmt::format("a function's result is on GPU {}, and its boards are {}",
                                                array.device_id(), gpu < 0 ? "not" : fmt::format("on {}", gpu)));
    const std::shared_ptr<const void> owner(new Array(array), [](const Array* held) {
        const nb::gil_scoped_acquire lock;
        delete held;
    });
    return {std::shared_ptr<const void>(owner, array.data()), on_gpu};
}

Boards boards_named(const std::vector<std::string>& names) {
    unsigned all = 0;
    for (const KindOfBoard& kind : kinds_of_board)
        if (std::ranges::count(names, kind.name) != 0) all |= kind.flag;
    return static_cast<Boards>(all);
}

/// Of boards, mates, their number, fixed cells, order, seed, puzzle index, generation and purpose.
using Function = std::function<nb::object(nb::object, nb::object, std::size_t, nb::bytes, int, std::uint64_t,
                                          std::uint32_t, std::uint32_t, std::uint32_t)>;

/// Requires a kind and boards that are known: the package checks them.
void add(const std::string& kind_name, const std::string& name, const std::string& help, double rate,
         const std::vector<std::string>& boards, std::uint32_t highest_cost, const Function& call) {
    const auto kind = *std::ranges::find(every_operator_kind, kind_name, [](auto each) { return to_text(each); });
    const auto function = [call, kind](const FunctionCall& of) {
        const nb::gil_scoped_acquire lock;
        const nb::bytes fixed(of.fixed.data(), of.fixed.size());
        const nb::object made = call(boards_at(of.boards, of), boards_at(of.mates, of), of.count, fixed, of.order,
                                     of.seed, of.puzzle_index, of.generation, of.purpose);
        return kind == OperatorKind::cost ? result_of<std::uint32_t, 1>(made, of.gpu)
                                          : result_of<std::uint8_t, 2>(made, of.gpu);
    };
    const Share share = static_cast<Share>(rate * share_one + 0.5);
    add_function_operator({kind, name, help, share, boards_named(boards), highest_cost, function});
}

}  // namespace

void bind_lists(nb::module_& module) {
    module.def("operators", &operators, nb::sig("def operators() -> list[dict[str, object]]"),
               "Every operator with its parameters.");
    module.def(
        "load_operators", [](const std::string& file) { return load_operators("load_operators", file); },
        nb::arg("file"), "Loads the operators of a shared object. Returns its absolute name, with its hash.");
    module.def("add_function_operator", &add, nb::arg("kind"), nb::arg("name"), nb::arg("help"), nb::arg("rate"),
               nb::arg("boards"), nb::arg("highest_cost"), nb::arg("call"), "Makes an operator of a function.");
    module.def("presets", &preset_list, "Every preset: name, summary and text.");
    module.def("history_columns", &history_columns, "The kinds of lines of a history, and the fields of each.");
    module.def("devices", &devices, nb::sig("def devices() -> list[dict[str, object]]"), "The usable devices.");
}

}  // namespace evodoku::python
