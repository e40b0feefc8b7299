// `evodoku info`: the build, the devices, and those of other ranks.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "commands.hpp"
#include "commit.hpp"
#include "evodoku/devices/devices.hpp"
#include "io/json_text.hpp"
#include "spread/machine.hpp"
#include "spread/message.hpp"
#include "team.hpp"
#include "version.hpp"

namespace evodoku::app {
namespace {

bool has_cuda() { return cuda_build != std::string_view("no"); }

/// What this process has, each as JSON.
struct Inventory {
    std::vector<std::string> devices, notes;
};

void put(io::JsonObject& item, const std::string& name, const auto& value) { item.put(name, value); }
void put(io::JsonObject& item, const std::string& name, std::monostate) { item.put_json(name, "null"); }

/// Whether this build has a part, and what describes it: null without the part.
void put_part(io::JsonObject& info, const char* name, bool has, const char* described_as, const std::string& text) {
    info.put(name, has);
    info.put(described_as, has ? std::optional(text) : std::nullopt);
}

Inventory inventory() {
    Inventory all;
    const UsableDevices found = usable_devices();
    for (const Device& device : found.devices) {
        io::JsonObject item;
        item.put("device", to_text(device));
        for (const auto& [name, value] : values_of(device)) {
            std::visit([&](const auto& known) { put(item, name, known); }, value);
        }
        all.devices.push_back(item.on_one_line());
    }
    for (const std::string& note : found.notes) all.notes.push_back(io::json_quoted(note));
    return all;
}

std::string rank_as_json(const Ranks& ranks, const Inventory& has) {
    io::JsonObject item;
    item.put("rank", ranks.rank());
    item.put("place", ranks.place_of(ranks.rank()));
    item.put_json("devices", fmt::format("[{}]", fmt::join(has.devices, ",")));
    item.put_json("notes", fmt::format("[{}]", fmt::join(has.notes, ",")));
    return item.on_one_line();
}

/// What a rank other than 0 does for `evodoku info`: it says what it has.
int describe_rank(Ranks& ranks, bool json) {
    try {
        spread::Packer message(spread::Kind::greeting, 0);
        if (json) {
            message.put(rank_as_json(ranks, inventory()));
        } else {
            for (const std::string& text : describe_devices().lines) message.put(text);
        }
        ranks.send(0, message.take());
    } catch (...) {
        ranks.send(0, spread::failure_message(0));
    }
    ranks.receive(0);  // the end
    return all_solved;
}

/// What such a rank has said. Throws what it threw.
std::vector<std::string> description_of(Ranks& ranks, std::uint32_t rank) {
    spread::Unpacker message(ranks.receive(rank));
    if (message.get_head().kind == spread::Kind::failure) spread::throw_failure(message, ranks, rank);
    std::vector<std::string> texts;
    while (!message.done()) texts.push_back(message.get_text());
    return texts;
}

void list_other_ranks(Ranks& ranks) {
    std::cout << fmt::format("rank 0: {}, the devices above\n", ranks.place_of(0));
    for (std::uint32_t rank = 1; rank < ranks.size(); ++rank) {
        const std::vector<std::string> devices = description_of(ranks, rank);
        std::cout << fmt::format("rank {}: {}\n", rank, ranks.place_of(rank));
        for (const std::string& device : devices) std::cout << "  " << device << '\n';
    }
}

/// `team`: null in one process.
std::string json_info(Ranks* team) {
    io::JsonObject info;
    info.put("version", version);
    info.put("commit", commit);
    info.put("compiler", compiler);
    info.put("build_type", build_type);
    info.put("instruction_set", instruction_set);
    info.put("sanitizers", sanitizers);
    put_part(info, "cuda", has_cuda(), "cuda_build", cuda_build);
    put_part(info, "mpi", has_mpi(), "mpi_version", mpi_version());
    const Inventory here = inventory();
    info.put_json("devices", io::json_list(here.devices, "  "));
    info.put_json("notes", io::json_list(here.notes, "  "));
    std::vector<std::string> ranks;
    if (team != nullptr) ranks.push_back(rank_as_json(*team, here));
    for (std::uint32_t rank = 1; team != nullptr && rank < team->size(); ++rank) {
        ranks.push_back(description_of(*team, rank).front());
    }
    info.put_json("ranks", io::json_list(ranks, "  "));
    return info.on_lines("") + "\n";
}

}  // namespace

CommandInfo info_info() {
    CommandInfo info;
    info.options = {{"json", '\0', "", "", "print JSON"}};
    return info;
}

int run_info(const std::string&, const CommandLine& line) {
    Ranks* const team = join_team(line);
    if (team != nullptr && team->rank() != 0) return describe_rank(*team, line.has("json"));
    if (line.has("json")) {
        std::cout << json_info(team);
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
    if (team != nullptr) list_other_ranks(*team);
    return devices.all_usable ? all_solved : no_usable_device;
}

}  // namespace evodoku::app
