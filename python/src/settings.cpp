// Settings by name: read, completed, and listed again.
#include <sstream>

#include "bindings.hpp"
#include "evodoku/engine/errors.hpp"

namespace evodoku::python {
namespace {

std::string read_text_file(const std::string& name, const std::vector<Assignment>&) {
    std::ifstream file(name, std::ios::binary);
    file.peek();  // a folder is opened, too, but can't be read
    std::ostringstream text;
    text << file.rdbuf();
    if (!file) throw SettingError("--config: cannot read " + name);
    return text.str();
}

Texts values(const ReadySettings& settings) {
    Texts all;
    for (const Assignment& value : values_of<RunSettings>(settings, run_settings()))
        all.emplace_back(value.name, value.text);
    return all;
}

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

ReadySettings::ReadySettings(const Texts& options, int of_boards)
    : order(of_boards), as_read(read_run_settings(assignments_of(options), of_boards, read_text_file)) {
    choice = choose_quietly(as_read.device, order, as_read.label_of("device"));
    if (!as_read.seed) as_read.seed = random_seed();
    complete_for(choice.device);
    std::ranges::for_each(notes, warn);
}

void bind_settings(nb::module_& module) {
    nb::class_<ReadySettings>(module, "Settings", "Complete settings of a run.")
        .def(nb::init<const Texts&, int>(), nb::arg("options"), nb::arg("order"),
             "Names and texts, as on the command line of the program.")
        .def("values", &values, "Every setting as text.")
        .def_prop_ro("seed", [](const ReadySettings& settings) { return *settings.seed; })
        .def_prop_ro("order", [](const ReadySettings& settings) { return settings.order; })
        .def_prop_ro("islands", [](const ReadySettings& settings) { return settings.config.islands; })
        .def_prop_ro("generations", [](const ReadySettings& settings) { return settings.config.generations; })
        .def_prop_ro("sync_every", [](const ReadySettings& settings) { return settings.config.sync_every; });
    module.def("setting_rows", &table, nb::arg("texts"),
               "Name, name of its value, words to choose from, which of some texts it reads, and help of every "
               "setting, in the order of the help.");
}

}  // namespace evodoku::python
