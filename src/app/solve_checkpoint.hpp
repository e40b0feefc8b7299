// The checkpoints of `evodoku solve`: when one is due, and what it holds before the state of the present run.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "evodoku/backend/solve.hpp"
#include "input_source.hpp"
#include "settings/setting.hpp"

namespace evodoku::app {

/// When a checkpoint is due, and warnings where one can't be written.
class Checkpointer {
public:
    /// Throws CheckpointFileError if no file can be written there.
    Checkpointer(std::string name, std::chrono::milliseconds every);

    /// At once, then at intervals, and when SIGUSR1 came; then save() says so.
    bool due();
    /// Writes the file. If that fails, it reports each cause once and returns false.
    bool save(const std::function<void(const ByteSink& to)>& state);

    /// The last one could not be written.
    bool failed() const { return failed_; }
    const std::string& name() const { return name_; }

private:
    using Clock = std::chrono::steady_clock;

    std::string name_;
    std::chrono::milliseconds every_;
    Clock::time_point next_ = Clock::now();
    bool failed_ = false, requested_ = false;
    std::set<std::string> reported_;
};

/// The same in every checkpoint of a command.
struct SavedCommand {
    std::string version;          ///< of the program
    std::vector<Value> settings;  ///< with nothing left to be chosen
    std::vector<InputSource> inputs;
    std::uint64_t puzzles = 0, input_checksum = 0;  ///< of the inputs
};

struct SavedPosition {
    double seconds = 0;              ///< of the whole command
    std::vector<Summary> runs;       ///< that are complete, if there are several
    std::uint64_t unsolved = 0;      ///< see Runs
    bool only_logic = true;          ///< see Runs
    std::uint64_t taken = 0;         ///< puzzles of the input, in the present run
    std::uint64_t reported = 0;      ///< of those, the ones whose results were written
    std::uint64_t output_bytes = 0;  ///< of the file of results; 0 for standard output
    std::string only_puzzle;         ///< its result, if there is only one
};

struct SavedSolve {
    SavedCommand command;
    SavedPosition position;
};

void write(const SavedSolve& saved, const ByteSink& to);
/// Throws CheckpointError.
SavedSolve read_saved_solve(const ByteSource& from);

}  // namespace evodoku::app
