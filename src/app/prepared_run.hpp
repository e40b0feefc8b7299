// A run of `evodoku solve` or `evodoku count` from its command line to its end: settings, checkpoint, input, files,
// device; then all puzzles, once for each seed.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "checkpoint/checkpoint_file.hpp"
#include "session.hpp"

namespace evodoku::app {

/// When a checkpoint is due, and warnings where one can't be written.
class Checkpointer {
public:
    /// Locks the file, also a new one. Throws FileError if it can't be written, or another process writes it.
    Checkpointer(const std::string& name, std::chrono::milliseconds every);

    /// True at first, then at intervals, and after SIGUSR1, which save() confirms with a message.
    bool due();
    /// Writes the checkpoint. If that fails, it tells each cause once and returns false.
    bool save(const std::function<void(const StateWriter& to)>& state,
              const std::function<void(const std::string& message)>& tell);

    /// Whether the last checkpoint could not be written.
    bool failed() const { return failed_; }

private:
    WrittenFile file_;
    std::chrono::milliseconds every_;
    Clock::time_point next_ = Clock::now();
    bool failed_ = false, requested_ = false;
    std::set<std::string> reported_;
};

/// The options of a command with these settings: `more` and those that all runs have. In groups.
std::vector<Option> run_options(const SettingTable<SolveSettings>& table, std::vector<Option> more);

/// Null for a new run. With --checkpoint of the same file that is not there yet, the run is new too: one command line
/// for the first call and all others. Throws SettingError for a checkpoint of another command.
std::unique_ptr<Resumed> open_resumed(const CommandLine& line, std::string_view command);

struct RunParts {
    Backend& backend;
    const SolveSettings& settings;  ///< of these runs: of a batch those of its plan
    PuzzleInput& input;
    /// For `evodoku count`, whose runs are batches: it prints in place of results and messages, and says after each how
    /// many it takes in all.
    std::function<std::size_t(std::span<const AnnealedPopulation> all)> batches_needed = {};
};

struct RunsMade {
    bool are_solved;         ///< all runs were made, and every puzzle was solved
    bool is_saved;           ///< the run was stopped, and the checkpoint holds the rest
    SavedPosition position;  ///< what was done
};

struct PreparedRun {
    std::string program, name;  ///< of the command: "solve"
    const CommandLine& line;
    const SettingTable<SolveSettings>& table;
    std::unique_ptr<Resumed> resumed = open_resumed(line, name);
    SolveSettings settings = read_solve_settings(line, resumed.get(), table);
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
    /// `resolve`: chooses in `settings` what depends on the device. Throws as open_backend() does.
    std::unique_ptr<Backend> open(SolveSettings& settings, std::size_t puzzles,
                                  const std::function<void(const Device&)>& resolve = {});
    /// Makes the runs until the last one, the time limit or the user ends them, and reports each; with a history and
    /// checkpoints. A resumed run goes on where it was. Throws FileError.
    RunsMade make(const RunParts& parts);
    /// A message of the present puzzle, unless --quiet is set.
    void tell(const std::string& text) const;
    /// The command that resumes the run after so many seconds, for a shell; --timeout counts all of them: if it has
    /// passed, there is one with as much time again.
    std::string call_to_resume(double seconds) const;
    /// The exit code of a run that a signal ended, or whose checkpoint or history could not be written; else 0.
    int failure() const;
};

}  // namespace evodoku::app
