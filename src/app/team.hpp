// The ranks of a command: processes that mpirun or srun started together, or the devices of this one.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "command_line.hpp"
#include "evodoku/devices/devices.hpp"
#include "spread/crew.hpp"

namespace evodoku::app {

/// True if rank 0 does this command for all: other processes of the same mpirun have nothing to do.
bool is_left_to_rank_0(std::string_view command);

/// Joins the processes of the same mpirun; null if there are none. On rank 0 it throws UsageError if another rank runs
/// another program, or has other settings.
Ranks* join_team(const CommandLine& line);
/// The ranks that join_team() has joined.
Ranks* joined_team();
/// "rank 0 (process 4711 on node3): " for messages about the files of one of several ranks; else empty.
std::string this_rank();
/// At the end of the program, with its exit code, which it returns.
int leave_team(int code);

/// What ranks other than 0 do until its end. Returns an exit code.
int serve_team(Ranks& ranks, const CommandLine& line);

/// On rank 0: has the others take their devices. `automatic`: what the device `auto` means. Returns a line for each.
std::vector<std::string> start_team(Ranks& ranks, const std::string& device, unsigned threads,
                                    const std::string& automatic = "auto");

/// `threads`: 0 = this rank's share of the processors.
unsigned threads_of_rank(const Ranks& ranks, unsigned threads);
spread::Machine machine_on(const Device& device, unsigned threads);
/// Several devices in this process. Processors are divided among those that are CPUs.
std::unique_ptr<spread::Crew> make_crew(const std::vector<DeviceChoice>& devices, unsigned threads);

}  // namespace evodoku::app
