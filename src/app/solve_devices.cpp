// One device, several in this process, or one on each rank.
#include "solve_devices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <new>

#include "commands.hpp"
#include "devices/executors.hpp"
#include "engine/numbers.hpp"
#include "evodoku/engine/errors.hpp"
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
        return machine_on(chosen.first(), settings.threads).make_backend(settings.config, slots);
    }
    Ranks& ranks = *chosen.ranks;
    const spread::Machine machine =
        chosen.crew ? chosen.crew->machine() : machine_on(chosen.first(), threads_of_rank(ranks, settings.threads));
    if (spreads_islands(settings, puzzles, ranks)) {
        return spread::make_islands_over(ranks, machine, settings.config, slots);
    }
    if (puzzles == 1 && !settings.quiet) {
        say("one puzzle of one island evolves on one rank; --islands N divides it");
    }
    const std::size_t of_each = (puzzles + ranks.size() - 1) / ranks.size();  // each rank has its own limit besides
    return spread::make_backend_over(ranks, machine, settings.config,
                                     static_cast<std::uint32_t>(std::min<std::size_t>(of_each, max_individuals)));
}

}  // namespace

std::string device_for_order(const std::string& device, int order) {
    return order != 3 && device == "auto" ? "cpu" : device;
}

std::string device_of(const SolveSettings& settings) {
    return device_for_order(settings.device, settings.order == 0 ? 3 : settings.order);
}

Chosen choose_for(const SolveSettings& settings, Ranks* team) {
    const std::string label = settings.label_of("device");
    Chosen chosen;
    if (team != nullptr) {
        chosen.devices = {choose_device_of_rank(device_of(settings), label, team->local_rank(), team->local_size())};
        chosen.ranks = team;
        chosen.others = start_team(*team, settings.device, settings.threads,
                                   device_for_order("auto", settings.order == 0 ? 3 : settings.order));
        return chosen;
    }
    chosen.devices = choose_devices(device_of(settings), label);
    if (chosen.devices.size() == 1) return chosen;
    chosen.crew = make_crew(chosen.devices, settings.threads);
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
