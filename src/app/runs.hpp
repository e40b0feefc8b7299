// The runs of `evodoku solve`: all puzzles, once for each seed.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "core/in_blocks.hpp"
#include "evodoku/backend/solve.hpp"
#include "live_view.hpp"
#include "puzzle_input.hpp"
#include "report.hpp"
#include "saved_solve.hpp"
#include "solve_checkpoint.hpp"
#include "solve_history.hpp"
#include "solve_settings.hpp"

namespace evodoku::app {

class Runs {
public:
    /// Keeps references to all of them. `history`: null if none is written. `for_each`: see SolveOptions.
    Runs(Backend& backend, const SolveSettings& settings, PuzzleInput& input, const Report& report,
         SolveHistory* history, ForEach for_each);

    /// Writes checkpoints of `command`.
    void keep_in(Checkpointer& checkpoints, const SavedCommand& command) {
        checkpoints_ = &checkpoints;
        command_ = &command;
    }
    /// Continues there. `state`: the rest of the checkpoint.
    void resume(const SavedPosition& position, ByteSource state);

    /// Makes the runs until the last one, the time limit or the user ends them, and reports each. True if all were made
    /// and every puzzle was solved.
    bool operator()();
    /// Puzzles of all runs that were not solved, and may have a solution.
    std::uint64_t unsolved() const { return at_.unsolved; }
    /// Logic alone filled every puzzle: nothing evolved.
    bool only_logic() const { return at_.only_logic; }
    /// The run was stopped, and the checkpoint holds the rest.
    bool is_saved() const { return is_saved_; }
    /// Puzzles of the last run that have their result.
    std::uint64_t reported() const { return at_.reported; }

private:
    bool should_stop() const;
    double seconds() const;
    Summary one_run(std::uint64_t seed, LiveView& view);
    Checkpoints checkpoints(LiveView& view);
    void record(const Backend& backend, LiveView& view);
    void begin_in_history(std::uint64_t puzzle_index, const InputPuzzle& puzzle);
    void tell(const std::string& text) const;
    void sum_up() const;

    Backend& backend_;
    const SolveSettings& settings_;
    PuzzleInput& input_;
    const Report& report_;
    SolveHistory* history_;
    ForEach for_each_;
    SavedPosition at_;
    double seconds_before_ = 0;  ///< until the checkpoint that was resumed
    ByteSource resumed_;         ///< the state of its run, until that goes on
    Checkpointer* checkpoints_ = nullptr;
    const SavedCommand* command_ = nullptr;
    bool is_saved_ = false;
    const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace evodoku::app
