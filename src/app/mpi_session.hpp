// The processes that mpirun or srun started together for one command. Rank 0 makes it; the others serve.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "command_line.hpp"
#include "ranks/ranks.hpp"

namespace evodoku::app {

/// True if rank 0 does this command for all: other processes of the same mpirun have nothing to do.
bool is_left_to_rank_0(std::string_view command);

/// Joins the processes of the same mpirun; null if there are none. On rank 0 it throws UsageError if another rank runs
/// another program, or has other settings.
Ranks* join_session(const CommandLine& line);
/// "rank 0 (process 4711 on node3): " for messages about the files of one of several ranks; else empty.
std::string this_rank();
/// At the end of the program, with its exit code, which it returns.
int leave_session(int code);

/// What ranks other than 0 do until its end. Returns an exit code.
int serve_session(Ranks& ranks, const CommandLine& line);

/// On rank 0: has the others take their devices. `automatic`: what the device `auto` means. Returns a line for each.
std::vector<std::string> start_session(Ranks& ranks, const std::string& device, unsigned threads,
                                       const std::string& automatic = "auto");

}  // namespace evodoku::app
