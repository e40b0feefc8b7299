// Resumed runs, and the files that a run writes: what `solve` and `count` have in common.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "checkpoint/checkpoint_file.hpp"
#include "command_line.hpp"
#include "puzzle_input.hpp"
#include "saved_solve.hpp"
#include "solve_settings.hpp"

namespace evodoku::app {

/// A run that goes on: the checkpoint, read up to the state of the run.
struct Resumed {
    std::filesystem::file_time_type written;
    CheckpointReader file;
    StateReader source = file.source();
    SavedSolve saved = read_saved_solve(source);
};

/// Once the file is locked: the state that was read is the last one. Throws FileError.
void check_unchanged(const Resumed& resumed);

/// Null for a new run. With --checkpoint of the same file that is not there yet, the run is new too: one command line
/// for the first call and all others. Throws SettingError for a checkpoint of another command.
std::unique_ptr<Resumed> open_resumed(const CommandLine& line, std::string_view command);

/// What the run writes is neither read nor written by anything else in it. Throws SettingError.
void check_files(const SolveSettings& settings, const CommandLine& line);

/// A run does not overwrite the checkpoint of another, nor any other file. Throws SettingError.
void check_is_free(const SolveSettings& settings);

/// Throws SettingError for other puzzles than those of the saved run.
void check_input(const PuzzleInput& input, const SavedCommand& saved, const std::string& file);

/// The command that resumes a run of so many seconds, for a shell; --timeout counts all of them: if it has passed,
/// there is one with as much time again.
std::string call_to_resume(const std::string& program, std::string_view command, const SolveSettings& settings,
                           double seconds);

/// Before anything is written: which results come, into which files, and whether an uninterrupted run has the same.
void begin_resumed(const Resumed& resumed, const SolveSettings& settings);

}  // namespace evodoku::app
