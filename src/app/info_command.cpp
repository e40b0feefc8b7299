// `evodoku info`: the build, and the devices of this machine.
#include <fmt/format.h>

#include <iostream>
#include <optional>

#include "commands.hpp"
#include "commit.hpp"
#include "evodoku/devices/devices.hpp"
#include "io/json.hpp"
#include "ranks/ranks.hpp"
#include "version.hpp"

namespace evodoku::app {
namespace {

bool has_cuda() { return cuda_build != std::string_view("no"); }

std::string json_info() {
    io::Record info;
    info.put("version", version);
    info.put("commit", commit);
    info.put("compiler", compiler);
    info.put("build_type", build_type);
    info.put("instruction_set", instruction_set);
    info.put("sanitizers", sanitizers);
    info.put("cuda", has_cuda());
    info.put("cuda_build", has_cuda() ? std::optional<std::string>(cuda_build) : std::nullopt);
    info.put("mpi", has_mpi());
    info.put("mpi_version", has_mpi() ? std::optional(mpi_version()) : std::nullopt);
    const UsableDevices usable = usable_devices();
    std::vector<std::string> devices, notes;
    for (const Device& device : usable.devices) {
        io::Record item;
        item.put("device", to_text(device));
        for (const DeviceFact& fact : facts_of(device)) item.put(fact.key, fact.value);
        devices.push_back(item.on_one_line());
    }
    for (const std::string& note : usable.notes) notes.push_back(io::json_of(note));
    info.put_json("devices", io::json_list(devices, "  "));
    info.put_json("notes", io::json_list(notes, "  "));
    return info.on_lines("") + "\n";
}

}  // namespace

std::vector<Option> info_options() { return {{{"json", "", "print JSON"}}}; }

int run_info(const std::string&, const CommandLine& line) {
    if (line.has("json")) {
        std::cout << json_info();
        return all_solved;
    }
    std::cout << fmt::format("evodoku {}\n", version)
              << fmt::format("built: {}, {}, instruction set {}{}{}\n", compiler, build_type, instruction_set,
                             *sanitizers != '\0' ? ", sanitizers " : "", sanitizers)
              << fmt::format("CUDA: {}\n", cuda_build);
    if (has_cuda()) {
        std::cout << "CUDA code: executed on an emulator in every CI run; never yet on a GPU\n";
    }
    std::cout << fmt::format("MPI: {}\n", mpi_version());
    const DeviceList devices = describe_devices();
    for (const std::string& text : devices.lines) std::cout << text << '\n';
    return devices.all_usable ? all_solved : no_usable_device;
}

}  // namespace evodoku::app
