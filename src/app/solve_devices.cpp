// One device, several in this process, or one on each rank.
#include "solve_devices.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <new>
#include <thread>
#include <utility>

#include "commands.hpp"
#include "devices/internal.hpp"
#include "engine/executor.hpp"
#include "engine/text.hpp"
#include "evodoku/engine/errors.hpp"
#include "mpi_session.hpp"
#include "output.hpp"

namespace evodoku::app {
namespace {

/// Puzzles side by side, at most as many as there are.
std::uint32_t puzzle_slots(const Device& device, const SolveSettings& settings, std::size_t puzzles) {
    const std::uint32_t fit = suitable_puzzle_slots(device, settings.config, settings.threads);
    return static_cast<std::uint32_t>(std::clamp<std::size_t>(puzzles, 1, fit));
}

bool spreads_islands(const SolveSettings& settings, std::size_t puzzles, const Ranks& ranks) {
    if (settings.spread != Spread::automatic) return settings.spread == Spread::islands;
    return settings.config.islands > 1 && puzzles < ranks.size();
}

std::unique_ptr<Backend> open_on(const Chosen& chosen, const SolveSettings& settings, std::size_t puzzles) {
    const std::uint32_t slots = puzzle_slots(chosen.first(), settings, puzzles);
    if (chosen.ranks == nullptr) {
        return rank_device(chosen.first(), settings.threads).make_backend(settings.config, slots);
    }
    Ranks& ranks = *chosen.ranks;
    const RankDevice device =
        chosen.crew ? chosen.crew->device() : rank_device(chosen.first(), threads_of_rank(ranks, settings.threads));
    if (spreads_islands(settings, puzzles, ranks)) {
        return make_islands_over(ranks, device, settings.config, slots);
    }
    if (puzzles == 1 && !settings.quiet) {
        say("one puzzle of one island evolves on one rank; --islands N divides it");
    }
    const std::size_t of_each = (puzzles + ranks.size() - 1) / ranks.size();  // each rank has its own limit besides
    return make_backend_over(ranks, device, settings.config,
                             static_cast<std::uint32_t>(std::min<std::size_t>(of_each, max_individuals)));
}

std::unique_ptr<Crew> make_crew(const std::vector<DeviceChoice>& devices, unsigned threads) {
    const auto on_cpu = [](const DeviceChoice& choice) { return choice.device.kind == Device::Kind::cpu; };
    const auto cpus = static_cast<unsigned>(std::max<std::ptrdiff_t>(1, std::ranges::count_if(devices, on_cpu)));
    if (threads == 0) threads = std::max(1u, std::thread::hardware_concurrency() / cpus);
    std::vector<RankDevice> all;
    for (const DeviceChoice& choice : devices) all.push_back(rank_device(choice.device, threads));
    return std::make_unique<Crew>(std::move(all));
}

}  // namespace

unsigned threads_of_rank(const Ranks& ranks, unsigned threads) {
    if (threads != 0) return threads;
    const unsigned here = std::max(1u, std::thread::hardware_concurrency());
    const bool is_bound = here < static_cast<unsigned>(sysconf(_SC_NPROCESSORS_ONLN));  // the launcher has divided them
    return is_bound ? here : std::max(1u, here / ranks.local_size());
}

RankDevice rank_device(const Device& device, unsigned threads) {
    return {[=] { return make_executor(device, threads); },
            [=](const Config& config, std::uint32_t puzzle_slots) {
                const std::uint32_t suitable = suitable_puzzle_slots(device, config, threads);
                return make_backend(device, config, threads,
                                    puzzle_slots == 0 ? suitable : std::min(puzzle_slots, suitable));
            }};
}

OtherRanks::OtherRanks(Ranks* ranks) : ranks_(ranks) {
    for (std::uint32_t rank = 1; ranks != nullptr && rank < ranks->size(); ++rank) free_.push_back(rank);
}

std::unique_ptr<Backend> OtherRanks::make_backend(const Config& config) {
    std::uint32_t rank = 0;
    {
        const std::lock_guard lock(mutex_);
        if (free_.empty()) return nullptr;
        rank = free_.back();
        free_.pop_back();
    }
    return make_remote_backend(*ranks_, rank, config, 1, [this, rank] {
        const std::lock_guard lock(mutex_);
        free_.push_back(rank);
    });
}

std::string device_for_order(const std::string& device, int order) {
    return order != 3 && device == "auto" ? "cpu" : device;
}

Chosen choose_for(const std::string& wanted, const std::string& label, unsigned threads, int order, Ranks* session) {
    const std::string device = device_for_order(wanted, order);
    Chosen chosen;
    if (session != nullptr) {
        chosen.devices = {choose_device_of_rank(device, label, session->local_rank(), session->local_size())};
        chosen.ranks = session;
        chosen.others = start_session(*session, wanted, threads, device_for_order("auto", order));
        return chosen;
    }
    chosen.devices = choose_devices(device, label);
    if (chosen.devices.size() == 1) return chosen;
    chosen.crew = make_crew(chosen.devices, threads);
    chosen.ranks = &chosen.crew->ranks();
    for (std::size_t rank = 1; rank < chosen.devices.size(); ++rank) {
        chosen.others.push_back(fmt::format("rank {}: {}", rank, to_text(chosen.devices[rank].device)));
    }
    return chosen;
}

std::unique_ptr<Backend> open_backend(const Chosen& chosen, const SolveSettings& settings, std::size_t puzzles) {
    try {
        return open_on(chosen, settings, puzzles);
    } catch (const MemoryError& error) {
        const std::string message = with_origins(error.what(), settings, settings.given);
        if (error.on_gpu) throw DeviceError(message);
        throw UsageError(message);
    } catch (const std::bad_alloc&) {
        throw UsageError(with_origins("out of memory: this population is too large; use a smaller --population",
                                      settings, settings.given));
    }
}

}  // namespace evodoku::app
