// What a checkpoint of `evodoku solve` holds before the state of the present run.
#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

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
    std::string name;             ///< solve, count
    std::string version;          ///< of the program
    std::vector<Value> settings;  ///< with nothing left to be chosen
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

struct SavedSolve {
    SavedCommand command;
    SavedPosition position;
};

void write(const SavedSolve& saved, const StateWriter& to);
/// Throws CheckpointError.
SavedSolve read_saved_solve(const StateReader& from);

/// A run that goes on: the checkpoint, read up to the state of the run.
struct Resumed {
    std::filesystem::file_time_type written;
    CheckpointReader file;
    StateReader source = file.source();
    SavedSolve saved = read_saved_solve(source);
};

}  // namespace evodoku::app
