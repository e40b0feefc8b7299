// What a checkpoint of `evodoku solve` holds before the state of the present run, its fields listed once for both
// directions.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "backend/records.hpp"
#include "checkpoint/checkpoint_file.hpp"
#include "core/host_work.hpp"
#include "evodoku/backend/solve.hpp"
#include "evodoku/checkpoint/state_bytes.hpp"
#include "evodoku/io/puzzle_reader.hpp"
#include "settings/setting.hpp"

namespace evodoku::app {

struct SourceReader;

/// The bytes of an input that is read several times and can be read only once, a pipe, in a temporary file.
struct InputCopy {
    struct Close {
        void operator()(std::FILE* of) const { std::fclose(of); }
    };
    std::unique_ptr<std::FILE, Close> file = {};  ///< null until its first reading begins
};

/// Puzzles on a command line.
struct InputSource {
    enum class Kind { file, standard_input, text };
    Kind kind = Kind::file;
    std::string text;                                ///< the file's name, or the puzzle itself
    std::string name = {};                           ///< for messages, if it differs from the file's
    std::shared_ptr<SourceReader> opened = nullptr;  ///< where its first lines were read: see order_of_input()
    std::shared_ptr<InputCopy> copy = nullptr;       ///< null: it is read once
    io::ReadOptions options = {};
    Clock::time_point until = Clock::time_point::max();  ///< FileError if it is still being read then

    friend void list_fields(auto& fields, auto& input) { fields(input.kind, input.text, input.name); }
};

/// What a command was: equal in all of its checkpoints.
struct SavedCommand {
    std::string name;                  ///< solve, count
    std::string version;               ///< of the program
    std::vector<Assignment> settings;  ///< with nothing left to be chosen
    std::vector<InputSource> inputs;
    std::uint64_t puzzles = 0, input_checksum = 0;  ///< of the inputs
};

struct SavedPosition {
    double seconds = 0;                        ///< of the whole command
    std::vector<Summary> runs;                 ///< that are complete, if there are several
    std::uint64_t unsolved = 0;                ///< see Runs
    bool only_logic = true;                    ///< see Runs
    std::uint64_t taken = 0;                   ///< puzzles of the input, in the present run
    std::uint64_t reported = 0;                ///< of those, the ones whose results were written
    std::uint64_t output_bytes = 0;            ///< of the file of results; 0 for standard output
    FileBeginning output, history;             ///< of these files
    std::string only_puzzle;                   ///< its result, if there is only one
    std::vector<AnnealedPopulation> annealed;  ///< of `evodoku count`: those of the runs that are complete
};

void list_fields(auto& fields, Is<SavedCommand> auto& command) {
    constexpr std::uint64_t max_settings = 1000, max_inputs = 1'000'000;  // more than any command has
    fields(command.version, command.name, command.puzzles, command.input_checksum);
    fields.list(command.settings, max_settings);
    fields.list(command.inputs, max_inputs);
}

void list_fields(auto& fields, Is<SavedPosition> auto& position) {
    constexpr std::uint64_t max_runs = 1'000'000;  // those that --runs allows
    fields(position.seconds, position.unsolved, position.only_logic, position.taken, position.reported,
           position.output_bytes, position.output, position.history, position.only_puzzle);
    fields.list(position.runs, max_runs);
    fields.list(position.annealed, max_individuals);
}

struct SavedSolve {
    SavedCommand command;
    SavedPosition position;
};

/// Throws CheckpointError.
inline SavedSolve read_saved_solve(const StateReader& from) {
    SavedSolve saved;
    constexpr std::uint64_t longest_command = std::uint64_t{64} << 20;  // bytes of all settings and inputs
    const StateReader of_command = [&from, left = longest_command](void* to, std::size_t count) mutable {
        if (count > left) throw CheckpointError("the checkpoint contradicts itself: its command is too long");
        left -= count;
        from(to, count);
    };
    FieldReader{of_command}(saved.command);
    FieldReader{from}(saved.position);
    const SavedPosition& position = saved.position;
    const auto is_possible = [](const Summary& run) { return is_time(run.seconds); };
    const bool is_known = saved.command.name == "solve" || saved.command.name == "count";
    if (!is_known || position.reported > position.taken || position.taken > saved.command.puzzles ||
        !is_time(position.seconds) || !std::ranges::all_of(position.runs, is_possible)) {
        throw CheckpointError("the checkpoint contradicts itself");
    }
    return saved;
}

/// A run that goes on: the checkpoint, read up to the state of the run.
struct Resumed {
    std::filesystem::file_time_type written;
    CheckpointReader file;
    StateReader source = file.source();
    SavedSolve saved = read_saved_solve(source);
};

}  // namespace evodoku::app
