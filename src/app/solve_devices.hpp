// The devices of a command, and the backends on them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "evodoku/devices/devices.hpp"
#include "ranks/over_ranks.hpp"
#include "solve_settings.hpp"

namespace evodoku::app {

/// The devices of a command, the first of them in this process.
struct Chosen {
    std::vector<DeviceChoice> devices;
    std::unique_ptr<Crew> crew;       ///< of several devices in this process
    Ranks* ranks = nullptr;           ///< null: one device makes the run
    std::vector<std::string> others;  ///< what to say about them

    const Device& first() const { return devices.front().device; }
};

/// The devices that a text names, for boards of an order. `label`: what named them. `session`: the ranks of this
/// command; null: this process is alone. Throws as choose_device() does, for any rank.
Chosen choose_for(const std::string& wanted, const std::string& label, unsigned threads, int order, Ranks* session);

/// The device of boards of an order. `auto` is the CPU for larger ones: no GPU's speed with them is known.
std::string device_for_order(const std::string& device, int order);

/// Takes the memory. Where there is too little, the error names what set the population.
std::unique_ptr<Backend> open_backend(const Chosen& chosen, const SolveSettings& settings, std::size_t puzzles);

RankDevice rank_device(const Device& device, unsigned threads);
/// `threads`: 0 = this rank's share of the processors.
unsigned threads_of_rank(const Ranks& ranks, unsigned threads);

/// The ranks besides rank 0 as backends of an experiment. Each has one run at a time. Threads may call these side by
/// side.
class OtherRanks {
public:
    explicit OtherRanks(Ranks* ranks);
    std::size_t count() const { return free_.size(); }
    /// A backend on a free rank; null if there is none. The rank is free again when the backend is gone.
    std::unique_ptr<Backend> make_backend(const Config& config);

private:
    Ranks* ranks_;
    std::mutex mutex_;
    std::vector<std::uint32_t> free_;
};

}  // namespace evodoku::app
