// A run of `evodoku solve` or `evodoku count` from its command line to its device: settings, checkpoint, input, files.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "checkpoint/checkpoint_file.hpp"
#include "counting/generating.hpp"
#include "runs.hpp"
#include "session.hpp"

namespace evodoku::app {

/// A run that goes on: the checkpoint, read up to the state of the run.
struct Resumed {
    std::filesystem::file_time_type written;
    CheckpointReader file;
    StateReader source = file.source();
    SavedSolve saved = read_saved_solve(source);
};

/// The command that resumes a run of so many seconds, for a shell; --timeout counts all of them: if it has passed,
/// there is one with as much time again.
std::string call_to_resume(const std::string& program, std::string_view command, const SolveSettings& settings,
                           double seconds);

/// The options of a command with these settings: `more` and those that all runs have. In groups.
std::vector<OptionInfo> run_options(const SettingTable<SolveSettings>& table, std::vector<OptionInfo> more = {});

/// Null for a new run. With --checkpoint of the same file that is not there yet, the run is new too: one command line
/// for the first call and all others. Throws SettingError for a checkpoint of another command.
std::unique_ptr<Resumed> open_resumed(const CommandLine& line, std::string_view command);

struct PreparedRun {
    std::string program, name;  ///< of the command: "solve"
    const CommandLine& line;
    const SettingTable<SolveSettings>& table;
    std::unique_ptr<Resumed> resumed = open_resumed(line, name);
    SolveSettings settings = read_solve_settings(line, resumed ? &resumed->saved.command : nullptr,
                                                 resumed ? resumed->file.name() : "", table);
    std::optional<PuzzleInput> input = {};
    std::optional<Checkpointer> checkpoints = {};
    Chosen chosen = {};  ///< no device before open()
    ForEach for_each = {};
    bool is_history_complete = true;
    std::string title = {};  ///< of the present puzzle, where a command takes them one by one

    /// Reads the puzzles, and locks the checkpoint. False where bad puzzles leave nothing to do. Throws SettingError
    /// and FileError.
    bool begin();
    /// The time of this call, and of those before it.
    double seconds() const;
    bool should_stop() const;
    /// Chooses the devices that the settings name, once. Throws as choose_for() does.
    void choose();
    /// Opens the device that the settings name, once, and a backend: on the CPU where the GPU of `auto` can't be used.
    /// `resolve`: chooses in `of` what depends on the device. Throws as open_backend() does.
    std::unique_ptr<Backend> open(SolveSettings& settings, std::size_t puzzles,
                                  const std::function<void(const Device&)>& resolve = {});
    /// Makes runs, with a history and checkpoints. Requires what has no default.
    RunsMade make(RunParts parts);
    /// Counts the solutions of one of the puzzles, and says how. Throws as plan_count(), open() and make() do.
    Count count(const io::ReadPuzzle& puzzle);
    /// A message of the present puzzle, unless --quiet is set.
    void tell(const std::string& text) const;
    /// The exit code of a run that a signal ended, or whose checkpoint or history could not be written; else 0.
    int failure() const;

private:
    Count estimate(const io::ReadPuzzle& puzzle, const CountPlan& plan);
};

}  // namespace evodoku::app
