// The subcommands: each reads its own arguments (argv[0] is its name) and returns an exit code.
#pragma once

#include <stdexcept>
#include <string>

namespace evodoku::app {

/// `program`: as it was called, for the command that replays a run.
int solve_command(const std::string& program, int argc, const char* const* argv);
int experiment_command(int argc, const char* const* argv);
int presets_command(int argc, const char* const* argv);
int bench_command(int argc, const char* const* argv);
int compare_command(int argc, const char* const* argv);
int operators_command(int argc, const char* const* argv);
int info_command(int argc, const char* const* argv);

/// A command line that can't be understood.
class UsageError : public std::invalid_argument {
public:
    using std::invalid_argument::invalid_argument;
};

/// A file that can't be read or written.
class InputOutputError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

}  // namespace evodoku::app
