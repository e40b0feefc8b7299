// The runs of `evodoku solve`: all puzzles, once for each seed.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/host_work.hpp"
#include "evodoku/backend/solve.hpp"
#include "history/history.hpp"
#include "live_view.hpp"
#include "puzzle_input.hpp"
#include "result_writer.hpp"
#include "saved_solve.hpp"
#include "solve_checkpoint.hpp"
#include "solve_settings.hpp"

namespace evodoku::app {

/// The history of all runs; null where none is wanted. `resumed`: at the end of the file. Throws InputOutputError.
std::unique_ptr<history::Recording> open_history(const SolveSettings& settings, const std::vector<std::string>& devices,
                                                 bool resumed);
/// Why the history can't be written any more, once; then empty again. `history` may be null.
std::string new_failure(history::Recording* history);

struct RunParts {
    Backend& backend;
    const SolveSettings& settings;
    PuzzleInput& input;
    const ResultWriter& results;
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
    void tell(const std::string& text) const;
    void sum_up() const;

    SavedPosition at_;
    LiveView view_;
    std::deque<io::Job> under_way_;  ///< puzzles that were taken and not reported
    bool is_saved_ = false;
    const Clock::time_point start_ = Clock::now();
};

}  // namespace evodoku::app
