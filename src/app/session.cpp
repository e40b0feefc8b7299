// Greetings between ranks: the same program, the same command line, and a device for each; then one device, several in
// this process, or one on each rank.
#include "runs.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <new>
#include <thread>
#include <utility>

#include "backend/evolution_backend.hpp"
#include "commit.hpp"
#include "devices/internal.hpp"
#include "engine/executor.hpp"
#include "version.hpp"

namespace evodoku::app {
namespace {

std::unique_ptr<Ranks> session;

/// What a rank says first: what decides the results and must be the same on all ranks, by name, with its program below
/// an empty one. Devices, threads and messages may differ. As `name\0text\0`, which neither has inside.
std::string greeting(const CommandLine& line) {
    std::set<std::string> free;  // options and variables
    for (const std::string& name : names_of(solve_settings(), of_rank)) free.insert({name, variable_of(name)});
    std::map<std::string, std::string> all;
    all[""] = fmt::format("evodoku {}, commit {}, checksum {:016x}", version, commit,
                          beginning_of("/proc/self/exe").checksum);
    std::string words;
    for (const Assignment& argument : line.arguments) {
        if (free.contains(argument.name)) continue;
        std::string& text = argument.name.empty() ? words : all["--" + argument.name];
        text += (text.empty() ? "" : " ") + argument.text;
        if (argument.name == "config") {
            all["the content of " + argument.text] =
                fmt::format("checksum {:016x}", beginning_of(argument.text).checksum);
        }
    }
    all["input"] = words.empty() ? "none" : words;
    for (char** variable = environ; *variable != nullptr; ++variable) {
        const std::string_view text = *variable;
        if (!text.starts_with("EVODOKU_")) continue;
        const std::string_view name = text.substr(0, text.find('='));
        if (free.contains(std::string(name))) continue;
        all[std::string(name)] = text.substr(std::min(text.size(), name.size() + 1));
    }
    std::string all_text;
    for (const auto& [name, value] : all) all_text += name + '\0' + value + '\0';
    return all_text;
}
std::map<std::string, std::string> read_greeting(const std::string& text) {
    std::map<std::string, std::string> settings;
    const std::vector<std::string> words = split(text, '\0');
    for (std::size_t k = 0; k + 1 < words.size(); k += 2) settings[words[k]] = words[k + 1];
    return settings;
}

/// Throws if another rank differs from this one.
void compare(const Ranks& ranks, std::uint32_t rank, const std::string& said_there, const std::string& said_here) {
    if (said_there == said_here) return;
    const std::string who = fmt::format("rank {} ({})", rank, ranks.place_of(rank));
    std::map<std::string, std::string> mine = read_greeting(said_here), theirs = read_greeting(said_there);
    if (mine[""] != theirs[""]) {
        throw SettingError(fmt::format("{} runs {}, and rank 0 {}; install the same program on all machines", who,
                                       theirs[""], mine[""]));
    }
    for (const auto& [name, text] : mine) theirs.try_emplace(name, "not set");
    for (const auto& [name, text] : theirs) {
        const std::string own = mine.try_emplace(name, "not set").first->second;
        if (text == own) continue;
        throw SettingError(fmt::format("{}: {} is {}, and on rank 0 {}; start all ranks with the same settings", who,
                                       name, text.empty() ? "empty" : text, own.empty() ? "empty" : own));
    }
}

/// What this rank was given itself, by an option or a variable.
std::string own_setting(const CommandLine& line, const std::string& name) {
    const Assignment* option = last(line.arguments, name);
    return option != nullptr ? option->text : std::string(environment(variable_of(name).c_str()));
}

/// `threads`: 0 = this rank's share of the processors.
unsigned threads_of_rank(const Ranks& ranks, unsigned threads) {
    if (threads != 0) return threads;
    const unsigned usable = std::max(1u, std::thread::hardware_concurrency());
    const bool is_bound = usable < static_cast<unsigned>(sysconf(_SC_NPROCESSORS_ONLN));  // by the launcher
    return is_bound ? usable : std::max(1u, usable / ranks.local_size());
}

RankDevice rank_device(const Device& device, unsigned threads) {
    return [=](const Config& config, std::uint32_t slots, SharingRanks* sharing) {
        if (sharing == nullptr) slots = suitable_puzzle_slots(device, config, threads, slots);
        return make_evolution_backend(make_executor(device, threads), config, slots, sharing);
    };
}

/// What ranks other than 0 do until its end.
void serve_session(Ranks& ranks, const CommandLine& line) {
    watch_for_interrupt(true);  // rank 0 decides what it means, and tells
    const std::optional<Start> start = receive_start(ranks);
    if (!start) return;
    RankDevice own_device;
    collect(ranks, [&] {
        auto [device, automatic, threads] = *start;
        if (const std::string own = own_setting(line, "device"); !own.empty()) device = own;
        if (device == "auto") device = automatic;
        if (const std::string own = own_setting(line, "threads"); !own.empty())
            threads = static_cast<unsigned>(read_count("--threads", own, 0, 1024));
        const DeviceChoice choice = choose_device_of_rank(device, "--device", ranks.local_rank(), ranks.local_size());
        threads = threads_of_rank(ranks, threads);
        own_device = rank_device(choice.device, threads);
        const bool on_cpu = choice.device.kind == Device::Kind::cpu;
        return on_cpu ? fmt::format("cpu, {}", counted(threads, "thread")) : to_text(choice.device);
    });
    serve(ranks, own_device);
}

/// Allocates all memory of the backend. Where there is too little, the error names what set the population.
std::unique_ptr<Backend> open_backend(const Chosen& chosen, const SolveSettings& settings, std::size_t puzzles) try {
    const std::uint32_t slots = suitable_puzzle_slots(chosen.first(), settings.config, settings.threads, puzzles);
    if (chosen.ranks == nullptr) return make_backend(chosen.first(), settings.config, settings.threads, slots);
    Ranks& ranks = *chosen.ranks;
    const RankDevice device =
        chosen.crew ? chosen.crew->device() : rank_device(chosen.first(), threads_of_rank(ranks, settings.threads));
    const bool is_better = settings.config.islands > 1 && puzzles < ranks.size();
    if (settings.spread == Spread::automatic ? is_better : settings.spread == Spread::islands)
        return make_backend_over(ranks, device, settings.config, slots, true);
    if (puzzles == 1)
        say_unless(settings.quiet, "one puzzle of one island evolves on one rank; --islands N divides it");
    const std::size_t of_each = (puzzles + ranks.size() - 1) / ranks.size();  // each rank has its own limit besides
    return make_backend_over(ranks, device, settings.config,
                             static_cast<std::uint32_t>(std::min<std::size_t>(of_each, max_individuals)), false);
} catch (const MemoryError& error) {
    std::string remedy = with_origins(error.remedy, {"population", "largest"}, settings);
    if (settings.table != &solve_settings()) {  // of `evodoku count`: --population is of an island
        const std::uint64_t largest = error.largest_population / settings.config.islands;
        remedy = largest > 1 ? fmt::format("the largest that fits is --population {}", largest)
                             : "use fewer --populations, or end other programs";
    }
    if (error.on_gpu) throw DeviceError(error.cause, remedy);
    throw SettingError(error.cause + "; " + remedy);
} catch (const std::bad_alloc&) {
    throw SettingError(with_origins("out of memory: this population is too large; use a smaller --population",
                                    {"population"}, settings));
}

}  // namespace

std::optional<int> join_session(const CommandLine& line) {
    const Launcher started = launcher();
    if (started.rank == 0 && !started.without_mpi.empty() && !line.is_on("quiet")) say(started.without_mpi);
    if (started.size == 1) return std::nullopt;
    session = join_mpi();
    if (started.size != 0 && started.size != session->size()) {
        throw DeviceError(fmt::format(
            "{} started {} processes, and {}, with which this program was built, knows of {}: each would make the "
            "whole run; start it with the launcher of {}, or build it with the MPI of that launcher",
            started.name, started.size, mpi_version(), session->size(), mpi_version()));
    }
    if (session->size() < 2) return std::nullopt;
    const std::vector<std::string> others = collect(*session, [&] { return greeting(line); });
    const std::string own_greeting = others.empty() ? "" : greeting(line);
    for (std::uint32_t k = 0; k < others.size(); ++k) compare(*session, k + 1, others[k], own_greeting);
    if (session->rank() == 0) return std::nullopt;
    serve_session(*session, line);
    return all_solved;
}

Ranks* session_ranks() { return session && session->size() > 1 ? session.get() : nullptr; }

std::string this_rank() {
    const Ranks* const ranks = session_ranks();
    return ranks == nullptr ? "" : fmt::format("rank {} ({}): ", ranks->rank(), ranks->place_of(ranks->rank()));
}

void expect_end() {
    if (session) session->expect_end();
}

int leave_session(int code) {
    if (!session) return code;
    if (session->rank() == 0 && session->size() > 1) {
        if (code == no_usable_device || code == defect) session->abort(code);  // a rank may no longer hear
        end_all(*session);
    }
    session->leave();
    session.reset();
    return code;
}

Chosen choose_for(const std::string& wanted, const std::string& label, unsigned threads, int order) {
    const std::string device = device_for_order(wanted, order);
    Chosen chosen;
    chosen.ranks = session_ranks();
    if (Ranks* const ranks = chosen.ranks; ranks != nullptr) {
        chosen.devices = {choose_device_of_rank(device, label, ranks->local_rank(), ranks->local_size())};
        for (const std::string& other : start_others(*ranks, {wanted, device_for_order("auto", order), threads})) {
            const auto rank = static_cast<std::uint32_t>(chosen.others.size() + 1);
            chosen.others.push_back(fmt::format("rank {}: {}, {}", rank, ranks->place_of(rank), other));
        }
    } else if (chosen.devices = choose_devices(device, label); chosen.devices.size() > 1) {
        const auto on_cpu = [](const DeviceChoice& choice) { return choice.device.kind == Device::Kind::cpu; };
        const std::ptrdiff_t cpus = std::max<std::ptrdiff_t>(1, std::ranges::count_if(chosen.devices, on_cpu));
        if (threads == 0) threads = std::max(1u, std::thread::hardware_concurrency() / static_cast<unsigned>(cpus));
        std::vector<RankDevice> all;
        for (const DeviceChoice& choice : chosen.devices) all.push_back(rank_device(choice.device, threads));
        chosen.crew = std::make_unique<Crew>(std::move(all));
        chosen.ranks = &chosen.crew->ranks();
        for (std::size_t rank = 1; rank < chosen.devices.size(); ++rank) {
            chosen.others.push_back(fmt::format("rank {}: {}", rank, to_text(chosen.devices[rank].device)));
        }
    }
    if (chosen.ranks != nullptr) chosen.devices.front().may_fall_back = false;  // the others count on it
    return chosen;
}

void PreparedRun::choose() {
    if (!chosen.devices.empty()) return;
    chosen = choose_for(settings.device, settings.label_of("device"), settings.threads, settings.order);
}

std::unique_ptr<Backend> PreparedRun::open(SolveSettings& wanted, std::size_t puzzles,
                                           const std::function<void(const Device&)>& resolve) {
    choose();
    const auto tell = [&](const std::string& note) { say_unless(settings.quiet, note); };
    const SolveSettings unresolved = wanted;
    return open_or_fall_back(chosen.devices.front(), tell, [&](const Device& device) {
        wanted = unresolved;
        if (resolve) resolve(device);
        return open_backend(chosen, wanted, puzzles);
    });
}

}  // namespace evodoku::app
