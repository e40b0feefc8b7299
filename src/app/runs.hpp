// The runs of `evodoku solve`: all puzzles, once for each seed; and their checkpoints.
#pragma once

#include <chrono>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "checkpoint/checkpoint_file.hpp"
#include "core/host_work.hpp"
#include "counting/generating.hpp"
#include "evodoku/backend/solve.hpp"
#include "history/history.hpp"
#include "puzzle_input.hpp"
#include "result_writer.hpp"
#include "saved_solve.hpp"
#include "solve_settings.hpp"

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
    const std::string& name() const { return file_.name(); }

private:
    WrittenFile file_;
    std::chrono::milliseconds every_;
    Clock::time_point next_ = Clock::now();
    bool failed_ = false, requested_ = false;
    std::set<std::string> reported_;
};

struct PreparedRun;

struct RunParts {
    Backend& backend;
    const SolveSettings& settings;  ///< of these runs: of a batch those of its plan
    PuzzleInput& input;
    ResultWriter* results = nullptr;        ///< null: outcomes go nowhere by themselves
    history::Recording* history = nullptr;  ///< null: none is written
    SavedCommand command = {};              ///< for the checkpoints
    /// For `evodoku count`: makes its runs one by one, in place of a run per seed, and prints in place of their
    /// messages.
    std::function<void(const MakeBatch& make)> make_batches = {};
};

struct RunsMade {
    bool are_solved;         ///< all runs were made, and every puzzle was solved
    bool is_saved;           ///< the run was stopped, and the checkpoint holds the rest
    SavedPosition position;  ///< what was done
};

/// Makes the runs until the last one, the time limit or the user ends them, and reports each. `prepared`: where resumed
/// runs go on, and the checkpoints.
RunsMade make_runs(PreparedRun& prepared, RunParts parts);

}  // namespace evodoku::app
