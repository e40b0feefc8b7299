// The processes that mpirun or srun started together for one command: rank 0 makes it, and the others serve. The
// devices of a command, and the backends on them.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "commands.hpp"
#include "evodoku/devices/devices.hpp"
#include "ranks/over_ranks.hpp"
#include "ranks/ranks.hpp"
#include "solve_settings.hpp"

namespace evodoku::app {

/// Joins the processes of the same mpirun, if there are any. Ranks other than 0 serve that one until its end, and have
/// an exit code. On rank 0 it throws SettingError if another rank runs another program, or has other settings.
std::optional<int> join_session(const CommandLine& line);
/// The processes that were joined; null for a process that is alone.
Ranks* session_ranks();
/// "rank 0 (process 4711 on node3): " for messages about the files of one of several ranks; else empty.
std::string this_rank();
/// The command ends: from now on a rank that is stopped (SIGSTOP) is an error.
void expect_end();
/// At the end of the program, with its exit code, which it returns.
int leave_session(int code);

/// The devices of a command, the first of them in this process.
struct Chosen {
    std::vector<DeviceChoice> devices;
    std::unique_ptr<Crew> crew;       ///< of several devices in this process
    Ranks* ranks = nullptr;           ///< of this command, or of the crew; null: one device makes the run
    std::vector<std::string> others;  ///< what to say about them

    const Device& first() const { return devices.front().device; }
};

/// The devices that a text names, for boards of an order. `label`: what named them. Throws as choose_device() does, for
/// any rank.
Chosen choose_for(const std::string& wanted, const std::string& label, unsigned threads, int order);

/// Allocates all memory of the backend. Where there is too little, the error names what set the population.
std::unique_ptr<Backend> open_backend(const Chosen& chosen, const SolveSettings& settings, std::size_t puzzles);

}  // namespace evodoku::app
