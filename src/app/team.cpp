// Greetings between ranks: the same program, the same command line, and a device for each.
#include "team.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <thread>

#include "checkpoint/checksum.hpp"
#include "commands.hpp"
#include "commit.hpp"
#include "devices/executors.hpp"
#include "engine/executor.hpp"
#include "evodoku/engine/errors.hpp"
#include "input_source.hpp"
#include "output.hpp"
#include "process.hpp"
#include "solve_settings.hpp"
#include "spread/message.hpp"
#include "spread/worker_link.hpp"
#include "version.hpp"

extern char** environ;

namespace evodoku::app {
namespace {

using spread::Kind;
using spread::Packer;
using spread::Unpacker;

std::unique_ptr<Ranks> joined_ranks;

std::uint64_t checksum_of_file(const std::string& name) {
    Checksum checksum;
    std::ifstream file(name, std::ios::binary);
    std::vector<char> piece(std::size_t{1} << 20);
    while (file.read(piece.data(), static_cast<std::streamsize>(piece.size())) || file.gcount() != 0) {
        checksum.add(piece.data(), static_cast<std::size_t>(file.gcount()));
    }
    return checksum.value();
}

/// What decides the results and must be the same on all ranks, by name. Devices, threads and messages may differ.
std::map<std::string, std::string> settings_here(const CommandLine& line) {
    std::set<std::string> free;  // options and variables
    for (const std::string& name : names_of(solve_settings(), of_rank)) free.insert({name, variable_of(name)});
    std::map<std::string, std::string> all;
    std::string words;
    for (const Assignment& argument : line.arguments) {
        if (free.contains(argument.name)) continue;
        if (argument.name.empty()) {
            words += " " + argument.text;
        } else {
            std::string& text = all["--" + argument.name];
            text += (text.empty() ? "" : " ") + argument.text;
        }
        if (argument.name == "config") {
            all["the content of " + argument.text] = fmt::format("checksum {:016x}", checksum_of_file(argument.text));
        }
    }
    all["input"] = words.empty() ? "none" : words.substr(1);
    for (char** variable = environ; *variable != nullptr; ++variable) {
        const std::string_view text = *variable;
        if (!text.starts_with("EVODOKU_")) continue;
        const std::string_view name = text.substr(0, text.find('='));
        if (free.contains(std::string(name))) continue;
        all[std::string(name)] = text.substr(std::min(text.size(), name.size() + 1));
    }
    return all;
}

std::string program_here() {
    return fmt::format("evodoku {}, commit {}, checksum {:016x}", version, commit, checksum_of_file("/proc/self/exe"));
}

std::string greeting(const CommandLine& line) {
    Packer message(Kind::greeting, 0);
    message.put(program_here());
    for (const auto& [name, text] : settings_here(line)) {
        message.put(name);
        message.put(text);
    }
    return message.take();
}

/// Throws if another rank differs from this one.
void compare(const Ranks& ranks, std::uint32_t rank, const std::string& there, const std::string& here) {
    if (there == here) return;
    const std::string who = fmt::format("rank {} ({})", rank, ranks.place_of(rank));
    const auto read = [](const std::string& message, std::string& program) {
        Unpacker fields(message);
        fields.get_head();
        program = fields.get_text();
        std::map<std::string, std::string> settings;
        while (!fields.done()) {
            const std::string name = fields.get_text();
            settings[name] = fields.get_text();
        }
        return settings;
    };
    std::string program, program_there;
    auto settings = read(here, program), settings_there = read(there, program_there);
    if (program != program_there) {
        throw UsageError(fmt::format("{} runs {}, and rank 0 {}; install the same program on all machines", who,
                                     program_there, program));
    }
    for (const auto& [name, text] : settings) settings_there.try_emplace(name, "not set");
    for (const auto& [name, text] : settings_there) {
        const auto found = settings.find(name);
        const std::string& own = found == settings.end() ? "not set" : found->second;
        if (text == own) continue;
        throw UsageError(fmt::format("{}: {} is {}, and on rank 0 {}; start all ranks with the same settings", who,
                                     name, text.empty() ? "empty" : text, own.empty() ? "empty" : own));
    }
}

/// What this rank was given itself, by an option or a variable.
std::string own_setting(const CommandLine& line, const std::string& name, const char* variable) {
    std::string text;
    if (const char* value = std::getenv(variable); value != nullptr) text = value;
    for (const Assignment& argument : line.arguments) {
        if (argument.name == name) text = argument.text;
    }
    return text;
}

/// `wanted`: 0 = as many as suit the device.
std::uint32_t slots_on(const Device& device, const Config& config, unsigned threads, std::uint32_t wanted) {
    const std::uint32_t suitable = suitable_puzzle_slots(device, config, threads);
    return wanted == 0 ? suitable : std::min(wanted, suitable);
}

}  // namespace

bool is_left_to_rank_0(std::string_view command) {
    return launcher().rank != 0 && command != "solve" && command != "experiment" && command != "info";
}

Ranks* join_team(const CommandLine& line) {
    const Launcher started = launcher();
    if (started.rank == 0 && !started.without_mpi.empty() && !line.has("quiet")) say(started.without_mpi);
    if (started.size < 2) return nullptr;
    joined_ranks = join_mpi();
    if (joined_ranks->size() < 2) return nullptr;
    const std::string here = greeting(line);
    if (joined_ranks->rank() != 0) {
        joined_ranks->send(0, here);
        return joined_ranks.get();
    }
    for (std::uint32_t rank = 1; rank < joined_ranks->size(); ++rank)
        compare(*joined_ranks, rank, joined_ranks->receive(rank), here);
    return joined_ranks.get();
}

Ranks* joined_team() { return joined_ranks.get(); }

std::string this_rank() {
    if (!joined_ranks || joined_ranks->size() < 2) return "";
    return fmt::format("rank {} ({}): ", joined_ranks->rank(), joined_ranks->place_of(joined_ranks->rank()));
}

int leave_team(int code) {
    if (!joined_ranks) return code;
    if (joined_ranks->rank() == 0 && joined_ranks->size() > 1) {
        if (code == no_usable_device || code == defect) joined_ranks->abort(code);  // a rank may no longer hear
        spread::end_all(*joined_ranks);
    }
    joined_ranks->leave();
    joined_ranks.reset();
    return code;
}

int serve_team(Ranks& ranks, const CommandLine& line) {
    watch_for_interrupt("");  // rank 0 decides what it means, and tells
    Unpacker request(ranks.receive(0));
    const spread::Head head = request.get_head();
    if (head.kind != Kind::start) return all_solved;
    std::string device_text = request.get_text();
    const std::string automatic = request.get_text();
    auto threads = request.get<unsigned>();
    if (const std::string own = own_setting(line, "device", "EVODOKU_DEVICE"); !own.empty()) device_text = own;
    if (device_text == "auto") device_text = automatic;
    spread::Machine machine;
    try {
        const std::string own_threads = own_setting(line, "threads", "EVODOKU_THREADS");
        if (!own_threads.empty()) threads = static_cast<unsigned>(std::strtoul(own_threads.c_str(), nullptr, 10));
        const DeviceChoice choice =
            choose_device_of_rank(device_text, "--device", ranks.local_rank(), ranks.local_size());
        threads = threads_of_rank(ranks, threads);
        machine = machine_on(choice.device, threads);
        Packer reply(Kind::reply, head.number);
        const bool on_cpu = choice.device.kind == Device::Kind::cpu;
        reply.put(on_cpu ? fmt::format("cpu, {}", counted(threads, "thread")) : to_text(choice.device));
        ranks.send(0, reply.take());
    } catch (...) {
        ranks.send(0, spread::failure_message(head.number));
    }
    spread::serve(ranks, machine);
    return all_solved;
}

std::vector<std::string> start_team(Ranks& ranks, const std::string& device, unsigned threads,
                                    const std::string& automatic) {
    std::vector<std::pair<spread::WorkerLink, std::uint64_t>> asked;
    for (std::uint32_t rank = 1; rank < ranks.size(); ++rank) {
        Packer request;
        request.put(device);
        request.put(automatic);
        request.put(threads);
        spread::WorkerLink link(ranks, rank);
        const std::uint64_t number = link.ask(Kind::start, std::move(request));
        asked.emplace_back(link, number);
    }
    std::vector<std::string> lines;
    for (auto& [link, number] : asked) {
        Unpacker reply = link.reply_to(number, {});
        lines.push_back(fmt::format("rank {}: {}, {}", link.rank(), ranks.place_of(link.rank()), reply.get_text()));
    }
    return lines;
}

unsigned threads_of_rank(const Ranks& ranks, unsigned threads) {
    if (threads != 0) return threads;
    const unsigned here = std::max(1u, std::thread::hardware_concurrency());
    const bool is_bound = here < static_cast<unsigned>(sysconf(_SC_NPROCESSORS_ONLN));  // the launcher has divided them
    return is_bound ? here : std::max(1u, here / ranks.local_size());
}

spread::Machine machine_on(const Device& device, unsigned threads) {
    return {[=] { return make_executor(device, threads); },
            [=](const Config& config, std::uint32_t puzzle_slots) {
                return make_backend(device, config, threads, slots_on(device, config, threads, puzzle_slots));
            }};
}

std::unique_ptr<spread::Crew> make_crew(const std::vector<DeviceChoice>& devices, unsigned threads) {
    const auto on_cpu = [](const DeviceChoice& choice) { return choice.device.kind == Device::Kind::cpu; };
    const auto cpus = static_cast<unsigned>(std::max<std::ptrdiff_t>(1, std::ranges::count_if(devices, on_cpu)));
    if (threads == 0) threads = std::max(1u, std::thread::hardware_concurrency() / cpus);
    std::vector<spread::Machine> machines;
    for (const DeviceChoice& choice : devices) machines.push_back(machine_on(choice.device, threads));
    return std::make_unique<spread::Crew>(std::move(machines));
}

}  // namespace evodoku::app
