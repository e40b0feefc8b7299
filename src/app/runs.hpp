// The runs of `evodoku solve`: all puzzles, once for each seed; and their checkpoints.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "checkpoint/checkpoint_file.hpp"
#include "core/host_work.hpp"
#include "evodoku/backend/solve.hpp"
#include "history/history.hpp"
#include "live_view.hpp"
#include "puzzle_input.hpp"
#include "result_writer.hpp"
#include "saved_solve.hpp"
#include "solve_settings.hpp"

namespace evodoku::app {

/// The history of all runs; null where none is wanted. `resumed`: at the end of the file. Throws InputOutputError.
std::unique_ptr<history::Recording> open_history(const SolveSettings& settings, const std::vector<std::string>& devices,
                                                 bool resumed);
/// Why the history can't be written any more, once; then empty again. `history` may be null.
std::string new_failure(history::Recording* history);

/// When a checkpoint is due, and warnings where one can't be written.
class Checkpointer {
public:
    /// Locks the file. Throws CheckpointFileError if it can't be written, or another process writes it.
    Checkpointer(const std::string& name, std::chrono::milliseconds every);

    /// At once, then at intervals, and when SIGUSR1 came; then save() says so.
    bool due();
    /// Writes the file. If that fails, it tells each cause once and returns false.
    bool save(const std::function<void(const ByteSink& to)>& state,
              const std::function<void(const std::string& message)>& tell);
    /// The last one took a time that a user notices; so may the first.
    bool is_slow() const { return is_slow_; }

    /// The last one could not be written.
    bool failed() const { return failed_; }
    const std::string& name() const { return file_.name(); }

private:
    WrittenFile file_;
    std::chrono::milliseconds every_;
    Clock::time_point next_ = Clock::now();
    bool failed_ = false, requested_ = false, is_slow_ = true;
    std::set<std::string> reported_;
};

struct RunParts {
    Backend& backend;
    const SolveSettings& settings;
    PuzzleInput& input;
    ResultWriter& results;
    ForEach for_each;                       ///< see SolveOptions
    history::Recording* history = nullptr;  ///< null: none is written
    Checkpointer* checkpoints = nullptr;    ///< null: none is written
    SavedCommand command = {};              ///< for the checkpoints
    SavedPosition begin = {};               ///< where a resumed run goes on
    ByteSource state = {};                  ///< the rest of its checkpoint; empty for a new run
};

class Runs : RunParts {
public:
    explicit Runs(RunParts parts);

    /// Makes the runs until the last one, the time limit or the user ends them, and reports each. True if all were made
    /// and every puzzle was solved.
    bool operator()();
    /// What was done so far.
    const SavedPosition& position() const { return at_; }
    /// The run was stopped, and the checkpoint holds the rest.
    bool is_saved() const { return is_saved_; }

private:
    bool should_stop() const;
    double seconds() const { return begin.seconds + seconds_since(start_); }
    Summary one_run(std::uint64_t seed);
    void begin_run(std::uint64_t seed, bool is_resumed);
    bool take(io::Job& puzzle, std::uint64_t index);
    void report(std::span<const Outcome> outcomes, std::uint64_t seed);
    Checkpoints checkpoint_hooks();
    bool save(const std::function<void(const ByteSink& to)>& write_run);
    void interject(const std::string& text);
    void sum_up() const;

    SavedPosition at_;
    LiveView view_;
    std::deque<io::Job> under_way_;  ///< puzzles that were taken and not reported
    bool is_saved_ = false;
    const Clock::time_point start_ = Clock::now();
};

}  // namespace evodoku::app
