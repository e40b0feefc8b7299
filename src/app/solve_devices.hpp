// The devices of `evodoku solve`, and the backend on them.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "evodoku/devices/devices.hpp"
#include "solve_settings.hpp"
#include "team.hpp"

namespace evodoku::app {

/// The devices of a command, the first of them in this process.
struct Chosen {
    std::vector<DeviceChoice> devices;
    std::unique_ptr<spread::Crew> crew;  ///< of several devices in this process
    Ranks* ranks = nullptr;              ///< null: one device makes the run
    std::vector<std::string> others;     ///< what to say about them

    const Device& first() const { return devices.front().device; }
};

/// `team`: the ranks of this command; null: this process is alone. Throws as choose_device() does, for any rank.
Chosen choose_for(const SolveSettings& settings, Ranks* team);

/// The device of boards of an order. `auto` is the CPU for larger ones: no GPU's speed with them is known.
std::string device_for_order(const std::string& device, int order);
/// The chosen device of a call.
std::string device_of(const SolveSettings& settings);

/// Takes the memory. Where there is too little, the error names what set the population. For Grid and Grid.
std::unique_ptr<Backend> open_backend(const Chosen& chosen, const SolveSettings& settings, std::size_t puzzles);

}  // namespace evodoku::app
